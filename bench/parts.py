"""The search with a part taken away or added, to see what it is worth: players for the arena."""

from __future__ import annotations

from ginrummy.players.champion import ChampionPlayer
from ginrummy.players.search import SearchPlayer

WORLDS = 400


class Whole(SearchPlayer):
    """Nothing taken away."""

    name = "whole"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)


class NoBelief(SearchPlayer):
    """All hands that the other may hold are alike."""

    name = "no belief"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, belief=False)


class PointsAlone(SearchPlayer):
    """Points are played for, whatever the score of the match."""

    name = "points alone"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, for_match=False)


class WithPrior(ChampionPlayer):
    """Begun from what the network thinks, as the champion is."""

    name = "with prior"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)
