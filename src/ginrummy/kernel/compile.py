"""Compiler of the law: copies each function and its callees under Numba.

A copy has the function's own code with other globals: law functions that it calls are replaced by their
compiled copies, `array.array` tables by NumPy arrays, and `bits` by the processor's instruction. This module
contains no rule. Any module of plain functions over integers compiles the same way.
"""

from __future__ import annotations

import hashlib
import sys
import threading
from array import array
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, suppress
from dis import get_instructions
from functools import cache
from types import CodeType, FunctionType
from typing import Any, ClassVar, Final

import numba
import numpy as np
from numba.core import cgutils
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from ginrummy.kernel import bitcode_cache, compile_cache
from ginrummy.kernel.compile_progress import announce_compilation
from ginrummy.kernel.runtimes import Plain, is_ginrummy_function
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, on_one_line
from ginrummy.rules import cards

Swaps = tuple[tuple[Plain, Plain], ...]

types: Final[Any] = numba.types  # partly typed: `Any` where Numba's own types are used
settings: Final[Any] = numba.config

_LOCK: Final = threading.RLock()
_LONGEST_REASON: Final = 200
_COMMON_OPTIONS: Final = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "no_cfunc_wrapper": True,
}


# Inlined into their callers: returning a whole state by value costs more than computing it. Inlining more
# makes hands a third faster and compiling three times slower.
INLINED: Final = frozenset({
    "ginrummy.kernel.actions.after_action",
    "ginrummy.kernel.row_fields.read_state",
    "ginrummy.kernel.row_fields.state_from_fields",
    "ginrummy.kernel.vector_loops.step_table",
    "ginrummy.lab.envs.step_loops.play_opponent",
    "ginrummy.players.belief.with_hand_of",
    "ginrummy.players.belief.with_mover",
    "ginrummy.players.rollouts.play_out",
    "ginrummy.rules.turns.deal_deck",
    "ginrummy.rules.turns.first_state",
    "ginrummy.rules.turns.close_hand",
    "ginrummy.rules.turns.closed_state",
    "ginrummy.rules.turns.declare_big_gin",
    "ginrummy.rules.turns.discard_card",
    "ginrummy.rules.turns.draw_stock",
    "ginrummy.rules.turns.open_hand_state",
    "ginrummy.rules.turns.leave_top",
    "ginrummy.rules.turns.take_discard",
    "ginrummy.rules.turns.take_top",
})  # fmt: skip


class Inner(CPUDispatcher):
    """A copy that compiled code calls, with one version for all integer widths."""

    inner: ClassVar[type[CPUDispatcher]]  # class of the callees' copies
    options: ClassVar[dict[str, Any]] = _COMMON_OPTIONS | {"no_cpython_wrapper": True}
    pipeline: ClassVar[Any] = bitcode_cache.Pipeline

    def __init__(self, py_func: FunctionType, targetoptions: dict[str, Any]) -> None:
        """Wrap `py_func`."""
        super().__init__(py_func, targetoptions=targetoptions, pipeline_class=self.pipeline)

    def enable_caching(self) -> None:
        """Enable the on-disk cache."""
        self._cache = bitcode_cache.Cache(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        named = {name: _widen(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(map(_widen, args)), named)


Inner.inner = Inner


class _Entry(CPUDispatcher):
    """A copy that Python calls. It shows progress when compiling takes a while."""

    inner = Inner
    players: tuple[str, ...] = ()  # third-party players
    options = _COMMON_OPTIONS | {"no_cpython_wrapper": False}

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        dispatcher: Any = super()  # Numba does not declare the methods called here
        is_kept = not kws and compile_cache.is_cached(self, tuple(map(self.typeof_pyval, args)))
        try:
            with announce_compilation(), nullcontext() if is_kept else compile_cache.compile_lock():
                return dispatcher._compile_for_args(*args, **kws)
        except numba.errors.NumbaError as error:
            if not self.players:
                raise
            what = _("it cannot be made: {error}").format(error=_first_reason(str(error)))
            raise GinRummyError(what, where=", ".join(self.players)) from error


def _first_reason(text: str) -> str:
    """Return the cause from Numba's error message of many lines."""
    lines = [line for line in text.splitlines() if not line.startswith("Failed in ")]
    return on_one_line(" ".join(lines), _LONGEST_REASON)


def _widen(kind: Any) -> Any:
    plain = types.unliteral(kind)
    return types.int64 if isinstance(plain, types.Integer) and plain.signed else plain


@intrinsic
def _bit_count(context: Any, mask: Any) -> Any:
    def instruction(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), instruction


@intrinsic
def _lowest(context: Any, mask: Any) -> Any:
    def instruction(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), instruction


_INSTRUCTIONS: Final[dict[Plain, Any]] = {cards.bit_count: _bit_count, cards.lowest_bit: _lowest}


def compile_function(function: Plain, swaps: Mapping[Plain, Plain] | None = None) -> Any:
    """Return `function` with all its callees, compiled. A call from Python releases the GIL.

    `function` is a plain function over integers, tuples of integers, records and arrays. Calls of a key of
    `swaps`, in it or its callees, are replaced by calls of its value: so one loop serves any two players.
    Each set of swaps is a copy of its own. Variants are passed as `variant_record(variant)`.
    """
    with _LOCK:
        return copy_function(function, swaps, _Entry)


def copy_function(function: Plain, swaps: Mapping[Plain, Plain] | None, kind: Any) -> Any:
    """Return a copy of `function` of the dispatcher class `kind`, such as `Inner`."""
    return _copy(_plain(function), tuple((swaps or {}).items()), kind)


def _plain(function: Plain) -> FunctionType:
    if not isinstance(function, FunctionType) or function in _INSTRUCTIONS:
        raise TypeError(f"{function!r} is no plain function to be called by Python")
    for each in _callees(function):
        if each.__closure__:
            raise TypeError(f"{each!r} reads variables of the function around it: only globals are seen")
    return function


@cache
def _copy(function: FunctionType, swaps: Swaps, kind: Any) -> Any:
    if function in _INSTRUCTIONS:
        return _INSTRUCTIONS[function]
    space = {name: _translate(value, swaps, kind.inner) for name, value in _globals_of(function).items()}
    space["__name__"] = function.__module__
    copy = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__module__ = function.__module__ or "__main__"
    copy.__qualname__ = _identity(function, swaps, kind)
    options = dict(kind.options)
    if kind is kind.inner and f"{function.__module__}.{function.__qualname__}" in INLINED:
        options["forceinline"] = True
    dispatcher = kind(py_func=copy, targetoptions=options)
    dispatcher.players = tuple(new.__qualname__ for _old, new in swaps if not is_ginrummy_function(new))
    # The cache loads code with its module: what was made by `exec` elsewhere has none.
    if kind.inner is Inner and all(
        each.__module__ in sys.modules for each in (function, *dict(swaps).values())
    ):
        _keep(dispatcher)
    return dispatcher


@cache
def _globals_of(function: FunctionType) -> Mapping[str, Any]:
    """Return the globals that `function` reads, without builtins."""
    names = set(_global_names(function.__code__))
    return {name: value for name, value in function.__globals__.items() if name in names}


def _global_names(code: CodeType) -> Iterator[str]:
    """Yield the globals that `code` reads, with those of nested code: comprehensions and lambdas."""
    yield from (step.argval for step in get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _translate(value: Any, swaps: Swaps, kind: Any) -> Any:
    if isinstance(value, FunctionType):
        chosen: Any = dict(swaps).get(value)
        return _copy(value, _swaps_within(value, swaps), kind) if chosen is None else _copy(chosen, (), kind)
    return _table(value) if isinstance(value, array) else value


def _swaps_within(function: FunctionType, swaps: Swaps) -> Swaps:
    """Return the `swaps` that affect `function`. Without any, all callers share one copy."""
    reached = _callees(function)
    return tuple((old, new) for old, new in swaps if old in reached)


@cache
def _callees(function: FunctionType) -> frozenset[FunctionType]:
    """Return `function` and all functions that it may call, directly or indirectly."""
    found = {function}
    for value in _globals_of(function).values():
        if isinstance(value, FunctionType):
            found |= _callees(value)
    return frozenset(found)


_TABLES: Final[dict[int, tuple[array[int], Any]]] = {}


def _table(values: array[int]) -> Any:
    """Return `values` as a NumPy array, always the same one per table."""
    if id(values) not in _TABLES:
        table = np.array(values)
        table.setflags(write=False)
        _TABLES[id(values)] = (values, table)
    return _TABLES[id(values)][1]


def _identity(function: FunctionType, swaps: Swaps, kind: Any) -> str:
    """Return the name of the copy in Numba's cache, unique for every copy and every source."""
    parts = [kind.__name__, *(_full_name(each) for pair in swaps for each in pair)]
    reached = _callees(function).union(*(_callees(new) for _old, new in swaps))
    parts += sorted({compile_cache.module_fingerprint(each.__module__) for each in reached})
    parts += sorted({text for each in reached for text in _constants_of(each)})
    parts += sorted({_full_name(each) for each in reached if not is_ginrummy_function(each)})
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return f"{function.__qualname__}_{digest[:12]}"


def _constants_of(function: FunctionType) -> Iterator[str]:
    """Yield the constants compiled into `function`, from any module."""
    for name, value in _globals_of(function).items():
        if isinstance(value, int | float | str | tuple | array | np.ndarray | np.generic):
            shown = value.tobytes().hex() if isinstance(value, array | np.ndarray) else repr(value)
            yield f"{name} {hashlib.sha256(shown.encode()).hexdigest()}"
        elif isinstance(value, type):
            yield f"{name} {getattr(value, '_fields', ())}"


def _full_name(function: Plain) -> str:
    """Return the name of `function`, with third-party code added: lambdas of a module share a name."""
    name = f"{function.__module__}.{function.__qualname__}"
    if is_ginrummy_function(function):
        return name
    return f"{name} {function.__defaults__} {function.__kwdefaults__} {_code_text(function.__code__)}"


def _code_text(code: CodeType) -> str:
    nested = [_code_text(each) if isinstance(each, CodeType) else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {nested}"


def _keep(dispatcher: CPUDispatcher) -> None:
    """Make Numba cache the compiled code in our folder, not in the one of the rest of the program.

    Functions typed at a prompt have no file, and are compiled each time.
    """
    given = settings.CACHE_DIR
    settings.CACHE_DIR = str(compile_cache.cache_folder())
    try:
        with suppress(RuntimeError):
            dispatcher.enable_caching()
    finally:
        settings.CACHE_DIR = given
