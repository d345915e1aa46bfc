"""Variants of the search with a part removed or added, as players for the arena."""

from __future__ import annotations

from ginrummy.game.view import View
from ginrummy.players.belief_network import Glimpse, glimpse_of
from ginrummy.players.champion import ChampionPlayer
from ginrummy.players.search import Rounds, SearchPlayer

WORLDS = 400


class Whole(SearchPlayer):
    """Unchanged."""

    name = "whole"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)


class NoBelief(SearchPlayer):
    """Uniform belief over the other hand."""

    name = "no belief"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, belief=False)


class PointsAlone(SearchPlayer):
    """Plays for points, whatever the score of the match."""

    name = "points alone"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS, for_match=False)


class WithPrior(ChampionPlayer):
    """Starts from the network's opinion, like the champion."""

    name = "with prior"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, worlds=WORLDS)


class Before(ChampionPlayer):
    """The former champion: no truncated roll-outs, no correction of deadwood, fewer candidates."""

    name = "before"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed, within=4.0)

    def _goes_on(self, view: View, rounds: Rounds) -> bool:
        return rounds.tried < 800 and rounds.effort < 40_000

    def _glimpse(self, view: View, leaning: float) -> Glimpse:
        return glimpse_of(view, leaning)._replace(tidiness=0.0)

    def _foresight(self, view: View) -> None:
        return None
