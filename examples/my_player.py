"""A player of your own in one small class.

    cd examples
    ginrummy play --against my_player:Patient
    ginrummy arena my_player:Patient simple

It plays as `simple` does, but does not knock before it has got down to a few points.
"""

from __future__ import annotations

from ginrummy.moves import Move, MoveKind
from ginrummy.players import load_player
from ginrummy.rules import melds
from ginrummy.rules.hand import single, without
from ginrummy.view import View

ENOUGH = 4


class Patient:
    """Waits with its knock until next to nothing is left."""

    name = "Patient"

    def __init__(self, *, seed: int = 0) -> None:
        self._simple = load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        """Return the move to play now."""
        move = self._simple.decide(view)
        if move.kind is not MoveKind.KNOCK or points_left(view, move) <= ENOUGH:
            return move
        discards = [other for other in view.legal_moves() if other.kind is MoveKind.DISCARD]
        return min(discards, key=lambda other: points_left(view, other), default=move)


def points_left(view: View, move: Move) -> int:
    """Return the deadwood that is left after `move` puts a card away."""
    return melds.deadwood(view.variant, without(view.hand, single(move.face)))
