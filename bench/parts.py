"""The search with a part taken away or added, to see what it is worth: players for the arena."""

from __future__ import annotations

from ginrummy.game.view import View
from ginrummy.players.belief_network import Glimpse, glimpse_of
from ginrummy.players.champion import ChampionPlayer
from ginrummy.players.search import Rounds, SearchPlayer

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


class Before(ChampionPlayer):
    """The champion as it was: nothing is foreseen, hands are no tidier than believed, less is searched."""

    name = "before"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, within=4.0)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        return rounds.tried < 800 and rounds.effort < 40_000

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        return glimpse_of(view, leaning)._replace(tidiness=0.0)

    def _foresight(self, view: View) -> None:
        return None
