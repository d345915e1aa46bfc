"""Why a hand was lost by rule: in English in results and records, told in the language spoken."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

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
_PLACE: Final = re.compile(r"\\{(\w+)\\}")


def fault_words(why: str) -> str:
    """Return the reason `why`, which stands in English in the results, in the language spoken."""
    for reason in REASONS:
        found = _pattern(reason).fullmatch(why)
        if found is not None:
            return _(reason).format(**found.groupdict())
    return why


@cache
def _pattern(reason: str) -> re.Pattern[str]:
    """Return what `reason` looks like once it is filled in."""
    return re.compile(_PLACE.sub(r"(?P<\1>.*)", re.escape(reason)), re.DOTALL)
