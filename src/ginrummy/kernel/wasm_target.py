"""WebAssembly target of the compiler: the same copies of the same functions, for another machine.

Numba analyses the law as for the processor, but with 32-bit addresses from the start, so that LLVM folds no
constant of another machine. Nothing is linked on the way: the code that a function needs is gathered once, at
the end. Numba's runtime is left out, because the law allocates nothing. A process that compiles for this
target must not compile for another: Numba caches copies by types alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import count
from typing import Any, Final

import llvmlite.binding as llvm
import numba.core.target_extension
import numpy as np
from llvmlite import ir
from numba.core.registry import CPUDispatcher

from ginrummy.kernel import compile as native
from ginrummy.kernel.exports import Export, Leaf, RecordKind, flat_arguments
from ginrummy.kernel.llvm_calls import (
    ADDRESS,
    LONG,
    Slots,
    call_export,
    compile_export,
    result_type,
    slot_value,
)


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
# LLVM unrolls nothing for WebAssembly. Two vectors at a time make the network a fifth faster.
INTERLEAVE: Final = "-force-vector-interleave=2"


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


def object_file(exports: Sequence[Export]) -> bytes:
    """Return the object file of `exports`: what they need and no more, linked together."""
    llvm.set_option("", INTERLEAVE)
    target = target_machine()
    whole = llvm.parse_assembly("")
    whole.triple, whole.data_layout = TRIPLE, str(target.target_data)
    libraries: dict[Any, None] = {}
    for export in exports:
        with extension.target_override(NAME):
            compiled = compile_export(export, WasmEntry)
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


def _door(export: Export, compiled: Any, layout: str) -> str:
    """Return the source of the wrapper for an export, which takes the address of its block of arguments."""
    module = ir.Module(export.name)
    module.triple, module.data_layout = TRIPLE, layout
    door = ir.Function(module, ir.FunctionType(result_type(export), [ADDRESS]), export.name)
    builder = ir.IRBuilder(door.append_basic_block())
    call_export(builder, export, compiled.llvm_func_name, _slots(builder, door.args[0]))
    return str(module)


def _slots(builder: Any, block: Any) -> Slots:
    """Yield for each slot of `block` a function that loads a value of a type from it."""
    for place in count():
        address = builder.gep(block, [ir.IntType(32)(place)], source_etype=LONG)
        yield partial(_load, builder, address)


def _load(builder: Any, address: Any, kind: Any) -> Any:
    if kind in (LONG, ir.DoubleType()):
        return builder.load(address, typ=kind)
    return slot_value(builder, builder.load(address, typ=LONG), kind)
