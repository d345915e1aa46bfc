"""The WebAssembly of the law, run by the browser in whose worker this Python runs, and by helpers of it.

`ginrummy_law` is what the worker offers for that, a module of JavaScript (`web/site/browser/law_bridge.js`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from ginrummy.kernel.wasm_bindings import CallLayout, Number, WasmFunction, exported

BRIDGE: Final = "ginrummy_law"


class BrowserInstance:
    """The module in a memory of its own, which Python sees by copies: before a call, and after it."""

    def __init__(self) -> None:
        self._room = bytearray()
        self.first = int(_law().first())

    def room(self, size: int) -> memoryview:
        """Return `size` bytes, which are copied to `first` and back around each call."""
        if len(self._room) != size:
            self._room = bytearray(size)
        return memoryview(self._room)

    def call(self, name: str, kinds: str, values: Sequence[Number]) -> Number | None:
        """Return what the export `name` returns; what it has written can be read in the room."""
        found: Number | None = _law().call(name, kinds, _packed(kinds, values), self._room)
        return found


class WorkerAnswer(NamedTuple):
    """A call that a worker answers."""

    function: WasmFunction
    arguments: tuple[Any, ...]
    layout: CallLayout
    room: bytearray
    taken: Callable[[bytearray], bool]

    def take(self) -> None:
        """Write what the worker has written; call the function here where no answer has come."""
        if self.taken(self.room):
            self.layout.take(memoryview(self.room))
        else:
            self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Workers:
    """Workers beside this one, up to so many `cores` with it."""

    cores: int

    @property
    def count(self) -> int:
        """How many there are by now: they are made when they are first counted."""
        return min(int(_law().helpers()), self.cores - 1) if self.cores > 1 else 0

    def ask(self, function: Callable[..., Any], *arguments: Any) -> WorkerAnswer:
        """Let a worker call the export that is `function`."""
        export = exported(function)
        layout = export.laid_out(arguments, int(_law().first()))
        room = bytearray(layout.size)
        layout.put(memoryview(room))
        taken = _law().ask(export.name, layout.kinds, _packed(layout.kinds, layout.values), room)
        return WorkerAnswer(export, arguments, layout, room, taken)


@cache
def _law() -> Any:
    return import_module(BRIDGE)


def _packed(kinds: str, values: Sequence[Number]) -> bytes:
    return struct.pack(f"<{kinds.replace('i', 'q')}", *values)
