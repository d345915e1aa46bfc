"""`champion`: the search, begun from what the network thinks, with time to think."""

from __future__ import annotations

from typing import Final

from ginrummy.players.match_equity import point_at
from ginrummy.players.match_score import scores_of
from ginrummy.players.network import chances_gained
from ginrummy.players.search import Prior, SearchPlayer
from ginrummy.view import View

WORLDS: Final = 800
PRIOR_WORLDS: Final = 300
WITHIN: Final = 4.0


class ChampionPlayer(SearchPlayer):
    """The search with more worlds, and with the network's opinion, which counts as much as some of them.

    What the network thinks to be far from the best is not searched at all.
    """

    name = "champion"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: int = WORLDS,
        milliseconds: float | None = None,
        prior_worlds: int = PRIOR_WORLDS,
        within: float = WITHIN,
        cores: int | None = 1,
    ) -> None:
        """Play by at most `worlds` hidden worlds a move, or by the clock, on `cores`, as `SearchPlayer` does.

        `prior_worlds` is how many worlds the network's opinion is worth; `within` how many points
        behind the best an action may be for the network and still be searched.
        """
        super().__init__(seed=seed, worlds=worlds, milliseconds=milliseconds, cores=cores)
        self._prior_worlds, self._within = prior_worlds, within

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return those of `candidates` that the network thinks worth searching, and its opinion of them."""
        table, scores = self._equity(view.variant), scores_of(view)
        gains = chances_gained(view, candidates, table, *scores)
        within, best = self._within * point_at(table, *scores), max(gains)
        near = [place for place, gain in enumerate(gains) if gain >= best - within]
        kept = [gains[place] - gains[near[0]] for place in near]
        return Prior([candidates[place] for place in near], kept, self._prior_worlds)
