"""WebAssembly of the law in `wasmtime`."""

from __future__ import annotations

import atexit
import ctypes
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias
from weakref import WeakSet

import wasmtime

from ginrummy.kernel.struct_layout import align_offset
from ginrummy.kernel.wasm_signatures import HEAP, MODULE, Number

_PAGE: Final = 1 << 16
_ALIGNMENT: Final = 16


_Owner: TypeAlias = wasmtime.Engine | wasmtime.Module | wasmtime.Store
_owners: WeakSet[_Owner] = WeakSet()


@atexit.register
def _leave_to_the_system() -> None:
    """Leak the remaining objects at exit: Python clears what `wasmtime` needs to free them.

    They may not be closed here either: a daemon thread may still be running in them.
    """
    for owner in list(_owners):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(owner))


class _Module:
    """The module, compiled for this processor."""

    def __init__(self) -> None:
        self.engine = wasmtime.Engine()
        self.compiled = wasmtime.Module(self.engine, files("ginrummy.kernel").joinpath(MODULE).read_bytes())
        _owners.update((self.engine, self.compiled))


@cache
def shipped_module() -> _Module:
    """Return the module that comes with this package."""
    return _Module()


class WasmtimeInstance:
    """An instance of the module with its own memory."""

    def __init__(self) -> None:
        self._store = wasmtime.Store(shipped_module().engine)
        _owners.add(self._store)
        self._exports = wasmtime.Instance(self._store, shipped_module().compiled, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        heap: Any = self._exports[HEAP]
        self.first = align_offset(heap.value(self._store), _ALIGNMENT)

    def room(self, size: int) -> memoryview:
        """Return `size` bytes of the memory from `first` on."""
        missing = self.first + size - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))
        whole = memoryview(self._memory.get_buffer_ptr(self._store)).cast("B")
        return whole[self.first : self.first + size]

    def call(self, name: str) -> Number | None:
        """Return the result of the export `name` for the block at `first`. Its output is in the room."""
        function: Any = self._exports[name]
        found: Number | None = function(self._store, self.first)
        return found
