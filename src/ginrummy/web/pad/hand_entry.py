"""A hand as the pad's form says it: whether it can be right, and its score; translated for the browser."""

from __future__ import annotations

from typing import Final

from ginrummy.rules.scoring import (
    BIG_GIN,
    KNOCK,
    UNKNOWN,
    VOID,
    WALL_COMPARE,
    HandScore,
    boxes_won,
    score_closing,
    score_void,
    score_wall,
    spade_multiplier,
)
from ginrummy.rules.turns import best_limit, most_deadwood
from ginrummy.variants import LIMIT_NONE, NONE, Variant

POINTS: Final = 0

FINE: Final = 0
LESS_THAN_NOTHING: Final = 1
TOO_MUCH: Final = 2
NO_BIG_GIN: Final = 3
ONLY_GIN: Final = 4
ABOVE_LIMIT: Final = 5
NO_EXTRA_COUPS: Final = 6


def fault(variant: Variant, how: int, own: int, other: int) -> int:
    """Return `FINE`, or what is wrong with a hand that ended by `how`.

    `own` and `other` are the deadwoods of who closed and of the other, at the end of the stock those of
    seats 0 and 1; of a hand by `POINTS` its points and extra boxes.
    """
    if own < 0 or other < 0:
        return LESS_THAN_NOTHING
    if how == POINTS:
        return NO_EXTRA_COUPS if other > 0 and variant.extra_value == NONE else FINE
    if own > most_deadwood(variant) or other > most_deadwood(variant):
        return TOO_MUCH
    if how == BIG_GIN and variant.big_gin_bonus == NONE:
        return NO_BIG_GIN
    if how == KNOCK and own > 0:
        if variant.knock_limit == LIMIT_NONE:
            return ONLY_GIN
        if own > best_limit(variant):
            return ABOVE_LIMIT
    return FINE


def score_of(variant: Variant, how: int, seat: int, own: int, other: int, upcard: int) -> HandScore:
    """Return the score of a hand without a fault: `seat` closed it, or has won its points (7.1 to 8.4)."""
    if how == VOID:
        return score_void()
    if how == WALL_COMPARE:
        return score_wall(variant, own, other, upcard)
    if how == POINTS:
        multiplier = spade_multiplier(variant, upcard)
        bare = HandScore(POINTS, seat, own, 0, multiplier, own * multiplier, 0)
        extra = other * boxes_won(variant, bare)
        return HandScore(POINTS, seat, own, 0, multiplier, own * multiplier, extra)
    left = own if how == KNOCK else 0
    return score_closing(variant, how, seat, left, other, UNKNOWN, upcard)
