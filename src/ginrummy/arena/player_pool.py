"""The players of one process, seated anew for each leg."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from ginrummy.players import Player, load_player
from ginrummy.players.engine import EnginePlayer, command_of
from ginrummy.players.loading import is_program
from ginrummy.variants import Variant


@runtime_checkable
class Lasting(Protocol):
    """A player that can be kept from one leg to the next, forgetting all that it saw."""

    def begin(self, seed: int) -> None:
        """Start anew: what follows depends on `seed` and on the views alone."""


class Roster:
    """Players by name and place: each leg finds them as if they had just been loaded."""

    def __init__(self, *, move_time: float) -> None:
        self._move_time = move_time
        self._kept: dict[tuple[str, int], Player] = {}

    def seated(self, spec: str, side: int, *, seed: int) -> Player:
        """Return the player `spec` for side 0 or 1 of a pairing, with `seed` for its chance."""
        kept = self._kept.get((spec, side))
        lasting: object = kept
        if kept is not None and isinstance(lasting, Lasting):
            lasting.begin(seed)
            return kept
        player = self._loaded(spec, seed)
        self._kept[spec, side] = player
        return player

    def _loaded(self, spec: str, seed: int) -> Player:
        if is_program(spec) and command_of(spec) is not None:
            return EnginePlayer(spec, seed=seed, move_time=self._move_time)
        return load_player(spec, seed=seed)

    def close(self) -> None:
        """Let go of the programs among the players."""
        for player in self._kept.values():
            if isinstance(player, EnginePlayer):
                player.close()
        self._kept.clear()


def greet(spec: str, row: Variant, *, move_time: float) -> None:
    """Raise a `GinRummyError` unless `spec` is a player that can be loaded and plays the variant."""
    if not is_program(spec) or command_of(spec) is None:
        load_player(spec, seed=0)
        return
    player = EnginePlayer(spec, move_time=move_time)
    player.start(row)
    player.close()
