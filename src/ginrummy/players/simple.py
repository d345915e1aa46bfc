"""`simple`: the baseline of research, as a player."""

from __future__ import annotations

from ginrummy.kernel.move_numbers import move_of
from ginrummy.moves import Move
from ginrummy.players.player import is_showdown
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.turns import choices
from ginrummy.view import View


class SimplePlayer:
    """Plays by `simple_strategy`, and the best layout at the showdown; leaves nothing to chance."""

    name = "simple"

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def decide(self, view: View) -> Move:
        """Return what the strategy chooses."""
        if is_showdown(view):
            return view.automatic()
        options = choices(view.variant, view.state)
        return move_of(view, simple_action(view.variant, view.state, options, view.memory, 0))
