"""Runtime of the compiled law: native code, or the WebAssembly module of this package.

`compile_function` is the interface to both. The choice is made once, at its first use. Numba generates native
code, which takes time at first. `wasmtime` runs the shipped module at once, but only its exports.
A browser worker that runs this Python uses the same module. `GINRUMMY_TARGET` set to `native`, `wasm` or
`browser` decides, else Numba is used if it is installed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from ginrummy.kernel.installed_extras import compiler_missing
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

Plain = Callable[..., Any]

VARIABLE: Final = "GINRUMMY_TARGET"


class Target(Enum):
    """A runtime of the law, with its name in `GINRUMMY_TARGET`."""

    NATIVE = "native"
    WASM = "wasm"
    BROWSER = "browser"


_NEEDS: Final = {
    Target.NATIVE: ("numba", "numpy"),
    Target.WASM: ("wasmtime",),
    Target.BROWSER: ("ginrummy_law",),
}


@cache
def target() -> Target:
    """Return the runtime of the law. Raises `ValueError` when `GINRUMMY_TARGET` names none."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Target(asked)
    return next(filter(_is_installed, Target), Target.NATIVE)


def is_ready() -> bool:
    """Return whether a runtime of the law is installed."""
    return _is_installed(target())


def _is_installed(way: Target) -> bool:
    return all(find_spec(module) is not None for module in _NEEDS[way])


def is_ours(function: Plain) -> bool:
    """Return whether `function` belongs to this package, not to a third party."""
    return f"{function.__module__}.".startswith("ginrummy.")


def compile_function(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` with all its callees, compiled. A call from Python releases the GIL.

    `function` is a plain function over integers, tuples of integers, records and arrays. Calls of a key of
    `swaps`, in it or its callees, are replaced by calls of its value: so one loop serves any two players.
    Variants are passed as `variant_record(variant)`. Under WebAssembly, `function` must be one of its
    exports. Raises `GinRummyError` when no runtime of the law is installed.
    """
    return _made(target(), function, swaps) if swaps else _without_swaps(target(), function)


@cache
def _without_swaps(way: Target, function: Plain) -> Any:
    """Return `compile_function` without swaps, cached because it is requested before every call."""
    return _made(way, function, None)


def _made(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    if way is not Target.NATIVE:
        from ginrummy.kernel.wasm_bindings import export_of

        return export_of(function, swaps)
    try:
        from ginrummy.kernel.compile import compile_function as native
    except ImportError as error:
        if is_ready():
            raise
        raise GinRummyError(compiler_missing(), where=_("the compiled law")) from error
    return native(function, swaps)
