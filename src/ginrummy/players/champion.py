"""`champion`: the search, begun from what the network thinks, with time to think."""

from __future__ import annotations

from typing import Final

import numpy as np

from ginrummy.players.network import GAIN_UNIT, kept_weights, opinion
from ginrummy.players.network_input import knows_game
from ginrummy.players.search import Prior, SearchPlayer
from ginrummy.view import View

WORLDS: Final = 1200
PRIOR_WORLDS: Final = 300


class ChampionPlayer(SearchPlayer):
    """The search with more worlds; the network's opinion counts as much as so many of them.

    Games of a kind that the network has not learnt it plays by the search alone.
    """

    name = "champion"

    def __init__(
        self,
        *,
        seed: int = 0,
        worlds: int = WORLDS,
        milliseconds: float | None = None,
        prior_worlds: int = PRIOR_WORLDS,
    ) -> None:
        """Play by at most `worlds` hidden worlds a move, or by the clock, as `SearchPlayer` does."""
        super().__init__(seed=seed, worlds=worlds, milliseconds=milliseconds)
        self._prior_worlds = prior_worlds

    def _prior(self, view: View, candidates: list[int]) -> Prior:
        """Return what the network thinks of the candidates."""
        if not knows_game(view.variant):
            return super()._prior(view, candidates)
        gains = opinion(kept_weights(), view).gains[candidates].astype(np.float64) * GAIN_UNIT
        return Prior(gains - gains[0], self._prior_worlds)
