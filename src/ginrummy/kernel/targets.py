"""What runs the law by the million: this processor's own code, or the WebAssembly of this package.

One door for both, `compiled`; which it leads to is chosen once, when it is first asked. Numba makes the
processor's own code and takes its time the first time; `wasmtime` runs the shipped module at once, and knows
no functions but those that it exports; a browser in whose worker this Python runs does the same with the same
module. `GINRUMMY_TARGET` set to `native`, `wasm` or `browser` decides, else Numba is taken where it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

from ginrummy.errors import GinRummyError
from ginrummy.installed_extras import compiler_missing
from ginrummy.locale import _

Plain = Callable[..., Any]

VARIABLE: Final = "GINRUMMY_TARGET"


class Target(Enum):
    """A way to run the law, known by what `GINRUMMY_TARGET` says for it."""

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
    """Return what runs the law here; raises `ValueError` where `GINRUMMY_TARGET` names none."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Target(asked)
    return next(filter(_is_installed, Target), Target.NATIVE)


def is_ready() -> bool:
    """Return whether what runs the law here is installed."""
    return _is_installed(target())


def _is_installed(way: Target) -> bool:
    return all(find_spec(module) is not None for module in _NEEDS[way])


def is_ours(function: Plain) -> bool:
    """Return whether `function` is of this package, not of somebody else's."""
    return f"{function.__module__}.".startswith("ginrummy.")


def compiled(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` and all that it calls, compiled; called from Python it lets other threads run.

    `function` is a plain function over integers, tuples of integers, records and arrays. Wherever it or
    its callees call a key of `swaps`, they call its value instead: so one loop serves any two players.
    Variants go in as `variant_record(variant)`. Where WebAssembly runs the law, `function` is of its exports.
    Raises `GinRummyError` where nothing is installed that runs the law.
    """
    return _made(target(), function, swaps) if swaps else _without_swaps(target(), function)


@cache
def _without_swaps(way: Target, function: Plain) -> Any:
    """Return what `compiled` does; it is asked for before every call."""
    return _made(way, function, None)


def _made(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    if way is not Target.NATIVE:
        from ginrummy.kernel.wasm_bindings import exported

        return exported(function, swaps)
    try:
        from ginrummy.kernel.compile import compiled as native
    except ImportError as error:
        if is_ready():
            raise
        raise GinRummyError(compiler_missing(), where=_("the compiled law")) from error
    return native(function, swaps)
