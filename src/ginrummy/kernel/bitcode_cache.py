"""Numba cache of LLVM bitcode for functions that only compiled code calls.

By default Numba optimizes every function with all its callees and generates machine code for it. Code for
inner functions would never run. Here only the functions that Python calls are optimized and generated, as a
whole: this takes less than half the time, and the code is as fast.
"""

from __future__ import annotations

from typing import Any, Final

import llvmlite.binding as llvm
import numba.core.caching
import numba.core.compiler

core: Final[Any] = numba.core  # partly typed, and not for the classes extended here


class _Library(core.codegen.JITCodeLibrary):
    """A function with all its callees as bitcode, unknown to the execution engine."""

    @property
    def codegen(self) -> _Library:
        """The owner of the function's environment: this library, which needs none."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Do nothing: the executable library has its own environment."""

    def get_pointer_to_function(self, _name: str) -> int:
        """Return a null address."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return the bitcode in place of object code."""
        name, kind, bitcode = self.serialize_using_bitcode()
        return name, kind, bitcode

    def _optimize_final_module(self) -> None:
        """Do nothing: the library that Python calls is optimized as a whole."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


def _kept_library(codegen: Any, name: str, bitcode: bytes) -> _Library:
    """Return the library for cached bitcode."""
    library = _Library(codegen, name)
    library._final_module = llvm.parse_bitcode(bitcode)
    library._finalized = True
    return library


class Pipeline(core.compiler.Compiler):
    """Numba's compiler pipeline into a library that is never executed."""

    def compile_extra(self, func: Any) -> Any:
        """Compile `func`."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


class _Keeping(core.caching.CompileResultCacheImpl):
    """Serializer of a cached copy."""

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return the compile result from its cached form."""
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
    """Cache of bitcode in Numba's index and data files."""

    _impl_class = _Keeping
