"""Pool of players in one process, reset for each leg."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

from ginrummy.players import Player, load_player
from ginrummy.players.loading import Kind, kind_of
from ginrummy.players.programs.external_engine import EnginePlayer, command_of
from ginrummy.players.programs.isolated import IsolatedPlayer
from ginrummy.variants import Variant

MOST_PROCESSES: Final = 16


@runtime_checkable
class Lasting(Protocol):
    """A player that can be reused for another leg after a reset."""

    def begin(self, seed: int) -> None:
        """Reset: later decisions depend on `seed` and the views alone."""


class Roster:
    """Players by name and seat: each leg gets them as if freshly loaded."""

    def __init__(self, *, move_time: float) -> None:
        self._move_time = move_time
        self._kept: dict[tuple[str, int], Player] = {}

    def seated(self, spec: str, side: int, *, seed: int) -> Player:
        """Return the player `spec` for side 0 or 1 of a pairing, with `seed` for its chance."""
        kept = self._kept.pop((spec, side), None)
        lasting: object = kept
        if kept is not None and isinstance(lasting, Lasting):
            lasting.begin(seed)
        else:
            kept = foreign(spec, seed=seed, move_time=self._move_time) or load_player(spec, seed=seed)
        self._kept[spec, side] = kept
        self._dismiss_idle()
        return kept

    def _dismiss_idle(self) -> None:
        """Stop the subprocess that has been idle longest, if there are too many."""
        running = [
            place for place, player in self._kept.items() if isinstance(player, EnginePlayer | IsolatedPlayer)
        ]
        if len(running) > MOST_PROCESSES:
            _close(self._kept.pop(running[0]))

    def close(self) -> None:
        """Stop the subprocesses of the players."""
        for player in self._kept.values():
            _close(player)
        self._kept.clear()


def foreign(spec: str, *, seed: int, move_time: float) -> EnginePlayer | IsolatedPlayer | None:
    """Return a third-party player in a subprocess, or `None` for one of ours."""
    kind = kind_of(spec)
    if kind is Kind.CLASS:
        return IsolatedPlayer(spec, seed=seed, move_time=move_time)
    if kind is Kind.PROGRAM and command_of(spec) is not None:
        return EnginePlayer(spec, seed=seed, move_time=move_time)
    return None


def greet(spec: str, row: Variant, *, move_time: float) -> None:
    """Raise a `GinRummyError` unless `spec` can be loaded and plays the variant."""
    player = foreign(spec, seed=0, move_time=move_time)
    if player is None:
        load_player(spec, seed=0)
        return
    try:
        player.start(row)
    finally:
        player.close()


def _close(player: Player) -> None:
    if isinstance(player, EnginePlayer | IsolatedPlayer):
        player.close()
