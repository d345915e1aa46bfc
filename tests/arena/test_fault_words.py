"""Why hands were lost by rule, in the language spoken."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from ginrummy.arena.fault_words import REASONS, fault_words
from ginrummy.cli.arena_output import fault_text
from ginrummy.locale import _, using_language
from ginrummy.players.player import failure, no_move

FILLED = dict.fromkeys(("status", "error", "answer", "refusal", "line", "seconds"), "a: {b}")


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
