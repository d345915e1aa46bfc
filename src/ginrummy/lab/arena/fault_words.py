"""Translations of the reasons for a forfeit, which are English in results and records."""

from __future__ import annotations

from typing import Final

from ginrummy.game.format_string_regex import pattern_of
from ginrummy.lab.arena.illegal_move_words import refusal_words
from ginrummy.locale import N_, _

REASONS: Final = (
    N_("it called exit({status})"),
    N_("it broke down: {error}"),
    N_("it answers {answer}, which is not a move"),
    N_("it may not play {refusal}"),
    N_("it cannot be started: {error}"),
    N_("it spoke without being asked: {line}"),
    N_("no answer in {seconds}\u00a0s"),
    N_("it does not end its line"),
    N_("it answered no JSON object: {line}"),
    N_("it closed its input"),
    N_("it closed its output"),
    N_("it ended with status {status}"),
    N_("it does not play this variant"),
)


def fault_words(why: str) -> str:
    """Return the English reason `why` from the results in the current language."""
    for reason in REASONS:
        found = pattern_of(reason).fullmatch(why)
        if found is not None:
            values = found.groupdict()
            if "refusal" in values:
                values["refusal"] = refusal_words(values["refusal"])
            return _(reason).format(**values)
    return why
