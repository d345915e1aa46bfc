"""Calls of exports in LLVM, with flattened arguments from 64-bit slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numba
from llvmlite import ir

from ginrummy.kernel.compile import copy_function
from ginrummy.kernel.exports import ArrayKind, Export, Kind, Leaf, RecordKind, flat_arguments
from ginrummy.kernel.wasm_signatures import FLAG, REAL, WHOLE, WORD

Slots = Iterator[Callable[[Any], Any]]
"""For each slot a function that returns its value as a type of LLVM."""

types: Final[Any] = numba.types  # partly typed: `Any` where Numba's own types are used
ADDRESS: Final = ir.PointerType()
LONG: Final = ir.IntType(64)
_INT, _BYTE, _DOUBLE = ir.IntType(32), ir.IntType(8), ir.DoubleType()
_TYPES: Final = {WHOLE: LONG, WORD: LONG, REAL: _DOUBLE, FLAG: _BYTE}
_NUMBA_TYPES: Final = {WHOLE: types.int64, WORD: types.uint64, REAL: types.float64, FLAG: types.boolean}


def compile_export(export: Export, kind: Any) -> Any:
    """Return Numba's compile result for an export, a copy of the dispatcher class `kind`."""
    dispatcher = copy_function(export.function, export.swaps, kind)
    arguments = tuple(map(_numba_type, export.arguments))
    dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]
    returned = _NUMBA_TYPES[export.returns] if export.returns else types.none
    if compiled.signature.return_type != returned:
        raise TypeError(f"{export.name} returns {compiled.signature.return_type}, not {returned}")
    return compiled


def _numba_type(kind: Kind) -> Any:
    if isinstance(kind, str):
        return _NUMBA_TYPES[kind]
    if isinstance(kind, RecordKind):
        return numba.from_dtype(kind.dtype)
    if isinstance(kind, ArrayKind):
        return types.Array(numba.from_dtype(kind.dtype), kind.dimensions, "C")
    return types.BaseTuple.from_types(tuple(map(_numba_type, kind.parts)), kind.of)


def result_type(export: Export) -> Any:
    """Return the type of what the export returns."""
    return _TYPES[export.returns] if export.returns else ir.VoidType()


def slot_value(builder: Any, slot: Any, kind: Any) -> Any:
    """Return the value of type `kind` in the 64 bits of a slot: addresses and flags are the low ones."""
    return builder.inttoptr(slot, kind) if kind == ADDRESS else builder.trunc(slot, kind)


def call_export(builder: Any, export: Export, name: str, slots: Slots, place: Any = None) -> None:
    """Call Numba's function `name` of an export with the arguments in `slots`, and return what it returns.

    With a `place` each array is only its item, or row, at that place: an array of length one.
    """
    flat = flat_arguments(export)
    inside = ir.Function(builder.module, _inside_type(flat), name)
    out = builder.alloca(_TYPES[export.returns] if export.returns else ADDRESS)
    arguments = [value for _name, kind in flat for value in _pass_value(builder, kind, slots, place)]
    builder.call(inside, [out, builder.alloca(ADDRESS), *arguments])
    if export.returns:
        builder.ret(builder.load(out, typ=result_type(export)))
    else:
        builder.ret_void()


def _inside_type(flat: Sequence[tuple[str, Leaf]]) -> Any:
    """Return the type of Numba's function: pointers for result and exception, then the parts."""
    parts = [each for _name, kind in flat for each in _inside(kind)]
    return ir.FunctionType(_INT, [ADDRESS, ADDRESS, *parts])


def _inside(kind: Leaf) -> list[Any]:
    if isinstance(kind, str):
        return [_TYPES[kind]]
    if isinstance(kind, RecordKind):
        return [ADDRESS]
    return [ADDRESS, ADDRESS, LONG, LONG, ADDRESS] + [LONG] * (2 * kind.dimensions)


def _pass_value(builder: Any, kind: Leaf, slots: Slots, place: Any) -> list[Any]:
    """Return a part in the form of Numba's function: an array without owner, its lengths and strides."""
    first = next(slots)(_TYPES[kind] if isinstance(kind, str) else ADDRESS)
    if not isinstance(kind, ArrayKind):
        return [first]
    shape = [next(slots)(LONG) for _dimension in range(kind.dimensions)]
    if place is not None:
        shape[0] = LONG(1)
    strides, step = [], LONG(kind.dtype.itemsize)
    for length in reversed(shape):
        strides.append(step)
        step = builder.mul(step, length)
    if place is not None:
        first = builder.gep(first, [builder.mul(place, strides[-1])], source_etype=_BYTE)
    size = builder.udiv(step, LONG(kind.dtype.itemsize))
    nobody = ADDRESS(None)
    return [nobody, nobody, size, LONG(kind.dtype.itemsize), first, *shape, *reversed(strides)]
