"""`champion`: the search with time to think, begun from what the network thinks, which also foresees."""

from __future__ import annotations

from math import inf
from typing import Final

from ginrummy.players.belief_network import Glimpse, glimpse_of
from ginrummy.players.candidate_actions import near_the_best
from ginrummy.players.foresight import TruncatedRollouts, by_kept_networks
from ginrummy.players.match_equity import mean_win, point_at
from ginrummy.players.match_score import scores_of
from ginrummy.players.network import chances_gained
from ginrummy.players.search import Prior, SearchPlayer
from ginrummy.players.search_rounds import Rounds
from ginrummy.view import View

A_HAND: Final = 6_500_000
"""The effort that is worth as many points as a hand is won with on the mean.

So 95 of 100 decisions take less than 150 ms on one core (bench/decision_time.md).
"""
PRIOR_WORLDS: Final = 300
WITHIN: Final = 10.0


class ChampionPlayer(SearchPlayer):
    """The search with more worlds, and with the network's opinion, which counts as much as some of them.

    What the network thinks to be far from the best is not searched at all. In some of the worlds it foresees
    besides, some decisions on, what the actions come to.
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
        """Play by at most `worlds` hidden worlds a move, or by the clock, on `cores`, as `SearchPlayer` does.

        Without both it goes on while stopping may lose more than the effort so far is worth (`A_HAND`):
        longest where two actions are close and much is at stake.
        `prior_worlds` is how many worlds the network's opinion is worth; `within` how many points behind the
        best an action may be for the network and still be searched.
        """
        most = inf if worlds is None else worlds
        super().__init__(seed=seed, worlds=most, milliseconds=milliseconds, cores=cores)
        self._stops_by_regret = worlds is None and milliseconds is None
        self._prior_worlds, self._within = prior_worlds, within

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return those of `candidates` that the network thinks worth searching, and its opinion of them."""
        table, scores = self._equity(view.variant), scores_of(view)
        gains = chances_gained(view, candidates, table, *scores)
        near = near_the_best(gains, self._within * point_at(table, *scores))
        kept = [gains[place] - gains[near[0]] for place in near]
        return Prior([candidates[place] for place in near], kept, self._prior_worlds)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        """Return whether stopping now may lose more than the effort so far is worth, or by what was given."""
        if not self._stops_by_regret:
            return super()._goes_on(view, rounds)
        point = point_at(self._equity(view.variant), *scores_of(view))
        return rounds.regret() > rounds.effort / A_HAND * mean_win(view.variant) * point

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        """Return what the network of the belief says of the other hand, and how few points that holds."""
        return glimpse_of(view, leaning)

    def _foresight(self, view: View) -> TruncatedRollouts | None:
        """Return how the networks of this package foresee what actions come to."""
        return by_kept_networks(self._equity(view.variant), *scores_of(view))
