"""Translations of the law's refusals of a bot's move, which are English in results and records."""

from __future__ import annotations

import re
from typing import Final

from ginrummy.game.refusal_reasons import read_back, said
from ginrummy.locale.errors import IllegalMove

_REFUSAL: Final = re.compile(r"(?P<where>\S+): (?P<what>.+?)(?: \(RULES (?P<clause>[\d.]+)\))?")


def refusal_words(refusal: str) -> str:
    """Return `refusal`, the English text of an `IllegalMove`, in the current language.

    >>> refusal_words("2C: 2♣ is not in the hand (RULES 4.5)")
    '2C: 2♣ is not in the hand (RULES 4.5)'
    """
    found = _REFUSAL.fullmatch(refusal)
    if found is None:
        return refusal
    reason = read_back(found["what"])
    what = found["what"] if reason is None else said(*reason)
    return str(IllegalMove(what, where=found["where"], clause=found["clause"] or ""))
