"""Runtimes of the compiled law: the WebAssembly module of this package, or native code for researchers.

The shipped module runs by `wasmtime`, or in a browser worker that runs this Python. `GINRUMMY_TARGET` set to
`wasm`, `browser` or `native` overrides the choice, which is made once.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from functools import cache
from importlib.util import find_spec
from typing import Any, Final

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
def current_runtime() -> Target:
    """Return the runtime of the law. Raises `ValueError` when `GINRUMMY_TARGET` names none."""
    asked = os.environ.get(VARIABLE)
    if asked:
        return Target(asked)
    return Target.BROWSER if is_installed(Target.BROWSER) else Target.WASM


def has_runtime() -> bool:
    """Return whether a runtime of the law is installed."""
    return is_installed(current_runtime())


@cache
def has_compiler() -> bool:
    """Return whether Numba, which compiles any function for this machine, is installed."""
    return is_installed(Target.NATIVE)


def is_installed(way: Target) -> bool:
    """Return whether what the runtime `way` needs is installed."""
    return all(find_spec(module) is not None for module in _NEEDS[way])


def is_ginrummy_function(function: Plain) -> bool:
    """Return whether `function` belongs to this package, not to a third party."""
    return f"{function.__module__}.".startswith("ginrummy.")
