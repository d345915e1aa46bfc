"""WebAssembly of the law in the browser whose worker runs this Python, and in helper workers.

`ginrummy_law` is the worker's JavaScript module for this (`web/site/browser/law_bridge.js`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from ginrummy.kernel.wasm_bindings import CallLayout, Number, WasmFunction, exported_function

BRIDGE: Final = "ginrummy_law"


class BrowserInstance:
    """An instance of the module with its own memory, copied for Python before and after a call."""

    def __init__(self) -> None:
        self._room = bytearray()
        self.first = int(_law().first())

    def room(self, size: int) -> memoryview:
        """Return `size` bytes, which are copied to `first` and back around each call."""
        if len(self._room) != size:
            self._room = bytearray(size)
        return memoryview(self._room)

    def call(self, name: str) -> Number | None:
        """Return the result of the export `name` for the block at `first`. Its output is in the room."""
        found: Number | None = _law().call(name, self._room)
        return found


class WorkerCall(NamedTuple):
    """A call in progress on a worker."""

    function: WasmFunction
    arguments: tuple[Any, ...]
    layout: CallLayout
    room: bytearray
    taken: Callable[[bytearray], bool]

    def finish(self) -> None:
        """Write the worker's results. Call the function here if no answer has come."""
        if self.taken(self.room):
            self.layout.copy_back(memoryview(self.room))
        else:
            self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class Workers:
    """Workers next to this one, up to `cores` including it."""

    cores: int

    @property
    def count(self) -> int:
        """The number of workers. The first use starts them."""
        return min(int(_law().helpers()), self.cores - 1) if self.cores > 1 else 0

    def submit(self, function: Callable[..., Any], *arguments: Any) -> WorkerCall:
        """Have a worker call the export for `function`."""
        export = exported_function(function)
        layout = export.lay_out_call(arguments, int(_law().first()))
        room = bytearray(layout.size)
        layout.copy_out(memoryview(room))
        taken = _law().ask(export.name, room)
        return WorkerCall(export, arguments, layout, room, taken)


@cache
def _law() -> Any:
    return import_module(BRIDGE)
