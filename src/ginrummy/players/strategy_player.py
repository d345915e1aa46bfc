"""Players by rules of thumb: `simple` and `steady`, each a strategy in the language of the law."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players.player import is_showdown
from ginrummy.rules.turns import choices


class StrategyPlayer:
    """Plays by the strategy of its name, with the best layout at the showdown; it is deterministic."""

    def __init__(self, *, name: str, seed: int = 0) -> None:
        self.name, self.seed = name, seed
        self._action = strategy(name)

    def decide(self, view: View) -> Move:
        """Return the action of the strategy."""
        if is_showdown(view):
            return view.automatic_layout()
        options = choices(view.variant, view.state)
        return move_of(view, self._action(view.variant, view.state, options, view.memory, 0))


def strategy(name: str) -> Callable[..., int]:
    """Return the strategy `name`, compiled or plain."""
    found: Callable[..., int] = getattr(import_module(f"ginrummy.players.{name}_strategy"), f"{name}_action")
    return found
