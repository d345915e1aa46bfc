"""Runtime of the compiled law: the WebAssembly module of this package, or native code for researchers.

Players, coach and server call `compile_function`, which runs the exports of the shipped module at once:
by `wasmtime`, or in a browser worker that runs this Python. `GINRUMMY_TARGET` set to `wasm`, `browser` or
`native` overrides the choice, which is made once. Native code comes from Numba, which takes time at first but
compiles any function: `compile_fastest` prefers it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from ginrummy.kernel.installed_extras import compiler_missing, runtime_missing
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

Plain = Callable[..., Any]

VARIABLE: Final = "GINRUMMY_TARGET"


class Target(Enum):
    """A runtime of the law, with its name in `GINRUMMY_TARGET`."""

    BROWSER = "browser"
    WASM = "wasm"
    NATIVE = "native"


_NEEDS: Final = {
    Target.NATIVE: ("numba", "numpy"),
    Target.WASM: ("wasmtime",),
    Target.BROWSER: ("ginrummy_law",),
}


@cache
def current_target() -> Target:
    """Return the runtime of the law. Raises `ValueError` when `GINRUMMY_TARGET` names none."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Target(asked)
    return Target.BROWSER if _is_installed(Target.BROWSER) else Target.WASM


def is_ready() -> bool:
    """Return whether a runtime of the law is installed."""
    return _is_installed(current_target())


@cache
def has_compiler() -> bool:
    """Return whether Numba, which compiles any function for this machine, is installed."""
    return _is_installed(Target.NATIVE)


def _is_installed(way: Target) -> bool:
    return all(find_spec(module) is not None for module in _NEEDS[way])


def is_ginrummy_function(function: Plain) -> bool:
    """Return whether `function` belongs to this package, not to a third party."""
    return f"{function.__module__}.".startswith("ginrummy.")


def compile_function(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` with all its callees, compiled. A call from Python releases the GIL.

    `function` is a plain function over integers, tuples of integers, records and arrays. Calls of a key of
    `swaps`, in it or its callees, are replaced by calls of its value: so one loop serves any two players.
    Variants are passed as `variant_record(variant)`. Under WebAssembly, `function` must be one of its
    exports. Raises `GinRummyError` when no runtime of the law is installed.
    """
    return _compile(current_target(), function, swaps)


def compile_fastest(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` as by `compile_function`, but compiled natively where Numba is installed."""
    return _compile(Target.NATIVE if has_compiler() else current_target(), function, swaps)


def _compile(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    return _make(way, function, swaps) if swaps else _without_swaps(way, function)


@cache
def _without_swaps(way: Target, function: Plain) -> Any:
    """Return `function` without swaps, cached because it is requested before every call."""
    return _make(way, function, None)


def _make(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    if not _is_installed(way):
        missing = compiler_missing() if way is Target.NATIVE else runtime_missing()
        raise GinRummyError(missing, where=_("the compiled law"))
    if way is Target.NATIVE:
        from ginrummy.kernel.compile import compile_function as native

        return native(function, swaps)
    from ginrummy.kernel.wasm_bindings import exported_function

    return exported_function(function, swaps)
