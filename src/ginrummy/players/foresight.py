"""Settings of truncated roll-outs: how often the networks are evaluated and the weight of their values."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ginrummy.kernel.arrays import arrays
from ginrummy.players.candidate_actions import MOST
from ginrummy.players.foresight_loops import Foresight
from ginrummy.players.match_equity import point_at
from ginrummy.players.network import POINTS
from ginrummy.players.network_evaluator import PLAYING, evaluator_by, load_weights
from ginrummy.players.network_loops import Weights

EVERY: Final = 2
"""One world in this many gets a truncated roll-out."""
WEIGHT: Final = 3
"""Weight of a truncated roll-out in full ones: its values spread less than half as far."""


class TruncatedRollouts(NamedTuple):
    """Networks that evaluate truncated roll-outs in turn, and the value of their unit in chances to win.

    They run in one world of `every`, a divisor of a round, and count as `weight` worlds.
    """

    weights: tuple[Weights, ...]
    unit: float
    every: int = EVERY
    weight: int = WEIGHT

    def foresight(self, number: int) -> Foresight:
        """Return the network for round `number`, with buffers of its own."""
        evaluator = evaluator_by(self.weights[number % len(self.weights)])
        return Foresight(evaluator, self.unit, arrays.zeros("i8", MOST), self.every)


def rollouts_by_stored_networks(table: Any, own: int, other: int) -> TruncatedRollouts:
    """Return roll-outs that end in the value of this package's networks.

    `table` has the chance to win from each two scores. `own` and `other` are the scores before the hand.
    """
    return TruncatedRollouts(load_weights(PLAYING), POINTS * point_at(table, own, other))
