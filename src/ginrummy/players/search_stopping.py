"""Expected regret of stopping the search now."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from ginrummy.players.search_strategy import GainTally

WIDENED: Final = 1.8
"""Factor on errors: consecutive worlds of a walk are correlated, so they count less than independent ones."""


class GainEstimate(NamedTuple):
    """Estimated gain of an action over the first one, and its error."""

    gain: float
    error: float


def regret(tally: GainTally, tried: int) -> float:
    """Return the expected regret of stopping after `tried` worlds, in chances to win.

    It is the expected advantage of the likeliest rival over the leading action: a unit normal loss.
    """
    leader, *rivals = sorted(gain_estimates(tally, tried), reverse=True)
    return max((behind_by(leader, rival) for rival in rivals), default=0.0)


def gain_estimates(tally: GainTally, tried: int) -> list[GainEstimate]:
    """Return the estimates for the first action, whose gain is 0, and for those alive."""
    found, worlds = [GainEstimate(0.0, 0.0)], tried + tally.prior_worlds
    columns = (tally.sums, tally.squares, tally.prior, tally.alive)
    for total, squares, prior, alive in list(zip(*(column.tolist() for column in columns), strict=True))[1:]:
        if alive:
            variance = max(squares / tried - (total / tried) ** 2, 0.0)
            error = WIDENED * math.sqrt(variance / worlds)
            found.append(GainEstimate((total + prior) / worlds, error))
    return found


def behind_by(leader: GainEstimate, rival: GainEstimate) -> float:
    """Return the expected advantage of `rival` over `leader`, counted as 0 where it is negative."""
    error = max(leader.error, rival.error)
    return error * unit_normal_loss((leader.gain - rival.gain) / error) if error else 0.0


def unit_normal_loss(distance: float) -> float:
    """Return the mean excess of a standard normal variable over `distance`, counted as 0 below it.

    >>> round(unit_normal_loss(0.0), 4), round(unit_normal_loss(1.0), 4)
    (0.3989, 0.0833)
    """
    density = math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi)
    return density - distance * math.erfc(distance / math.sqrt(2)) / 2
