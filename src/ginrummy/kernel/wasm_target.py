"""WebAssembly as a target of the compiling pass: the same copies of the same functions, for another machine.

Numba takes the law apart as it does for the processor, with the sizes of a 32-bit address space from the
first line on, so that nothing that LLVM works out beforehand is of another machine. Nothing is linked on the
way: what a function needs is gathered once, at the end. Numba's runtime is left out: the law allocates
nothing. A process that compiles for this target compiles for no other: Numba keeps copies by types alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

import llvmlite.binding as llvm
import numba.core.target_extension
from numba.core.registry import CPUDispatcher

from ginrummy.kernel import compile as native

core: Final[Any] = numba.core  # partly typed, and not for what is built on here
extension: Final[Any] = core.target_extension

NAME: Final = "wasm"
TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
"""What every browser and every engine of the last years has; SIMD and threads are not asked for."""
SPEED: Final = 3


def machine() -> llvm.TargetMachine:
    """Return LLVM's target machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)


class _Library(core.codegen.AOTCodeLibrary):
    """A function's own code, and the libraries that it needs."""

    def finalize(self) -> None:
        """Leave what belongs together apart until all of it is gathered."""
        self._finalized = True

    def gathered(self) -> Iterator[_Library]:
        """Yield this library and all that it needs, once each."""
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
    """Writes LLVM's text for the target machine."""

    _library_class = _Library

    def _init(self, module: Any) -> None:
        self._tm_features, self._tm = FEATURES, machine()
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module


class _Context(core.cpu.CPUContext):
    """Lowers as for the processor, but for what only a running Python has."""

    def init(self) -> None:
        """Begin with the sizes of the target."""
        self.is32bit = False  # whole numbers stay 64 bits wide: that is about the machine's division
        self._internal_codegen = _Codegen("ginrummy.wasm")

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Return something to know the function by, as it cannot be called here."""
        return object().__reduce__

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Add nothing: Numba's runtime is not there."""


class _Target(core.registry.CPUTarget):
    """Where the compiling pass finds the context."""

    @cached_property
    def _toplevel_target_context(self) -> Any:
        assert core.registry.cpu_target.target_context  # begun first: Numba's runtime is this processor's
        return _Context(self.typing_context, self._target_name)

    @cached_property
    def _toplevel_typing_context(self) -> Any:
        return core.typing.Context()


class _Wasm(extension.CPU):
    """Mark the target: what Numba has for the processor serves here."""


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
    """Return `function` compiled for this target: what Numba's own overloads are made with."""
    if function is None:
        return lambda given: _of_numba(given, **options)
    known = {name: options[name] for name in ("inline", "forceinline", "error_model") if name in options}
    return _OfNumba(py_func=function, targetoptions=known | {"nopython": True, "_nrt": False})


extension.dispatcher_registry[_Wasm] = _OfNumba
extension.jit_registry[_Wasm] = _of_numba
