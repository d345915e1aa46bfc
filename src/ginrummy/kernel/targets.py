"""Compiled functions of the law, by the runtime in use.

Players, coach and server call `compile_function`, which runs the exports of the shipped WebAssembly at once.
Native code comes from Numba, which takes time at first but compiles any function: `compile_fastest` prefers
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ginrummy.kernel.installed_extras import compiler_install_hint, runtime_install_hint
from ginrummy.kernel.runtimes import Plain, Target, current_runtime, has_compiler, is_installed
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError


def compile_function(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` with all its callees, compiled. A call from Python releases the GIL.

    `function` is a plain function over integers, tuples of integers, records and arrays. Calls of a key of
    `swaps`, in it or its callees, are replaced by calls of its value: so one loop serves any two players.
    Variants are passed as `variant_record(variant)`. Under WebAssembly, `function` must be one of its
    exports. Raises `GinRummyError` when no runtime of the law is installed.
    """
    return _compile(current_runtime(), function, swaps)


def compile_fastest(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` as by `compile_function`, but compiled natively where Numba is installed."""
    return _compile(Target.NATIVE if has_compiler() else current_runtime(), function, swaps)


def _compile(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    return _make(way, function, swaps) if swaps else _without_swaps(way, function)


@cache
def _without_swaps(way: Target, function: Plain) -> Any:
    """Return `function` without swaps, cached because it is requested before every call."""
    return _make(way, function, None)


def _make(way: Target, function: Plain, swaps: Mapping[Plain, Plain] | None) -> Any:
    if not is_installed(way):
        missing = compiler_install_hint() if way is Target.NATIVE else runtime_install_hint()
        raise GinRummyError(missing, where=_("the compiled law"))
    if way is Target.NATIVE:
        from ginrummy.kernel.compile import compile_function as native

        return native(function, swaps)
    return exported_function(function, swaps)
