"""Gin rummy for learners: PettingZoo, Gymnasium (one seat, or thousands of tables) and OpenSpiel.

Each asks for its own package only when it is made. Actions are the 108 of `kernel.actions`; observations are
described in docs/environments.md. Spread and lay-offs are automatic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ginrummy.installation import install_command

if TYPE_CHECKING:
    from ginrummy.envs.many_tables import GinRummyTables
    from ginrummy.envs.seats_in_turn import GinRummyAEC
    from ginrummy.envs.single_seat import GinRummySeat

__all__ = ["aec", "openspiel", "single", "vector"]


def aec(variant: str = "eaai", *, match: bool = False, render_mode: str | None = None) -> GinRummyAEC:
    """Return the PettingZoo environment: both seats act in turn, one hand or a whole `match`.

    `variant` is a preset or the file of a house rule.
    """
    with _asking():
        from ginrummy.envs.seats_in_turn import GinRummyAEC

    return GinRummyAEC(variant, match=match, render_mode=render_mode)


def single(
    variant: str = "eaai",
    *,
    opponent: str = "simple",
    match: bool = False,
    seat: int = 0,
    forfeit: float = 100.0,
    render_mode: str | None = None,
) -> GinRummySeat:
    """Return the Gymnasium environment of one seat; `opponent` is any player that `load_player` knows.

    An action that is not allowed ends a hand with a reward of minus `forfeit`, a match with -1.
    """
    with _asking():
        from ginrummy.envs.single_seat import GinRummySeat

    return GinRummySeat(
        variant, opponent=opponent, match=match, seat=seat, forfeit=forfeit, render_mode=render_mode
    )


def vector(
    count: int,
    variant: str = "eaai",
    *,
    opponent: str | Callable[..., int] | None = None,
    seat: int = 0,
    compact: bool = False,
    workers: int | None = 1,
) -> GinRummyTables:
    """Return `count` tables that step at once, in the form of a Gymnasium vector environment.

    Without an `opponent` each step is of the seat to move. With one, "random", "simple", "steady" or a player
    of the kernel, it plays the other seat within the step and every step is of `seat`. `compact` gives sets
    of cards as 64-bit integers instead of planes; `workers` are the cores to use, all of them for `None`.
    """
    with _asking():
        from ginrummy.envs.many_tables import GinRummyTables

    return GinRummyTables(count, variant, opponent=opponent, seat=seat, compact=compact, workers=workers)


def openspiel(variant: str = "eaai", *, dealer: int = 1) -> Any:
    """Return the OpenSpiel game, registered as `python_ginrummy`; the deal and the draws are chance."""
    with _asking():
        import pyspiel

        from ginrummy.envs import openspiel_game

    return pyspiel.load_game(openspiel_game.NAME, {"variant": variant, "dealer": dealer})


@contextmanager
def _asking() -> Iterator[None]:
    """Say what to install where a package is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        what = f"{error.name} is missing: {install_command('envs', 'fast')}"
        raise ModuleNotFoundError(what, name=error.name) from error
