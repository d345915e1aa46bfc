"""Levels for people: a good player who now and then, or ever so often, does what a beginner would do."""

from __future__ import annotations

from ginrummy.moves import Move
from ginrummy.players.novice import novice_move
from ginrummy.players.player import chance
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.view import View


class LevelPlayer:
    """`steady`, but for a share of its decisions, drawn by lot, which are a beginner's."""

    def __init__(self, *, name: str, mistakes: float, seed: int = 0) -> None:
        """Decide as a beginner in `mistakes`, from 0 to 1, of all decisions."""
        self.name, self.mistakes, self.seed = name, mistakes, seed
        self._better = StrategyPlayer(name="steady")

    def decide(self, view: View) -> Move:
        """Return `steady`'s move or a beginner's."""
        draw = chance(view, self.seed)
        return novice_move(view, draw) if draw.random() < self.mistakes else self._better.decide(view)
