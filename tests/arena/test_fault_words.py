"""Messages for forfeits, in the language in use."""

from __future__ import annotations

import inspect
import re
from collections import Counter

import pytest

from ginrummy.cli.arena_output import forfeit_text
from ginrummy.game import legality
from ginrummy.game.legality import REASONS as REASONS_OF_LAW
from ginrummy.game.legality import illegal_move, parse_refusal
from ginrummy.lab.arena.report import REASONS, translate_fault, translate_refusal
from ginrummy.locale import LANGUAGES, _, ngettext, using_language
from ginrummy.players.player import failure_text, not_a_move_text

FILLED = dict.fromkeys(("status", "error", "answer", "line", "seconds"), "a: {b}") | {"refusal": "b"}


@pytest.mark.parametrize("code", ["fr", "ru"])
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_is_said_in_the_language_spoken(reason: str, code: str) -> None:
    with using_language(code):
        said = translate_fault(reason.format(**FILLED))
        assert said == _(reason).format(**FILLED)
        assert said != reason.format(**FILLED)
    with using_language("en"):
        assert translate_fault(said) == said


def test_what_players_do_is_told_in_french() -> None:
    with using_language("en"):
        reasons = Counter(
            [failure_text(SystemExit(0)), failure_text(RuntimeError("boom")), not_a_move_text("x")]
        )
    with using_language("fr"):
        told = forfeit_text("mine.py:Mine", reasons)
    assert not re.search(r"\bit \w+|which\b", told)
    assert "boom" in told


VALUES: dict[str, int | tuple[int, ...]] = {
    "card": (12,), "cards": (12, 25), "number": 2, "left": 7, "most": 3, "limit": 10
}  # fmt: skip


def values_of(reason: str) -> dict[str, int | tuple[int, ...]]:
    """Return something for whatever `reason` names."""
    text = REASONS_OF_LAW[reason](1)
    return {name: value for name, value in VALUES.items() if f"{{{name}}}" in text}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS_OF_LAW)
def test_whatever_the_law_refuses_with_is_read_back_and_said_in_any_language(reason: str, code: str) -> None:
    with using_language("en"):
        refused = illegal_move(reason, "4.5", where="KS", **values_of(reason))
        assert parse_refusal(refused.what) == (refused.reason, refused.values)
        assert refused.reason == reason
        in_english = str(refused)
    with using_language(code):
        told = translate_refusal(in_english)
        assert told == str(illegal_move(reason, "4.5", where="KS", **values_of(reason)))
    if code != "en":
        assert refused.what not in told


def test_every_reason_of_the_law_is_used_and_known() -> None:
    used = set(re.findall(r'illegal_move\(\s*"(\w+)"', inspect.getsource(legality)))
    assert used == set(REASONS_OF_LAW)


def test_cards_of_a_refused_move_stand_in_the_letters_of_the_language() -> None:
    for code, king in {"en": "K♠", "fr": "R♠", "ru": "К♠"}.items():
        with using_language(code):
            assert king in translate_refusal("KS: K♠ is not in the hand (RULES 4.5)")


@pytest.mark.parametrize(("code", "law"), [("en", "RULES"), ("fr", "règle"), ("ru", "правило")])
def test_what_a_bot_may_not_play_is_told_wholly_in_the_language_spoken(code: str, law: str) -> None:
    many = "{left} points would be left, the limit is {limit}"
    one = "{left} point would be left, the limit is {limit}"
    with using_language(code):
        drawn = _("a card must be drawn or taken first")
        left = ngettext(one, many, 23).format(left=23, limit=10)
        colon = _("{title}: {value}").format(title="knock:AS", value="")
        assert translate_refusal("knock:AS: a card must be drawn or taken first (RULES 4.4)") == (
            f"{colon}{drawn} ({law} 4.4)"
        )
        assert translate_fault(
            f"it may not play knock:AS: {many.format(left=23, limit=10)} (RULES 5.2)"
        ).endswith(f"{colon}{left} ({law} 5.2)")
        assert translate_refusal("something else") == "something else"
