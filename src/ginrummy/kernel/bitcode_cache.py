"""Copies that compiled code alone calls: kept in LLVM's words, to be built into their callers.

Numba optimizes every function with all that it calls, and makes code that runs of it; of these nobody would
ever run it. What Python calls is optimized whole, once: less than half the time, and the code is as quick.
"""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding as llvm
import numba.core.caching
import numba.core.compiler

core: Final[Any] = numba.core  # partly typed, and not for what is built on here


class _Library(core.codegen.JITCodeLibrary):
    """A function and all that it calls, known to nothing that runs."""

    @property
    def codegen(self) -> _Library:
        """Who is told of the function's environment: this library, which needs none."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Leave it be: what runs has its own."""

    def get_pointer_to_function(self, _name: str) -> int:
        """Return no address."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return what is kept, in place of code that runs."""
        name, kind, bitcode = self.serialize_using_bitcode()
        return name, kind, bitcode

    def _optimize_final_module(self) -> None:
        """Leave that to what Python calls."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


def _kept_library(codegen: Any, name: str, bitcode: bytes) -> _Library:
    """Return the library that was kept."""
    library = _Library(codegen, name)
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalized = True
    return library


class Pipeline(core.compiler.Compiler):
    """Numba's own steps, into a library that does not run."""

    def compile_extra(self, func: Any) -> Any:
        """Compile `func`."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Keeping(core.caching.CompileResultCacheImpl):
    """How a copy is read back."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the result of a compilation as it was."""
        (name, _kind, bitcode), fndesc, environment, signature, objectmode, *rest = payload
        lifted, annotation, reload_init, referenced_envs = rest
        library = _kept_library(target_context.codegen(), name, bitcode)
        return core.compiler.CompileResult(
            target_context=target_context,
            typing_context=target_context.typing_context,
            library=library,
            environment=environment,
            entry_point=target_context.get_executable(library, fndesc, environment),
            fndesc=fndesc,
            type_annotation=annotation,
            signature=signature,
            objectmode=objectmode,
            lifted=lifted,
            typing_error=None,
            call_helper=None,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=referenced_envs,
        )


class Cache(core.caching.FunctionCache):
    """Where copies are kept, in Numba's files."""

    _impl_class = _Keeping
