"""What the other seat may hold, at a glance: a network that has learnt it from play, beside the belief.

The belief explains what the other has done by two styles. The network was shown hands of many players, and
knows less of what this one has done; either alone is as good against a player of those styles, both together
are better, above all against others (docs/experiments.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from ginrummy.installed_extras import has_numpy
from ginrummy.players.network import kept_networks, opinion
from ginrummy.rules.card_encoding import FACE_COUNT
from ginrummy.view import View

WEIGHTS: Final = "belief_weights.npz"
SHARE: Final = 0.5
TIDIED: Final = 0.005
BEFORE_TIDY: Final = 6
"""What the network says of one card after the other knows no melds, and half of what the play says knows too
little of them: so each point of deadwood takes `TIDIED` nats away for each thing that the other has done, the
first few left out (by likelihood: docs/experiments.md). Not so of whom the match has shown to be prompt."""


class Glimpse(NamedTuple):
    """What each face's being held by the other adds, in nats, to how well a past explains the play.

    What the other has done counts `trust` times beside it, and each point of deadwood takes `tidiness` away.
    """

    odds: Sequence[float]
    trust: float
    tidiness: float = 0.0


NOTHING_SEEN: Final = Glimpse((0.0,) * FACE_COUNT, 1.0)


def glimpse_of(view: View, leaning: float = 0.0) -> Glimpse:
    """Return half of what the network says of the other hand; what the other has done is the other half.

    The longer it plays, the fewer points of deadwood it is taken to hold, unless the match has shown it to be
    prompt: `leaning` are the log-odds that it is not.
    """
    deeds = sum(event.seat != view.seat for event in view.events)
    tidiness = TIDIED * max(0, deeds - BEFORE_TIDY) * exp(min(0.0, leaning))
    return Glimpse([SHARE * odds for odds in held_odds(view)], 1 - SHARE, tidiness)


def held_odds(view: View) -> list[float]:
    """Return the log-odds that the other seat holds each face, those that are seen among them."""
    if has_numpy():
        odds: list[float] = opinion(kept_networks(WEIGHTS), view).hidden.tolist()
        return odds
    from ginrummy.players.network_without_numpy import compiled_opinion

    return compiled_opinion(view, WEIGHTS).hidden
