"""Neural prior for the other hand: a network trained on recorded play that complements the belief.

The belief explains the other seat's actions by two styles. The network has seen hands of many players but
knows less about this one. Against a player of those two styles either alone is equally good. Both together
are better, above all against other players (docs/experiments.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from ginrummy.game.view import View
from ginrummy.players.network import mean_opinion
from ginrummy.players.network_evaluator import load_weights
from ginrummy.rules.cards import FACE_COUNT

WEIGHTS: Final = "belief_weights.npz"
SHARE: Final = 0.5
TIDIED: Final = 0.005
BEFORE_TIDY: Final = 6
"""Actions of the other seat before the deadwood penalty starts. The network rates cards one by one and knows
nothing of melds, and half of the play's evidence knows too little of them. So each point of deadwood costs
`TIDIED` nats per further action (fitted by likelihood: docs/experiments.md). A seat that the match has shown
to be prompt is exempt.
"""


class Glimpse(NamedTuple):
    """Prior over pasts: for each face, the nats that are added when the other seat holds it.

    The observed actions are weighted by `trust`, and each point of deadwood costs `tidiness`.
    """

    odds: Sequence[float]
    trust: float
    tidiness: float = 0.0


NOTHING_SEEN: Final = Glimpse((0.0,) * FACE_COUNT, 1.0)


def half_log_odds(view: View, leaning: float = 0.0) -> Glimpse:
    """Return half of the network's log-odds; the observed actions supply the other half.

    The penalty on deadwood grows with the length of play, unless the match has shown the other seat to be
    prompt. `leaning` is the log-odds that it is not.
    """
    observed = sum(event.seat != view.seat for event in view.events)
    tidiness = TIDIED * max(0, observed - BEFORE_TIDY) * exp(min(0.0, leaning))
    return Glimpse([SHARE * odds for odds in held_odds(view)], 1 - SHARE, tidiness)


def held_odds(view: View) -> list[float]:
    """Return the log-odds that the other seat holds each face, including faces that were seen."""
    return mean_opinion(view, load_weights(WEIGHTS)).hidden
