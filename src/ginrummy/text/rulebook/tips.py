"""Advice for beginners, which is not part of the law: the end of a variant's rules page."""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_, _
from ginrummy.variants import LIMIT_NONE, Variant

_OF_ALL_GAMES: Final = (
    N_(
        "Sort your hand as soon as it is dealt: see what is melded, what may become a meld, and which high "
        "cards fit nowhere and should go first."
    ),
    N_(
        "Watch what the other player takes and throws away: it tells which melds are growing there, and "
        "which cards not to give."
    ),
    N_(
        "Keep count of the cards that have gone by: what lies under the pile will not come back, and what "
        "you wait for must be in the stock or in the other hand."
    ),
    N_("Change your plan with what you draw and what the other does: a meld that does not come is deadwood."),
)
_OF_KNOCKING: Final = (
    N_(
        "Before you knock, ask whether the other may have as little left, lay-offs included: a weak knock is "
        "undercut."
    ),
    N_("Gin pays more, but an early knock is often wiser: the other still holds many points then."),
    N_("Wait for gin only with very little deadwood, and while the cards that you need may still come."),
)


def tips_of(row: Variant) -> tuple[str, ...]:
    """Return advice for the game of `row`, in the current language; on knocking only where it is played."""
    tips = _OF_ALL_GAMES if row.knock_limit == LIMIT_NONE else _OF_ALL_GAMES + _OF_KNOCKING
    return tuple(_(tip) for tip in tips)
