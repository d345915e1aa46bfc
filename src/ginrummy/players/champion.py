"""`champion`: the search with more time, a prior from the network, and network-truncated roll-outs."""

from __future__ import annotations

from math import inf
from typing import Final

from ginrummy.game.view import View
from ginrummy.players.belief_network import Glimpse, glimpse_of
from ginrummy.players.candidate_actions import near_the_best
from ginrummy.players.foresight import TruncatedRollouts, rollouts_by_stored_networks
from ginrummy.players.match_equity import mean_win, point_at, scores_of
from ginrummy.players.network import chances_gained
from ginrummy.players.search import Prior, Rounds, SearchPlayer

A_HAND: Final = 6_500_000
"""Effort that is worth the mean points of a won hand.

With this value 95 of 100 decisions take less than 150 ms on one core (bench/decision_time.md).
"""
PRIOR_WORLDS: Final = 300
WITHIN: Final = 10.0


class ChampionPlayer(SearchPlayer):
    """The search with more worlds and the network's gains as a prior, weighted as a number of worlds.

    Actions that the network rates far behind the best are not searched. In some of the worlds it also runs
    roll-outs that stop after a few decisions and return the network's value.
    """

    name = "champion"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: int | None = None,
        milliseconds: float | None = None,
        prior_worlds: int = PRIOR_WORLDS,
        within: float = WITHIN,
        cores: int | None = 1,
    ) -> None:
        """Play by at most `worlds` worlds a move, or by the clock, on `cores`, as `SearchPlayer` does.

        Without either limit the search runs while the expected regret of stopping exceeds the cost of the
        effort so far (`A_HAND`). It runs longest when two actions are close and much is at stake.
        `prior_worlds` is the weight of the network's prior in worlds. `within` is how many points behind the
        network's best an action may be and still be searched.
        """
        most = inf if worlds is None else worlds
        super().__init__(seed=seed, worlds=most, milliseconds=milliseconds, cores=cores)
        self._stops_by_regret = worlds is None and milliseconds is None
        self._prior_worlds, self._within = prior_worlds, within

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return the `candidates` worth searching by the network's gains, and these gains as the prior."""
        table, scores = self._equity(view.variant), scores_of(view)
        gains = chances_gained(view, candidates, table, *scores)
        near = near_the_best(gains, self._within * point_at(table, *scores))
        kept = [gains[place] - gains[near[0]] for place in near]
        return Prior([candidates[place] for place in near], kept, self._prior_worlds)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        """Return whether another round is worth its cost, or within the given limit."""
        if not self._stops_by_regret:
            return super()._goes_on(view, rounds)
        point = point_at(self._equity(view.variant), *scores_of(view))
        return rounds.regret() > rounds.effort / A_HAND * mean_win(view.variant) * point

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return the belief network's prior for the other hand, with its deadwood penalty."""
        return glimpse_of(view, leaning)

    def _foresight(self, view: View) -> TruncatedRollouts | None:
        """Return truncated roll-outs by the networks of this package."""
        return rollouts_by_stored_networks(self._equity(view.variant), *scores_of(view))
