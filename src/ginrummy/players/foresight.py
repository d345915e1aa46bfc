"""What networks foresee beside what is played out: how often they are asked, and how much it counts."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ginrummy.kernel.arrays import arrays
from ginrummy.players.candidate_actions import MOST
from ginrummy.players.foresight_loops import Foresight
from ginrummy.players.match_equity import point_at
from ginrummy.players.network import POINTS
from ginrummy.players.network_evaluator import evaluator_by, weights_kept
from ginrummy.players.network_loops import Weights

EVERY: Final = 2
"""One world in so many is foreseen."""
WEIGHT: Final = 3
"""What is foreseen in a world counts as much as so many played out: it spreads less than half as far."""


class TruncatedRollouts(NamedTuple):
    """Networks that foresee, by turns, and what their unit is worth in chances to win.

    They are asked in one world of `every`, a divisor of a round; that counts as much as `weight` worlds.
    """

    weights: tuple[Weights, ...]
    unit: float
    every: int = EVERY
    weight: int = WEIGHT

    def foresight(self, number: int) -> Foresight:
        """Return the network of round `number`, with room of its own."""
        evaluator = evaluator_by(self.weights[number % len(self.weights)])
        return Foresight(evaluator, self.unit, arrays.zeros("i8", MOST), self.every)


def by_kept_networks(table: Any, own: int, other: int) -> TruncatedRollouts:
    """Return roll-outs that end in the opinion of this package's networks.

    `table` has the chance to win from each two scores, of which `own` and `other` are those before the hand.
    """
    return TruncatedRollouts(weights_kept(), POINTS * point_at(table, own, other))
