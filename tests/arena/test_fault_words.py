"""Why hands were lost by rule, in the language spoken."""

from __future__ import annotations

import ast
import inspect
import re
from collections import Counter

import pytest

from ginrummy import refusals
from ginrummy.arena.fault_words import REASONS, fault_words
from ginrummy.arena.refusal_words import COUNTED, TEXTS, refusal_words
from ginrummy.cli.arena_output import fault_text
from ginrummy.locale import LANGUAGES, _, ngettext, using_language
from ginrummy.players.player import failure, no_move

FILLED = dict.fromkeys(("status", "error", "answer", "line", "seconds"), "a: {b}") | {"refusal": "b"}


@pytest.mark.parametrize("code", ["fr", "ru"])
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_said_in_the_language_spoken(reason: str, code: str) -> None:
    with using_language(code):
        said = fault_words(reason.format(**FILLED))
        assert said == _(reason).format(**FILLED)
        assert said != reason.format(**FILLED)
    with using_language("en"):
        assert fault_words(said) == said


def test_what_players_do_is_told_in_french() -> None:
    with using_language("en"):
        reasons = Counter([failure(SystemExit(0)), failure(RuntimeError("boom")), no_move("x")])
    with using_language("fr"):
        told = fault_text("mine.py:Mine", reasons)
    assert not re.search(r"\bit \w+|which\b", told)
    assert "boom" in told


def texts_of_refusals() -> dict[str, set[tuple[str, ...]]]:
    """Return the texts that the law refuses with, as its module has them, by the function that translates."""
    found: dict[str, set[tuple[str, ...]]] = {"_": set(), "ngettext": set()}
    for node in ast.walk(ast.parse(inspect.getsource(refusals))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in found:
            texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
            found[node.func.id].add(tuple(map(str, texts)))
    return found


def test_whatever_the_law_refuses_with_can_be_said_in_any_language() -> None:
    found = texts_of_refusals()
    assert {(text,) for text in TEXTS} == found["_"]
    assert set(COUNTED) == found["ngettext"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_bot_may_not_play_is_told_wholly_in_the_language_spoken(code: str) -> None:
    many = "{left} points would be left, the limit is {limit}"
    one = "{left} point would be left, the limit is {limit}"
    with using_language(code):
        drawn = _("a card must be drawn or taken first")
        left = ngettext(one, many, 23).format(left=23, limit=10)
        colon = _("{title}: {value}").format(title="knock:AS", value="")
        assert refusal_words("knock:AS: a card must be drawn or taken first (RULES 4.4)") == (
            f"{colon}{drawn} (RULES 4.4)"
        )
        assert fault_words(
            f"it may not play knock:AS: {many.format(left=23, limit=10)} (RULES 5.2)"
        ).endswith(f"{colon}{left} (RULES 5.2)")
        assert refusal_words("something else") == "something else"
