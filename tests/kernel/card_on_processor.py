"""A stand-in for CuPy: a card's code, as LLVM optimized it for the card, runs on this processor.

It runs the module that becomes PTX, one call for each thread. Left untested are LLVM's writer of PTX and the
driver. Arrays are NumPy's, but as strict as a card's: they do not mix with arrays in this machine's memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest

from ginrummy.kernel import cuda_target, graphics_card
from ginrummy.kernel.exports import Export


class CardArray(np.ndarray[Any, Any]):
    """An array in the memory of the card."""

    __cuda_array_interface__ = property(lambda self: self.__array_interface__)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        """Operate only on numbers and other arrays of the card."""
        outputs = settings.pop("out", ())
        for each in (*inputs, *outputs):
            assert isinstance(each, CardArray | int | float | bool | np.generic), type(each)
        if outputs:
            settings["out"] = tuple(map(as_host, outputs))
        found = getattr(ufunc, method)(*map(as_host, inputs), **settings)
        return outputs[0] if outputs else np.asarray(found).view(CardArray)

    def __array_function__(self, function: Any, *_: Any) -> Any:
        """Refuse: these NumPy functions take no arrays of a card."""
        raise TypeError(f"numpy.{function.__name__} takes no array of the card")

    def __setitem__(self, place: Any, value: Any) -> None:
        assert isinstance(value, CardArray | int | float | bool | np.generic), type(value)
        super().__setitem__(place, value)


def as_host(value: Any) -> Any:
    """Return an array of the card as NumPy's."""
    return value.view(np.ndarray) if isinstance(value, CardArray) else value


class ProcessorCupy:
    """The part of CuPy that the package uses."""

    @staticmethod
    def zeros(shape: Any, dtype: Any) -> CardArray:
        """Return an array of zeros."""
        assert np.dtype(dtype).names is None, "CuPy has no records"
        return np.zeros(shape, dtype).view(CardArray)

    @staticmethod
    def asarray(values: Any, dtype: Any = None) -> CardArray:
        """Return `values` on the card."""
        host = np.asarray(as_host(values), dtype)
        return host.view(CardArray) if isinstance(values, CardArray) else host.copy().view(CardArray)

    @staticmethod
    def ascontiguousarray(values: CardArray, dtype: Any) -> CardArray:
        """Return `values` without gaps."""
        assert isinstance(values, CardArray)
        return np.ascontiguousarray(as_host(values), dtype).view(CardArray)

    @staticmethod
    def asnumpy(values: CardArray) -> Any:
        """Return a copy of `values` in the memory of this machine."""
        assert isinstance(values, CardArray)
        return as_host(values).copy()

    class RawModule:
        """The code in the file at `path`, for this processor."""

        def __init__(self, path: str) -> None:
            self._engine = engine(path)

        def get_function(self, name: str) -> Callable[..., None]:
            """Return the kernel called `name`."""
            address = self._engine.get_function_address(cuda_target.DOOR + name)
            assert address, name

            def start(grid: tuple[int], block: tuple[int], arguments: Sequence[Any]) -> None:
                count, *slots = [slot(each) for each in arguments]
                door = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * (1 + len(slots)))(address)
                assert grid[0] * block[0] >= count
                for place in range(count):
                    door(place, *slots)

            return start


@cache
def engine(path: str) -> llvm.ExecutionEngine:
    """Return the code at `path`, as this processor's."""
    module = llvm.parse_bitcode(Path(path).read_bytes())
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    machine = target.create_target_machine(opt=1)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    found = llvm.create_mcjit_compiler(module, machine)
    found.finalize_object()
    return found


def slot(argument: Any) -> int:
    """Return an integer, or the address of an array, without gaps, of the card."""
    if isinstance(argument, CardArray):
        assert argument.flags.c_contiguous
        return int(argument.ctypes.data)
    assert type(argument) is np.int64
    return int(argument)


def bitcode(exports: Sequence[Export]) -> bytes:
    """Return the optimized code of `exports` before it is written as PTX."""
    return cuda_target.optimized_module(exports, cuda_target.target_machine()).as_bitcode()


def use_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this processor stand in for the card."""
    monkeypatch.setattr(graphics_card, "import_cupy", ProcessorCupy)
    monkeypatch.setattr(graphics_card, "code_file", lambda exports: cuda_target.code_file(exports, bitcode))
