"""What a search may lose by stopping now: how much better another action may be than the one that leads."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from ginrummy.players.search_strategy import GainTally

WIDENED: Final = 1.8
"""Worlds come one after the other in a walk, so that they say less than as many drawn anew."""


class GainEstimate(NamedTuple):
    """What an action gains on the first one, as far as is known, and the error of that."""

    gain: float
    error: float


def regret(tally: GainTally, tried: int) -> float:
    """Return what is lost on the mean by stopping after so many worlds, in chances to win.

    That is what the likeliest rival of the action that gains most is expected to be better by, where it is:
    a unit normal loss.
    """
    leader, *rivals = sorted(gain_estimates(tally, tried), reverse=True)
    return max((behind_by(leader, rival) for rival in rivals), default=0.0)


def gain_estimates(tally: GainTally, tried: int) -> list[GainEstimate]:
    """Return what is known of the first action, on which nothing gains by itself, and of those alive."""
    found, worlds = [GainEstimate(0.0, 0.0)], tried + tally.prior_worlds
    columns = (tally.sums, tally.squares, tally.prior, tally.alive)
    for total, squares, prior, alive in list(zip(*(column.tolist() for column in columns), strict=True))[1:]:
        if alive:
            variance = max(squares / tried - (total / tried) ** 2, 0.0)
            error = WIDENED * math.sqrt(variance / worlds)
            found.append(GainEstimate((total + prior) / worlds, error))
    return found


def behind_by(leader: GainEstimate, rival: GainEstimate) -> float:
    """Return by how much `rival` is expected to be better than `leader` where it is, and by 0 where not."""
    error = max(leader.error, rival.error)
    return error * unit_normal_loss((leader.gain - rival.gain) / error) if error else 0.0


def unit_normal_loss(distance: float) -> float:
    """Return the mean of what a standard normal variable lies above `distance`, by 0 where it does not.

    >>> round(unit_normal_loss(0.0), 4), round(unit_normal_loss(1.0), 4)
    (0.3989, 0.0833)
    """
    density = math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi)
    return density - distance * math.erfc(distance / math.sqrt(2)) / 2
