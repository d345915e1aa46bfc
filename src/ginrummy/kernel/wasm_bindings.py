"""Bindings of the shipped WebAssembly: its exports with the signatures of the native functions.

`wasmtime` runs it, or the browser in which this Python itself runs. The arguments of a call are written to
the module's memory as one block of 64-bit slots, followed by the arrays, which are copied back if they are
writable. Each thread has its own memory, so calls of several threads run in parallel like native code.
"""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple, Protocol

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.installed_extras import compiler_install_hint
from ginrummy.kernel.runtimes import Target, current_runtime
from ginrummy.kernel.struct_layout import align_offset
from ginrummy.kernel.wasm_signatures import (
    FLAG,
    INTERFACE,
    REAL,
    AddressedValue,
    Number,
    Signature,
    export_name,
    signatures_in,
)
from ginrummy.locale.errors import GinRummyError

_ALIGNMENT: Final = 16
_SIGN: Final = 1 << 63


class Instance(Protocol):
    """An instance of the module with its own memory, of which `room` returns the free part."""

    first: int

    def room(self, size: int) -> memoryview:
        """Return `size` bytes of the memory from `first` on."""

    def call(self, name: str) -> Number | None:
        """Return the result of the export `name` for the block at `first`. Its output is in the room."""


class _Here(threading.local):
    """The instance of each thread."""

    def __init__(self) -> None:
        self.instance = _new_instance()


def _new_instance() -> Instance:
    if current_runtime() is Target.BROWSER:
        from ginrummy.kernel.wasm_in_browser import BrowserInstance

        return BrowserInstance()
    from ginrummy.kernel.wasm_by_wasmtime import WasmtimeInstance

    return WasmtimeInstance()


@cache
def _here() -> _Here:
    return _Here()


@cache
def _signatures() -> dict[str, Signature]:
    return signatures_in(json.loads(files("ginrummy.kernel").joinpath(INTERFACE).read_text(encoding="utf-8")))


def exported_function(
    function: Callable[..., Any], swaps: Mapping[Callable[..., Any], Callable[..., Any]] | None = None
) -> WasmFunction:
    """Return the export for `function` with `swaps`. Raises `GinRummyError` when there is none."""
    name = export_name(function, swaps)
    if name not in _signatures():
        raise GinRummyError(compiler_install_hint(), where=name)
    return WasmFunction(name, _signatures()[name])


class CallLayout(NamedTuple):
    """A call in the module's layout: the block of its arguments, the place of each array, the total size."""

    block: bytes
    arrays: list[tuple[Any, slice]]
    size: int

    def copy_out(self, room: memoryview) -> None:
        """Copy the block and the arrays into the memory."""
        room[: len(self.block)] = self.block
        for part, where in self.arrays:
            arrays.copy_out(part, room[where])

    def copy_back(self, room: memoryview) -> None:
        """Copy the writable arrays back."""
        for part, where in self.arrays:
            arrays.copy_back(part, room[where])


class WasmFunction:
    """An export with the signature of its Python function."""

    def __init__(self, name: str, signature: Signature) -> None:
        self.name, self.signature = name, signature
        self._block = struct.Struct("<" + "".join(_slots(kind) for _path, kind in signature.arguments))

    def __call__(self, *arguments: Any) -> Any:
        """Return the function's result, with its output written to the arrays."""
        here = _here().instance
        layout = self.lay_out_call(arguments, here.first)
        layout.copy_out(here.room(layout.size))
        result = here.call(self.name)
        layout.copy_back(here.room(layout.size))
        return result

    def lay_out_call(self, arguments: tuple[Any, ...], first: int) -> CallLayout:
        """Return the layout of a call with `arguments` in a memory that is free from `first` on."""
        values: list[Number] = []
        placed: list[tuple[Any, slice]] = []
        free = align_offset(self._block.size, _ALIGNMENT)
        for (path, kind), part in zip(self.signature.arguments, _flat(arguments), strict=True):
            if isinstance(kind, str):
                values.append(_number(kind, part))
                continue
            self._check(path, kind, part)
            size = arrays.size(part)
            values += (first + free, *arrays.shape(part))
            placed.append((part, slice(free, free + size)))
            free += align_offset(size, _ALIGNMENT)
        return CallLayout(self._block.pack(*values), placed, free)

    def _check(self, path: str, place: AddressedValue, part: Any) -> None:
        """Raise `TypeError` for a value whose layout differs from the module's."""
        if not arrays.has_layout(part, place.item, place.dimensions):
            raise TypeError(
                f"{self.name}: {path} is {part!r}, not {place.dimensions} dimensions of {place.item}"
            )


def _slots(kind: str | AddressedValue) -> str:
    """Return the format of an argument's slots in the block."""
    if isinstance(kind, AddressedValue):
        return "q" * (1 + kind.dimensions)
    return "d" if kind == REAL else "q"


def _flat(value: Any) -> Iterator[Any]:
    """Yield the parts of `value`, with tuples flattened."""
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


def _number(kind: str, value: Any) -> Number:
    if kind == REAL:
        return float(value)
    if kind == FLAG:
        return int(bool(value))
    return (int(value) + _SIGN) % (2 * _SIGN) - _SIGN
