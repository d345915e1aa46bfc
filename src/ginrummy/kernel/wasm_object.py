"""Object file of a list of exports: each compiled for WebAssembly, with a wrapper of scalar arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import llvmlite.binding as llvm
import numba
from llvmlite import ir

from ginrummy.kernel import wasm_target
from ginrummy.kernel.compile import copied
from ginrummy.kernel.wasm_exports import Array, Export, Kind, Row
from ginrummy.kernel.wasm_interface_json import Leaf, flat_arguments
from ginrummy.kernel.wasm_signatures import FLAG, REAL, WHOLE, WORD

types: Final[Any] = numba.types
_ADDRESS: Final = ir.PointerType()
_INT, _LONG, _BYTE, _DOUBLE = ir.IntType(32), ir.IntType(64), ir.IntType(8), ir.DoubleType()
_TYPES: Final = {WHOLE: _LONG, WORD: _LONG, REAL: _DOUBLE, FLAG: _BYTE}
_NUMBA_TYPES: Final = {WHOLE: types.int64, WORD: types.uint64, REAL: types.float64, FLAG: types.boolean}


def object_file(exports: Sequence[Export]) -> bytes:
    """Return the object file of `exports`: what they need and no more, linked together."""
    machine = wasm_target.machine()
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = wasm_target.TRIPLE, str(machine.target_data)
    libraries: dict[Any, None] = {}
    for export in exports:
        compiled = _compiled(export)
        libraries |= dict.fromkeys(compiled.library.gathered())
        whole.link_in(llvm.parse_assembly(_door(export, compiled.fndesc, str(machine.target_data))))
    for library in libraries:
        whole.link_in(library.module(), preserve=True)
    names = {export.name for export in exports}
    for number, function in enumerate(whole.functions):
        if not function.is_declaration and function.name not in names:
            function.linkage, function.name = "internal", f"inner.{number}"
    for variable in whole.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    whole.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=wasm_target.SPEED)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(whole, builder)
    return bytes(machine.emit_object(whole))


def _compiled(export: Export) -> Any:
    """Return Numba's compile result for an export."""
    dispatcher = copied(export.function, export.swaps, wasm_target.WasmEntry)
    arguments = tuple(map(_numba_type, export.arguments))
    with wasm_target.extension.target_override(wasm_target.NAME):
        dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]
    returned = _NUMBA_TYPES[export.returns] if export.returns else types.none
    if compiled.signature.return_type != returned:
        raise TypeError(f"{export.name} returns {compiled.signature.return_type}, not {returned}")
    return compiled


def _numba_type(kind: Kind) -> Any:
    if isinstance(kind, str):
        return _NUMBA_TYPES[kind]
    if isinstance(kind, Row):
        return numba.from_dtype(kind.dtype)
    if isinstance(kind, Array):
        return types.Array(numba.from_dtype(kind.dtype), kind.dimensions, "C")
    return types.BaseTuple.from_types(tuple(map(_numba_type, kind.parts)), kind.of)


def _door(export: Export, compiled: Any, layout: str) -> str:
    """Return the source of the wrapper for an export, which takes addresses, lengths and numbers."""
    module = ir.Module(export.name)
    module.triple, module.data_layout = wasm_target.TRIPLE, layout
    flat = flat_arguments(export)
    inside = ir.Function(module, _inside_type(flat, export), compiled.llvm_func_name)
    outside_types = [each for _name, kind in flat for each in _outside(kind)]
    result = _TYPES[export.returns] if export.returns else ir.VoidType()
    door = ir.Function(module, ir.FunctionType(result, outside_types), export.name)
    builder = ir.IRBuilder(door.append_basic_block())
    out = builder.alloca(_TYPES[export.returns] if export.returns else _ADDRESS)
    given = iter(door.args)
    arguments = [value for _name, kind in flat for value in _handed(builder, kind, given)]
    builder.call(inside, [out, builder.alloca(_ADDRESS), *arguments])
    if export.returns:
        builder.ret(builder.load(out, typ=result))
    else:
        builder.ret_void()
    return str(module)


def _outside(kind: Leaf) -> list[Any]:
    """Return the types of the wrapper's arguments for a part."""
    if isinstance(kind, str):
        return [_TYPES[kind]]
    return [_ADDRESS] if isinstance(kind, Row) else [_ADDRESS] + [_INT] * kind.dimensions


def _inside_type(flat: Sequence[tuple[str, Leaf]], export: Export) -> Any:
    """Return the type of Numba's function: pointers for result and exception, then the parts."""
    parts = [each for _name, kind in flat for each in _inside(kind)]
    return ir.FunctionType(_INT, [_ADDRESS, _ADDRESS, *parts])


def _inside(kind: Leaf) -> list[Any]:
    if isinstance(kind, Array):
        return [_ADDRESS, _ADDRESS, _LONG, _LONG, _ADDRESS] + [_LONG] * (2 * kind.dimensions)
    return _outside(kind)


def _handed(builder: Any, kind: Leaf, given: Any) -> list[Any]:
    """Return a part in the form of Numba's function: an array without owner, its lengths and strides."""
    first = next(given)
    if not isinstance(kind, Array):
        return [first]
    shape = [builder.zext(next(given), _LONG) for _dimension in range(kind.dimensions)]
    strides, step = [], _LONG(kind.dtype.itemsize)
    for length in reversed(shape):
        strides.append(step)
        step = builder.mul(step, length)
    count = builder.udiv(step, _LONG(kind.dtype.itemsize))
    nobody = _ADDRESS(None)
    return [nobody, nobody, count, _LONG(kind.dtype.itemsize), first, *shape, *reversed(strides)]
