"""A hand from the pad's form: its validation and its score.

The functions are plain, because the kernel compiles them for the pad in the browser.
"""

from __future__ import annotations

from typing import Final

from ginrummy.locale import N_
from ginrummy.rules.scoring import (
    BIG_GIN,
    GIN,
    KNOCK,
    NOBODY,
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
from ginrummy.variants import LIMIT_FIXED, LIMIT_NONE, LIMIT_UPCARD, NONE, Variant

POINTS: Final = 0
"""The kind of a hand with known points only."""
SPADE: Final = 0
"""A face of the suit that doubles."""

FINE: Final = 0
SCORE_BELOW_NOTHING: Final = 1
DEADWOOD_BELOW_NOTHING: Final = 2
TOO_MUCH_DEADWOOD: Final = 3
NO_BIG_GIN: Final = 4
ONLY_GIN: Final = 5
ABOVE_FIXED_LIMIT: Final = 6
ABOVE_UPCARD_LIMIT: Final = 7
ABOVE_DISCARD_LIMIT: Final = 8
TOO_FEW_POINTS: Final = 9
TOO_MANY_POINTS: Final = 10
NO_EXTRA_COUPS: Final = 11
TOO_MANY_EXTRA_COUPS: Final = 12
ABOVE_LIMIT: Final = (ABOVE_FIXED_LIMIT, ABOVE_UPCARD_LIMIT, ABOVE_DISCARD_LIMIT)

_ABOVE: Final = N_("the limit for a knock is {limit}")
FAULTS: Final = {
    SCORE_BELOW_NOTHING: (N_("nobody scores less than nothing"), "7"),
    DEADWOOD_BELOW_NOTHING: (N_("deadwood is never less than 0"), "2.6"),
    TOO_MUCH_DEADWOOD: (N_("no hand has a deadwood of {deadwood}"), "2.6"),
    NO_BIG_GIN: (N_("big gin is not played in this variant"), "5.7"),
    ONLY_GIN: (N_("nobody knocks in this variant: only gin closes"), "5.8"),
    ABOVE_FIXED_LIMIT: (_ABOVE, "5.2"),
    ABOVE_UPCARD_LIMIT: (_ABOVE, "5.3"),
    ABOVE_DISCARD_LIMIT: (_ABOVE, "5.4"),
    TOO_FEW_POINTS: (
        N_("the least that a hand won brings in this variant is {limit}; void is one that nobody wins"),
        "7",
    ),
    TOO_MANY_POINTS: (N_("the most that a hand brings in this variant is {limit}"), "7"),
    NO_EXTRA_COUPS: (N_("this variant has no extra boxes"), "7.8"),
    TOO_MANY_EXTRA_COUPS: (N_("the most extra boxes that a hand brings in this variant: {limit}"), "7.8"),
}
"""Message and clause for each fault."""


def entry_fault(variant: Variant, how: int, own: int, other: int, upcard: int) -> int:
    """Return `FINE`, or the fault of a hand that ended by `how`.

    `own` and `other` are the deadwoods of the closing seat and of the other one; at the end of the stock
    those of seats 0 and 1. For a hand by `POINTS` they are its points and extra boxes.
    """
    if how == POINTS:
        return fault_of_points(variant, own, other, upcard)
    if own < 0 or other < 0:
        return DEADWOOD_BELOW_NOTHING
    if own > most_deadwood(variant) or other > most_deadwood(variant):
        return TOO_MUCH_DEADWOOD
    if how == BIG_GIN and variant.big_gin_bonus == NONE:
        return NO_BIG_GIN
    if how == KNOCK and own > 0:
        return fault_of_knock(variant, own)
    return FINE


def fault_of_knock(variant: Variant, own: int) -> int:
    """Return the fault of a knock that leaves `own` points, if the upcard and the pile are unknown."""
    if variant.knock_limit == LIMIT_NONE:
        return ONLY_GIN
    if own <= best_limit(variant):
        return FINE
    if variant.knock_limit == LIMIT_FIXED:
        return ABOVE_FIXED_LIMIT
    return ABOVE_UPCARD_LIMIT if variant.knock_limit == LIMIT_UPCARD else ABOVE_DISCARD_LIMIT


def fault_of_points(variant: Variant, points: int, extra_coups: int, upcard: int) -> int:
    """Return the fault of a hand with only points and extra boxes."""
    if points < 0 or extra_coups < 0:
        return SCORE_BELOW_NOTHING
    if points < least_winning_points(variant):
        return TOO_FEW_POINTS
    if points > most_points(variant, upcard):
        return TOO_MANY_POINTS
    if extra_coups > 0 and variant.extra_value == NONE:
        return NO_EXTRA_COUPS
    return TOO_MANY_EXTRA_COUPS if extra_coups > most_extra_coups(variant, upcard) else FINE


def least_winning_points(variant: Variant) -> int:
    """Return the fewest points that win a hand, before doubling (7.1 to 7.6, 8.3)."""
    least = least_of_gin(variant, GIN)
    if variant.big_gin_bonus != NONE:
        least = min(least, least_of_gin(variant, BIG_GIN))
    if best_limit(variant) > 0:
        equal = score_closing(variant, KNOCK, 0, 1, 1, UNKNOWN, UNKNOWN)
        knock = score_closing(variant, KNOCK, 0, 1, 2, UNKNOWN, UNKNOWN)
        least = min(least, knock.points if equal.winner == NOBODY else min(knock.points, equal.points))
    compared = score_wall(variant, 1, 2, UNKNOWN)
    return least if compared.winner == NOBODY else min(least, compared.points)


def least_of_gin(variant: Variant, kind: int) -> int:
    """Return the fewest points of gin or big gin: against no deadwood, unless that is void (7.6)."""
    score = score_closing(variant, kind, 0, 0, 0, UNKNOWN, UNKNOWN)
    if score.winner == NOBODY:
        score = score_closing(variant, kind, 0, 0, 1, UNKNOWN, UNKNOWN)
    return score.points


def most_points(variant: Variant, upcard: int) -> int:
    """Return an upper bound on the points of a hand before doubling; after it, for an unknown upcard."""
    most, limit = most_deadwood(variant), best_limit(variant)
    gin = score_closing(variant, GIN, 0, 0, most, UNKNOWN, UNKNOWN).points
    big = score_closing(variant, BIG_GIN, 0, 0, most, UNKNOWN, UNKNOWN).points
    undercut = score_closing(variant, KNOCK, 0, limit, 0, 1, UNKNOWN).points
    complete = score_closing(variant, KNOCK, 0, limit, 0, 0, UNKNOWN).points
    return max(gin, big, undercut, complete) * doubling_factor(variant, upcard)


def most_extra_coups(variant: Variant, upcard: int) -> int:
    """Return an upper bound on extra boxes before doubling; see `most_points`."""
    most = max(variant.extra_undercut, variant.extra_gin, variant.extra_big_gin, 0)
    return most * doubling_factor(variant, upcard) if variant.spade_doubles_boxes != 0 else most


def doubling_factor(variant: Variant, upcard: int) -> int:
    """Return the factor by which written points may already be doubled: 1 if the upcard is known."""
    return spade_multiplier(variant, SPADE) if upcard == UNKNOWN else 1


def fault_limit(variant: Variant, found: int, upcard: int) -> int:
    """Return the limit for the message of a fault."""
    if found == TOO_FEW_POINTS:
        return least_winning_points(variant)
    if found == TOO_MANY_POINTS:
        return most_points(variant, upcard)
    if found == TOO_MANY_EXTRA_COUPS:
        return most_extra_coups(variant, upcard)
    return best_limit(variant)


def score_of(variant: Variant, how: int, seat: int, own: int, other: int, upcard: int) -> HandScore:
    """Return the score of a valid hand: `seat` closed it, or has won its points (7.1 to 8.4)."""
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
