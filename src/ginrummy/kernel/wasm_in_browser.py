"""WebAssembly of the law in the browser whose worker runs this Python.

`ginrummy_law` is the worker's JavaScript module for this (`web/site/browser/law_bridge.js`).
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from ginrummy.kernel.wasm_signatures import Number

BRIDGE: Final = "ginrummy_law"


class BrowserInstance:
    """An instance of the module with its own memory, copied for Python before and after a call."""

    def __init__(self) -> None:
        self._room = bytearray()
        self.first = int(worker_module().first())

    def room(self, size: int) -> memoryview:
        """Return `size` bytes, which are copied to `first` and back around each call."""
        if len(self._room) != size:
            self._room = bytearray(size)
        return memoryview(self._room)

    def call(self, name: str) -> Number | None:
        """Return the result of the export `name` for the block at `first`. Its output is in the room."""
        found: Number | None = worker_module().call(name, self._room)
        return found


@cache
def worker_module() -> Any:
    """Return the JavaScript module of the worker."""
    return import_module(BRIDGE)
