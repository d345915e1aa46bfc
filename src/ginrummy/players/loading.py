"""Loader of players: a built-in name, a class in a module, or a program."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from enum import Enum
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ginrummy.kernel.installed_extras import compiler_install_hint, runtime_install_hint
from ginrummy.locale import _
from ginrummy.locale.argument_checks import as_text, as_whole_number
from ginrummy.locale.errors import safe_repr
from ginrummy.players.player import Player, PlayerError, error_line
from ginrummy.players.registry import BUILT_IN, SEARCHING, STRONGEST, can_search, player_names, strength_of

_BUDGET: Final = re.compile(r"([1-9][0-9]{0,6})(ms|s)?")
_MILLISECONDS: Final = {"ms": 1, "s": 1000}
_COMPILER: Final = ("numba", "numpy")
MOST_WORLDS: Final = 1_000_000


def load_player(spec: str, *, seed: int = 0, cores: int | None = 1) -> Player:
    """Return the player that `spec` names, created with `seed` where it takes one.

    `spec` is one of:

    - a built-in name, with a budget for players that search: `search@200` is at most 200 worlds a move,
      `search@100ms` a tenth of a second, `champion@2s` two seconds; `even@70` starts at a strength of 70
    - `module:Class` or `file.py:Class`; modules are also found in the current directory
    - the path of a program (docs/engine-protocol.md)

    Raises `PlayerError` for anything else. A built-in player that searches uses `cores` cores, `None` for all
    available. Its moves do not depend on their number.
    """
    name, at, budget = as_text(spec, "load_player", error=PlayerError).partition("@")
    seed = as_whole_number(seed, "load_player")
    cores = None if cores is None else as_whole_number(cores, "load_player", least=1)
    if not can_load(name):
        raise PlayerError(runtime_install_hint(), where=spec)
    if name in BUILT_IN:
        ours = BUILT_IN[name]
        maker = _class_at(ours.place, spec)
        limits = _limits(maker, budget, spec) if at else {}
        sharing = {"cores": cores} if _takes(maker, "cores") else {}
        return _make(maker, spec, seed, ours.settings | limits | sharing)
    if player_kind(spec) is PlayerKind.PROGRAM:
        return _program(spec, seed)
    return _make(_class_at(spec, spec), spec, seed, {})


PlayerMaker = str | type[Player] | Player
"""A player given by name (see `load_player`), by class, or as an instance."""


def make_player(maker: PlayerMaker, *, seed: int = 0) -> Player:
    """Return the player that `maker` names, an instance of that class with `seed`, or `maker` itself."""
    if isinstance(maker, str):
        return load_player(maker, seed=seed)
    if not callable(getattr(maker, "decide", None)):
        raise PlayerError(_("{name} has no method decide").format(name=safe_repr(maker)))
    if isinstance(maker, type):
        return _make(maker, maker.__qualname__, seed, {})
    return maker


def can_load(name: str) -> bool:
    """Return whether the dependencies of the player `name` are installed; true for other players."""
    return can_search() or name not in (*SEARCHING, "network")


def _class_at(place: str, spec: str) -> Callable[..., Any]:
    """Return the class at `module:Class` or `file.py:Class`."""
    module_name, _colon, class_name = place.rpartition(":")
    module = _module(module_name, spec)
    maker = getattr(module, class_name, None)
    if not inspect.isclass(maker):
        what = _("there is no class {name} in {module}").format(name=class_name, module=module_name)
        raise PlayerError(what, where=spec)
    if not callable(getattr(maker, "decide", None)):
        raise PlayerError(_("{name} has no method decide").format(name=class_name), where=spec)
    return maker


def _limits(maker: Callable[..., Any], budget: str, spec: str) -> dict[str, int]:
    """Return the keyword for `budget`: worlds or milliseconds a move, or a starting strength."""
    if _takes(maker, "strength"):
        return {"strength": _strength(spec)}
    found = _BUDGET.fullmatch(budget)
    if found is None:
        what = _(
            "a budget is a number of worlds, as in search@200, or a time, as in search@100ms or champion@2s"
        )
        raise PlayerError(what, where=spec)
    if not _takes(maker, "worlds"):
        raise PlayerError(_("this player does not search, so it takes no budget"), where=spec)
    number = int(found[1])
    if found[2]:
        return {"milliseconds": number * _MILLISECONDS[found[2]], "worlds": MOST_WORLDS}
    return {"worlds": number}


def _strength(spec: str) -> int:
    strength = strength_of(spec)
    if strength is None:
        what = _("a strength is a number from 1 to {most}, as in even@70").format(most=STRONGEST)
        raise PlayerError(what, where=spec)
    return strength


class PlayerKind(Enum):
    """The kind of player that a spec names."""

    OURS = "ours"
    CLASS = "class"
    PROGRAM = "program"


def player_kind(spec: str) -> PlayerKind:
    """Return the kind of `spec`."""
    if spec.partition("@")[0] in BUILT_IN:
        return PlayerKind.OURS
    module_name, _colon, class_name = spec.rpartition(":")
    return PlayerKind.CLASS if _is_class(module_name, class_name) else PlayerKind.PROGRAM


def _is_class(module_name: str, class_name: str) -> bool:
    """Return whether these are a module and a class in it, and not a program with options."""
    is_module = all(part.isidentifier() for part in module_name.split("."))
    return class_name.isidentifier() and (is_module or module_name.endswith(".py"))


def _program(spec: str, seed: int) -> Player:
    # Imported late: programs are rare and their runner is slow to load.
    from ginrummy.players.programs.external_engine import EnginePlayer, command_of

    if command_of(spec) is not None:
        return EnginePlayer(spec, seed=seed)
    known = ", ".join(player_names())
    what = _("there is no such player; there are {known}, and your own as module:Class")
    raise PlayerError(what.format(known=known), where=spec)


def _make(maker: Callable[..., Any], spec: str, seed: int, settings: dict[str, Any]) -> Player:
    chance = {"seed": seed} if _takes(maker, "seed") else {}
    try:
        player: Player = maker(**chance, **settings)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # exit() too: a player must not end the process
        what = _("it cannot be made: {error}").format(error=error_line(error))
        raise PlayerError(what, where=spec) from error
    return player


def _takes(maker: Callable[..., Any], name: str) -> bool:
    parameters = inspect.signature(maker).parameters
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    named = name in parameters and parameters[name].kind in by_name
    return named or any(each.kind is inspect.Parameter.VAR_KEYWORD for each in parameters.values())


def _module(name: str, spec: str) -> ModuleType:
    """Return the module `name`, or the one in the file `name` when it ends in `.py`."""
    try:
        return _module_of_file(Path(name), spec) if name.endswith(".py") else _module_by_name(name, spec)
    except (PlayerError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise PlayerError(_load_failure(name, error), where=spec) from error


def _load_failure(module: str, error: BaseException) -> str:
    """Return why `module` cannot be loaded."""
    if isinstance(error, ModuleNotFoundError) and error.name in _COMPILER:
        return compiler_install_hint()
    return _("{module} cannot be loaded: {error}").format(module=module, error=error_line(error))


def _module_by_name(name: str, spec: str) -> ModuleType:
    _make_importable(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # A module that the user's own module fails to import is another error.
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        raise PlayerError(_("there is no module {name}").format(name=name), where=spec) from error


def _module_of_file(path: Path, spec: str) -> ModuleType:
    if not path.is_file():
        raise PlayerError(_("there is no file {path}").format(path=path), where=spec)
    path = path.resolve()
    name = f"{path.stem}_{sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    _make_importable(path.parent)
    found = importlib.util.spec_from_file_location(name, path)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _make_importable(folder: Path) -> None:
    """Append `folder` to the import path: no file there may shadow the standard library."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    importlib.invalidate_caches()
