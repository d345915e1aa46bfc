"""WebAssembly target of the compiler: the same copies of the same functions, for another machine.

Numba analyses the law as for the processor, but with 32-bit addresses from the start, so that LLVM folds no
constant of another machine. Nothing is linked on the way: the code that a function needs is gathered once, at
the end. Numba's runtime is left out, because the law allocates nothing. A process that compiles for this
target must not compile for another: Numba caches copies by types alone.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count
from typing import Any, Final

import llvmlite.binding as llvm
import numba
import numba.core.target_extension
import numpy as np
from llvmlite import ir
from numba.core.registry import CPUDispatcher

from ginrummy.kernel import compile as native
from ginrummy.kernel.compile import copy_function
from ginrummy.kernel.wasm_exports import ArrayKind, Export, Kind, RecordKind, flatten_kind
from ginrummy.kernel.wasm_signatures import FLAG, REAL, WHOLE, WORD

Leaf = str | RecordKind | ArrayKind


def flat_arguments(export: Export) -> list[tuple[str, Leaf]]:
    """Return the flattened arguments of an export, each with its path."""
    names = inspect.signature(export.function).parameters
    return [
        leaf for name, kind in zip(names, export.arguments, strict=True) for leaf in flatten_kind(kind, name)
    ]


def interface_json(exports: Iterable[Export], rows: Mapping[str, np.dtype[Any]]) -> dict[str, Any]:
    """Return the interface of `exports`; `rows` are its records by name."""
    names = {dtype: name for name, dtype in rows.items()}
    found = {}
    for export in exports:
        flat = {path: _kind_text(leaf, names) for path, leaf in flat_arguments(export)}
        found[export.name] = {"arguments": flat, "returns": export.returns}
    return {"exports": found, "rows": {name: _row_json(dtype) for name, dtype in rows.items()}}


def _kind_text(leaf: Leaf, names: Mapping[np.dtype[Any], str]) -> str:
    if isinstance(leaf, str):
        return leaf
    item = names.get(leaf.dtype, leaf.dtype.str)
    return f"row {item}" if isinstance(leaf, RecordKind) else f"array {item} {leaf.dimensions}"


def _row_json(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields: Mapping[str, Any] = dtype.fields or {}
    return {
        "size": dtype.itemsize,
        "fields": [[name, fields[name][0].str, fields[name][1]] for name in dtype.names or ()],
    }


core: Final[Any] = numba.core  # partly typed, and not for the classes extended here
extension: Final[Any] = core.target_extension

NAME: Final = "wasm"
TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+simd128,+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
"""Features of every browser and engine of recent years. Threads are not required."""
SPEED: Final = 3


def target_machine() -> llvm.TargetMachine:
    """Return LLVM's target machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)


class _Library(core.codegen.AOTCodeLibrary):
    """A function's own code, and the libraries that it needs."""

    def finalize(self) -> None:
        """Do nothing: linking waits until all parts are gathered."""
        self._finalized = True

    def gather(self) -> Iterator[_Library]:
        """Yield this library and all its dependencies, once each."""
        found: dict[_Library, None] = {}
        waiting = [self]
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                waiting.extend(library._linking_libraries)
        yield from found

    def module(self) -> llvm.ModuleRef:
        """Return the function's own code."""
        return self._final_module


class _Codegen(core.codegen.AOTCPUCodegen):
    """Generator of LLVM text for the target machine."""

    _library_class = _Library

    def _init(self, module: Any) -> None:
        self._tm_features, self._tm = FEATURES, target_machine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module


class _Context(core.cpu.CPUContext):
    """Lowering as for the processor, except for parts that need a running Python."""

    def init(self) -> None:
        """Initialise with the sizes of the target."""
        self.is32bit = False  # integers stay 64 bits wide: this flag is about the machine's division
        self._internal_codegen = _Codegen("ginrummy.wasm")

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return a token for the function, which cannot be called here."""
        return object().__reduce__

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Add nothing: Numba's runtime is left out."""


class _Target(core.registry.CPUTarget):
    """Target descriptor, where the compiler finds the context."""

    @cached_property
    def _toplevel_target_context(self) -> Any:
        assert core.registry.cpu_target.target_context  # created first, with this processor's runtime
        return _Context(self.typing_context, self._target_name)

    @cached_property
    def _toplevel_typing_context(self) -> Any:
        return core.typing.Context()


class _Wasm(extension.CPU):
    """Mark of the target: Numba's implementations for the processor apply."""


extension.target_registry[NAME] = _Wasm
TARGET: Final = _Target(NAME)


class _OfNumba(CPUDispatcher):
    """A function of Numba's own that the law calls."""

    targetdescr = TARGET


class WasmInner(native.Inner):
    """A copy that compiled code calls."""

    targetdescr = TARGET
    options = native.Inner.options | {"_nrt": False}
    pipeline = core.compiler.Compiler


WasmInner.inner = WasmInner


class WasmEntry(CPUDispatcher):
    """A copy that is exported."""

    targetdescr = TARGET
    inner = WasmInner
    options = WasmInner.options


def _of_numba(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Return `function` compiled for this target: decorator for Numba's own overloads."""
    if function is None:
        return lambda given: _of_numba(given, **options)
    known = {name: options[name] for name in ("inline", "forceinline", "error_model") if name in options}
    return _OfNumba(py_func=function, targetoptions=known | {"nopython": True, "_nrt": False})


extension.dispatcher_registry[_Wasm] = _OfNumba
extension.jit_registry[_Wasm] = _of_numba


types: Final[Any] = numba.types
_ADDRESS: Final = ir.PointerType()
_INT, _LONG, _BYTE, _DOUBLE = ir.IntType(32), ir.IntType(64), ir.IntType(8), ir.DoubleType()
_TYPES: Final = {WHOLE: _LONG, WORD: _LONG, REAL: _DOUBLE, FLAG: _BYTE}
_NUMBA_TYPES: Final = {WHOLE: types.int64, WORD: types.uint64, REAL: types.float64, FLAG: types.boolean}


def object_file(exports: Sequence[Export]) -> bytes:
    """Return the object file of `exports`: what they need and no more, linked together."""
    target = target_machine()
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = TRIPLE, str(target.target_data)
    libraries: dict[Any, None] = {}
    for export in exports:
        compiled = _compiled(export)
        libraries |= dict.fromkeys(compiled.library.gather())
        whole.link_in(llvm.parse_assembly(_door(export, compiled.fndesc, str(target.target_data))))
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
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(whole, builder)
    return bytes(target.emit_object(whole))


def _compiled(export: Export) -> Any:
    """Return Numba's compile result for an export."""
    dispatcher = copy_function(export.function, export.swaps, WasmEntry)
    arguments = tuple(map(_numba_type, export.arguments))
    with extension.target_override(NAME):
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


def _door(export: Export, compiled: Any, layout: str) -> str:
    """Return the source of the wrapper for an export, which takes the address of its block of arguments."""
    module = ir.Module(export.name)
    module.triple, module.data_layout = TRIPLE, layout
    flat = flat_arguments(export)
    inside = ir.Function(module, _inside_type(flat, export), compiled.llvm_func_name)
    result = _TYPES[export.returns] if export.returns else ir.VoidType()
    door = ir.Function(module, ir.FunctionType(result, [_ADDRESS]), export.name)
    builder = ir.IRBuilder(door.append_basic_block())
    out = builder.alloca(_TYPES[export.returns] if export.returns else _ADDRESS)
    slots = _slots(builder, door.args[0])
    arguments = [value for _name, kind in flat for value in _handed(builder, kind, slots)]
    builder.call(inside, [out, builder.alloca(_ADDRESS), *arguments])
    if export.returns:
        builder.ret(builder.load(out, typ=result))
    else:
        builder.ret_void()
    return str(module)


def _slots(builder: Any, block: Any) -> Iterator[Callable[[Any], Any]]:
    """Yield for each slot of `block` a function that loads a value of a type from it."""
    for place in count():
        address = builder.gep(block, [_INT(place)], source_etype=_LONG)
        yield partial(_load, builder, address)


def _load(builder: Any, address: Any, kind: Any) -> Any:
    """Return the value of type `kind` in a slot. Addresses and flags are the low bits of theirs."""
    if kind in (_LONG, _DOUBLE):
        return builder.load(address, typ=kind)
    whole = builder.load(address, typ=_LONG)
    return builder.inttoptr(whole, kind) if kind == _ADDRESS else builder.trunc(whole, kind)


def _inside_type(flat: Sequence[tuple[str, Leaf]], export: Export) -> Any:
    """Return the type of Numba's function: pointers for result and exception, then the parts."""
    parts = [each for _name, kind in flat for each in _inside(kind)]
    return ir.FunctionType(_INT, [_ADDRESS, _ADDRESS, *parts])


def _inside(kind: Leaf) -> list[Any]:
    if isinstance(kind, str):
        return [_TYPES[kind]]
    if isinstance(kind, RecordKind):
        return [_ADDRESS]
    return [_ADDRESS, _ADDRESS, _LONG, _LONG, _ADDRESS] + [_LONG] * (2 * kind.dimensions)


def _handed(builder: Any, kind: Leaf, slots: Iterator[Callable[[Any], Any]]) -> list[Any]:
    """Return a part in the form of Numba's function: an array without owner, its lengths and strides."""
    first = next(slots)(_TYPES[kind] if isinstance(kind, str) else _ADDRESS)
    if not isinstance(kind, ArrayKind):
        return [first]
    shape = [next(slots)(_LONG) for _dimension in range(kind.dimensions)]
    strides, step = [], _LONG(kind.dtype.itemsize)
    for length in reversed(shape):
        strides.append(step)
        step = builder.mul(step, length)
    size = builder.udiv(step, _LONG(kind.dtype.itemsize))
    nobody = _ADDRESS(None)
    return [nobody, nobody, size, _LONG(kind.dtype.itemsize), first, *shape, *reversed(strides)]
