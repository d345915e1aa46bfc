"""WebAssembly target of the compiler: the same copies of the same functions, for another machine.

Numba analyses the law as for the processor, but with 32-bit addresses from the start, so that LLVM folds no
constant of another machine. Nothing is linked on the way: the code that a function needs is gathered once, at
the end. Numba's runtime is left out, because the law allocates nothing. A process that compiles for this
target must not compile for another: Numba caches copies by types alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final

import llvmlite.binding as llvm
import numba.core.target_extension
from numba.core.registry import CPUDispatcher

from ginrummy.kernel import compile as native

core: Final[Any] = numba.core  # partly typed, and not for the classes extended here
extension: Final[Any] = core.target_extension

NAME: Final = "wasm"
TRIPLE: Final = "wasm32-unknown-unknown"
FEATURES: Final = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
"""Features of every browser and engine of recent years. SIMD and threads are not required."""
SPEED: Final = 3


def machine() -> llvm.TargetMachine:
    """Return LLVM's target machine."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(TRIPLE).create_target_machine(opt=SPEED, features=FEATURES)


class _Library(core.codegen.AOTCodeLibrary):
    """A function's own code, and the libraries that it needs."""

    def finalize(self) -> None:
        """Do nothing: linking waits until all parts are gathered."""
        self._finalized = True

    def gathered(self) -> Iterator[_Library]:
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
        self._tm_features, self._tm = FEATURES, machine()
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
