"""Reinforcement-learning environments: PettingZoo, Gymnasium (one seat or many tables), OpenSpiel, RLCard.

Each imports its own package only when it is created. Actions are the 108 of `kernel.actions`. Observations
are described in docs/environments.md. Spread and lay-offs are automatic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale.argument_checks import as_flag, as_seat
from ginrummy.variants import NamedVariant, Variant

if TYPE_CHECKING:
    from ginrummy.lab.envs.gymnasium_env import GinRummySeat
    from ginrummy.lab.envs.openspiel_bots import OpenSpielPlayer
    from ginrummy.lab.envs.pettingzoo_env import GinRummyAEC
    from ginrummy.lab.envs.rlcard_env import GinRummyRLCard
    from ginrummy.lab.envs.vector_env import GinRummySeats, GinRummyTables
    from ginrummy.players.loading import PlayerMaker

DEVICES = ("cpu", "cuda")

__all__ = ["aec", "openspiel", "openspiel_player", "rlcard", "single", "vector"]


def aec(
    variant: Variant | NamedVariant | str | Path = "eaai",
    *,
    match: bool = False,
    normalise: bool = False,
    render_mode: str | None = None,
) -> GinRummyAEC:
    """Return the PettingZoo environment: both seats act in turn, one hand or a whole `match`.

    `variant` is a preset or a house rule, by name, by file, or loaded; `normalise` scales observations to
    between -1 and 1.
    """
    with _asking():
        from ginrummy.lab.envs.pettingzoo_env import GinRummyAEC

    return GinRummyAEC(variant, match=match, normalise=normalise, render_mode=render_mode)


def single(
    variant: Variant | NamedVariant | str | Path = "eaai",
    *,
    opponent: PlayerMaker = "simple",
    match: bool = False,
    seat: int = 0,
    forfeit: float | None = 100.0,
    normalise: bool = False,
    render_mode: str | None = None,
) -> GinRummySeat:
    """Return the Gymnasium environment of one seat.

    `opponent` is any player that `load_player` knows, a class of yours, or an object with `decide`. An
    illegal action ends a hand with a reward of minus `forfeit`, and a match with -1. With `None` it raises
    `IllegalAction`.
    """
    with _asking():
        from ginrummy.lab.envs.gymnasium_env import GinRummySeat

    return GinRummySeat(
        variant, opponent=opponent, match=match, seat=seat, forfeit=forfeit, normalise=normalise,
        render_mode=render_mode,
    )  # fmt: skip


def vector(
    count: int,
    variant: Variant | NamedVariant | str | Path = "eaai",
    *,
    opponent: PlayerMaker | Callable[..., int] | None = None,
    match: bool = False,
    seat: int = 0,
    compact: bool = False,
    normalise: bool = False,
    workers: int | None = 1,
    device: str = "cpu",
) -> GinRummyTables | GinRummySeats:
    """Return `count` tables that step at once, a Gymnasium vector environment.

    Without an `opponent` each step is one of the seat to move. With one it plays the other seat within the
    step, and every step is one of `seat`. "random", "simple", "steady" and players of the kernel, plain
    functions, are compiled. Any other that `single` takes, and whole matches, are played table by table.
    `compact` gives sets of cards as 64-bit integers instead of planes. `workers` is the number of cores for
    compiled tables, `None` for all. With `device="cuda"` a graphics card plays the compiled tables, one
    thread each, and all arrays are in its memory: see docs/cuda.md.
    """
    with _asking():
        from ginrummy.kernel.parallel import worker_count
        from ginrummy.lab.envs.vector_env import COMPILED, GinRummySeats

    match = as_flag(match, "match")
    if device not in DEVICES:
        raise ValueError(f"{device!r} is no device; there are: {', '.join(DEVICES)}")
    if not match and (opponent is None or isinstance(opponent, FunctionType) or opponent in (*COMPILED,)):
        return _tables_class(device)(
            count, variant, opponent=opponent, seat=seat, compact=compact, normalise=normalise,
            workers=workers,
        )  # fmt: skip
    if device != "cpu":
        raise ValueError(f"a graphics card plays hands alone, the opponents are: {', '.join(COMPILED)}")
    worker_count(workers)
    if match and (opponent is None or isinstance(opponent, FunctionType)):
        raise ValueError("a match needs an opponent that decides: by name, a class or an object")
    return GinRummySeats(
        count, variant, opponent=opponent, match=match, seat=seat, compact=compact, normalise=normalise
    )


def _tables_class(device: str) -> type[GinRummyTables]:
    if device == "cpu":
        from ginrummy.lab.envs.vector_env import GinRummyTables

        return GinRummyTables
    from ginrummy.lab.envs.card_tables import GinRummyCardTables

    return GinRummyCardTables


def vector_of(
    *,
    num_envs: int,
    opponent: PlayerMaker | Callable[..., int] = "simple",
    render_mode: str | None = None,
    **settings: Any,
) -> GinRummyTables | GinRummySeats:
    """Return `vector` with the signature that `gymnasium.make_vec` needs, and the opponent of `single`."""
    with _asking():
        from ginrummy.lab.envs.action_checks import validate_render_mode

    validate_render_mode(render_mode, ())
    return vector(num_envs, opponent=opponent, **settings)


def openspiel(variant: Variant | NamedVariant | str | Path = "eaai", *, dealer: int = 1) -> Any:
    """Return the OpenSpiel game, registered as `python_ginrummy`; the deal and the draws are chance nodes."""
    with _asking():
        import pyspiel

        from ginrummy.lab.envs import openspiel_game

    settings = {"variant": openspiel_game.variant_parameter(variant), "dealer": as_seat(dealer, "dealer")}
    return pyspiel.load_game(openspiel_game.NAME, settings)


def openspiel_player(
    make_bot: Callable[[Any, int], Any], *, seed: int = 0, name: str = "OpenSpiel"
) -> OpenSpielPlayer:
    """Return a player that plays as a bot of OpenSpiel, for the arena and the ladder.

    `make_bot(game, seat)` makes a bot with `step(state)`; the game is that of `openspiel`. The state has what
    the seat knows, and one possible choice of the cards that it has not seen, drawn from the view and `seed`.
    """
    from ginrummy.lab.envs.openspiel_bots import OpenSpielPlayer

    return OpenSpielPlayer(make_bot, seed=seed, name=name)


def rlcard(
    variant: Variant | NamedVariant | str | Path = "eaai",
    *,
    match: bool = False,
    normalise: bool = False,
    allow_step_back: bool = False,
    seed: int | None = None,
) -> GinRummyRLCard:
    """Return the RLCard environment: both seats act in turn, one hand or a whole `match`.

    `normalise` scales observations to between -1 and 1. With `allow_step_back` it can take actions back.
    """
    with _asking():
        from ginrummy.lab.envs.rlcard_env import GinRummyRLCard

    return GinRummyRLCard(
        {"variant": variant, "match": match, "normalise": normalise, "allow_step_back": allow_step_back,
         "seed": seed}
    )  # fmt: skip


@contextmanager
def _asking() -> Iterator[None]:
    """Name the package to install when one is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = f"{error.name}".partition(".")[0]
        what = f"{package} is missing: {install_command('envs', 'fast')}"
        raise ModuleNotFoundError(what, name=error.name) from error


def _register() -> None:
    """Register `ginrummy/Hand-v0` and `Match-v0` with `gymnasium.make`, if Gymnasium is installed."""
    try:
        from gymnasium.envs.registration import register, registry
    except ModuleNotFoundError:
        return
    for name, match in (("Hand", False), ("Match", True)):
        if f"ginrummy/{name}-v0" not in registry:
            register(
                f"ginrummy/{name}-v0",
                entry_point="ginrummy.lab.envs.gymnasium_env:GinRummySeat",
                vector_entry_point="ginrummy.lab.envs:vector_of",
                kwargs={"match": match},
            )


_register()
