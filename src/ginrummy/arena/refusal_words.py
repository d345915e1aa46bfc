"""Why the law refused a bot's move: in English in results and records, told in the language spoken."""

from __future__ import annotations

import re
from typing import Final

from ginrummy.arena.patterns import pattern_of
from ginrummy.errors import IllegalMove
from ginrummy.locale import _, ngettext

TEXTS: Final = (
    "the hand is over",
    "nobody has closed the hand yet",
    "only the first upcard may be passed",
    "a card must be drawn or taken first",
    "first the upcard is taken or passed",
    "the stock is closed: take the last discard to close, or pass",
    "both passed the upcard: now the stock must be drawn",
    "the last discard may be taken only to close, and it would not",
    "the discard pile is empty",
    "one card is drawn in a turn: now discard",
    "in the first turn nothing is drawn: discard",
    "{card} is not in the hand",
    "the card just taken may not be thrown back",
    "the last discard was taken: now close the hand",
    "nobody may close on the first turn",
    "big gin is not played in this variant",
    "big gin needs a card drawn",
    "the hand is closed: now it is laid out",
    "the hand is closed: now the defender lays off",
    "{cards} is no meld",
    "{cards}: not all of these are free in the hand",
    "nothing is laid off in this variant",
    "nothing may be laid off on gin",
    "{cards} does not fit meld {number}",
)
"""Whatever `refusals.why_not` says; a test compares."""
COUNTED: Final = (
    ("gin leaves nothing, but {left} point is left", "gin leaves nothing, but {left} points are left"),
    (
        "only gin ends this game, and {left} point is left",
        "only gin ends this game, and {left} points are left",
    ),
    ("at most {most} card may be left unmatched", "at most {most} cards may be left unmatched"),
    (
        "{left} point would be left, the limit is {limit}",
        "{left} points would be left, the limit is {limit}",
    ),
    (
        "big gin leaves nothing, but {left} point is left",
        "big gin leaves nothing, but {left} points are left",
    ),
)
"""The same where something is counted: what stands first in the text, `left` or `most`."""
_REFUSAL: Final = re.compile(r"(?P<where>\S+): (?P<what>.+?)(?: \(RULES (?P<clause>[\d.]+)\))?")


def refusal_words(refusal: str) -> str:
    """Return `refusal`, an `IllegalMove` as it reads in English, in the language spoken."""
    found = _REFUSAL.fullmatch(refusal)
    if found is None:
        return refusal
    return str(IllegalMove(_said(found["what"]), where=found["where"], clause=found["clause"] or ""))


def _said(what: str) -> str:
    for text in TEXTS:
        if found := pattern_of(text).fullmatch(what):
            return _(text).format(**found.groupdict())
    for one, many in COUNTED:
        if found := pattern_of(one).fullmatch(what) or pattern_of(many).fullmatch(what):
            values = {name: int(value) for name, value in found.groupdict().items()}
            return ngettext(one, many, next(iter(values.values()))).format(**values)
    return what
