"""`random`: any legal move."""

from __future__ import annotations

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.players.player import decision_random


class RandomPlayer:
    """Plays any legal move, each equally likely; at the showdown the best layout."""

    name = "random"

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """Return any legal move."""
        return decision_random(view, self.seed).choice(view.legal_moves())
