"""The WebAssembly of the law, run by the browser in whose worker this Python runs.

`ginrummy_law` is what the worker offers for that, a module of JavaScript (`web/site/browser/law_bridge.js`).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from ginrummy.kernel.wasm_module import Number

BRIDGE: Final = "ginrummy_law"


class BrowserInstance:
    """The module in a memory of its own, which Python sees by copies: before a call, and after it."""

    def __init__(self) -> None:
        self._law: Any = import_module(BRIDGE)
        self._room = bytearray()
        self.first = int(self._law.first())

    def room(self, size: int) -> memoryview:
        """Return `size` bytes, which are copied to `first` and back around each call."""
        if len(self._room) != size:
            self._room = bytearray(size)
        return memoryview(self._room)

    def call(self, name: str, kinds: str, values: Sequence[Number]) -> Number | None:
        """Return what the export `name` returns; what it has written can be read in the room."""
        packed = struct.pack(f"<{kinds.replace('i', 'q')}", *values)
        found: Number | None = self._law.call(name, kinds, packed, self._room)
        return found
