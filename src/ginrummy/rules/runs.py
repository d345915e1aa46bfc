"""One run as a lane of 13 bits: its validity, its ends, and the ranks that extend it."""

from __future__ import annotations

from ginrummy.rules.bits import bit_count, lowest
from ginrummy.rules.card_encoding import KING, LANE, NO_RANK, RANK_COUNT
from ginrummy.rules.lookup_tables import ACE_HIGH
from ginrummy.rules.variant import ACE_CORNER, ACE_HIGH_LOW, ACE_LOW


def is_stretch(ace_run: int, lane: int) -> bool:
    """Return whether the ranks of `lane` are consecutive, with the ace in its legal places (RULES 2.3)."""
    if lane & lane + (lane & -lane) == 0:
        return True
    if ace_run == ACE_LOW or lane & 1 == 0:
        return False
    if ace_run == ACE_HIGH_LOW:
        high = lane >> 1 | 1 << KING
        return high & high + (high & -high) == 0
    gap = LANE & ~lane
    return gap & gap + (gap & -gap) == 0


def run_bottom(lane: int) -> int:
    """Return the lowest rank of a run; a run over the corner starts above its gap."""
    if lane & lane + (lane & -lane) == 0:
        return lowest(lane)
    gap = LANE & ~lane
    return lowest(gap) + bit_count(gap)


def rank_below(ace_run: int, lane: int) -> int:
    """Return the rank that fits below a run, or `NO_RANK` (RULES 6.4)."""
    if lane == LANE:
        return NO_RANK
    bottom = run_bottom(lane)
    if bottom > 0:
        return bottom - 1
    return KING if ace_run == ACE_CORNER else NO_RANK


def rank_above(ace_run: int, lane: int) -> int:
    """Return the rank that fits above a run, or `NO_RANK` (RULES 6.4)."""
    if lane == LANE:
        return NO_RANK
    above = (run_bottom(lane) + bit_count(lane)) % RANK_COUNT
    if above == 0:
        return NO_RANK if ace_run == ACE_LOW else 0
    if above == 1 and ace_run != ACE_CORNER:
        return NO_RANK
    return above


def lowest_run(cover: int, ace_run: int) -> int:
    """Return the run of `cover`, the cards of a lane in runs, that holds its lowest card.

    `ace_run` is `ACE_HIGH` if the ace was counted above the king only.
    """
    bottom = cover & ~(cover + (cover & -cover))
    if ace_run == ACE_LOW or cover & 1 == 0 or cover >> KING == 0:
        return bottom
    top, bit = 0, 1 << KING
    while bit & cover & ~top:
        top |= bit
        bit >>= 1
    return top | 1 if ace_run == ACE_HIGH else top | bottom
