"""A player of your own in one small class.

    cd examples
    ginrummy play --against my_player:Patient
    ginrummy arena my_player:Patient simple

It plays as `simple` does, but does not knock before it has got down to a few points.
"""

from __future__ import annotations

import ginrummy
from ginrummy import Move, MoveKind, View

ENOUGH = 4


class Patient:
    """Waits with its knock until next to nothing is left."""

    name = "Patient"

    def __init__(self, *, seed: int = 0) -> None:
        self._simple = ginrummy.load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        """Return the move to play now."""
        move = self._simple.decide(view)
        if move.kind is not MoveKind.KNOCK or view.leaves[ginrummy.face_code(move.face)] <= ENOUGH:
            return move
        discards = [other for other in view.legal_moves() if other.kind is MoveKind.DISCARD]
        return min(discards, key=lambda other: view.leaves[str(other)], default=move)
