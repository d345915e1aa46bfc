"""The shipped WebAssembly of the law, run by `wasmtime`: its exports, called as the native functions are.

Arrays are copied into the module's memory and back again where they may be written to. Each thread has a
memory of its own, so that calls of several threads run at once, as those of native code do.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np
import wasmtime
from numpy.typing import NDArray

from ginrummy.errors import GinRummyError
from ginrummy.installation import install_command
from ginrummy.kernel.exports import FLAG, REAL, Array, Row, export_name
from ginrummy.kernel.wasm_interface import Leaf, Signature, signatures_in
from ginrummy.locale import _

MODULE: Final = "law.wasm"
INTERFACE: Final = "law.json"
HEAP: Final = "__heap_base"
_PAGE: Final = 1 << 16
_ALIGNMENT: Final = 16
_SIGN: Final = 1 << 63


class _Instance(threading.local):
    """The module in the memory of one thread."""

    def __init__(self) -> None:
        self.store = wasmtime.Store(_module().engine)
        self.exports = wasmtime.Instance(self.store, _module().compiled, []).exports(self.store)
        self.memory: Any = self.exports["memory"]
        heap: Any = self.exports[HEAP]
        self.first = _aligned(heap.value(self.store))

    def room(self, size: int) -> NDArray[np.uint8]:
        """Return all of the memory, in which `size` bytes from `first` on are free to use."""
        missing = self.first + size - self.memory.data_len(self.store)
        if missing > 0:
            self.memory.grow(self.store, -(-missing // _PAGE))
        buffer = self.memory.get_buffer_ptr(self.store)
        return np.frombuffer(buffer, np.uint8)


class _Module:
    """The module, made ready for this processor, and what it exports."""

    def __init__(self) -> None:
        shipped = files("ginrummy.kernel")
        self.engine = wasmtime.Engine()
        self.compiled = wasmtime.Module(self.engine, shipped.joinpath(MODULE).read_bytes())
        self.signatures = signatures_in(json.loads(shipped.joinpath(INTERFACE).read_text(encoding="utf-8")))


@cache
def _module() -> _Module:
    return _Module()


@cache
def _here() -> _Instance:
    return _Instance()


def exported(
    function: Callable[..., Any], swaps: Mapping[Callable[..., Any], Callable[..., Any]] | None = None
) -> WasmFunction:
    """Return the export that is `function` with `swaps`; raises `GinRummyError` where there is none."""
    name = export_name(function, swaps)
    if name not in _module().signatures:
        what = _("this needs Numba, which compiles for this machine: {command}")
        raise GinRummyError(what.format(command=install_command("fast")), where=name)
    return WasmFunction(name, _module().signatures[name])


class WasmFunction:
    """An export, called as the function that it was made of."""

    def __init__(self, name: str, signature: Signature) -> None:
        self.name, self.signature = name, signature

    def __call__(self, *arguments: Any) -> Any:
        """Return what the function returns; the arrays that it writes to are written to."""
        here, parts = _here(), list(_flat(arguments))
        memory = here.room(sum(_aligned(part.nbytes) for part in parts if isinstance(part, _BY_ADDRESS)))
        values: list[int | float] = []
        given: list[tuple[Any, int]] = []
        free = here.first
        for (path, leaf), part in zip(self.signature.arguments, parts, strict=True):
            if isinstance(leaf, str):
                values.append(_number(leaf, part))
                continue
            self._check(path, leaf, part)
            memory[free : free + part.nbytes] = np.frombuffer(part.tobytes(), np.uint8)
            values += (free, *part.shape)
            given.append((part, free))
            free += _aligned(part.nbytes)
        result = here.exports[self.name](here.store, *values)  # type: ignore[operator]
        _take_back(here, given)
        return result

    def _check(self, path: str, leaf: Row | Array, part: Any) -> None:
        """Raise `TypeError` for what does not lie in memory as the module was made for."""
        dimensions = leaf.dimensions if isinstance(leaf, Array) else 0
        if not isinstance(part, _BY_ADDRESS) or part.ndim != dimensions or part.dtype != leaf.dtype:
            raise TypeError(f"{self.name}: {path} is {part!r}, not {dimensions} dimensions of {leaf.dtype}")


_BY_ADDRESS: Final = (np.ndarray, np.void)


def _flat(value: Any) -> Iterator[Any]:
    """Yield the parts of `value`, those of its tuples one after the other."""
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _number(kind: Leaf, value: Any) -> int | float:
    if kind == REAL:
        return float(value)
    if kind == FLAG:
        return int(bool(value))
    return (int(value) + _SIGN) % (2 * _SIGN) - _SIGN


def _aligned(place: int) -> int:
    return -(-place // _ALIGNMENT) * _ALIGNMENT


def _take_back(here: _Instance, given: list[tuple[Any, int]]) -> None:
    """Copy the arrays that may be written to out of the memory again."""
    memory = here.room(0)
    for part, place in given:
        if isinstance(part, np.ndarray) and part.flags.writeable:
            part[...] = memory[place : place + part.nbytes].view(part.dtype).reshape(part.shape)
