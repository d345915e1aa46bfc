"""Arrays for compiled code without NumPy: memory views, of numbers or of records.

They offer the part of NumPy's interface that players need: indexing by one or more places, `len`, `shape`,
`tolist`, and slices of the first dimension.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterable
from itertools import repeat
from math import prod
from typing import Any, Final

from ginrummy.kernel.struct_layout import FORMATS, Item, RecordLayout, item_width


class StructRecord:
    """A record in memory with its fields as attributes."""

    __slots__ = ("layout", "memory")

    def __init__(self, layout: RecordLayout, memory: memoryview) -> None:
        self.layout, self.memory = layout, memory

    def __getattr__(self, name: str) -> int:
        for field, item, offset in self.layout.fields:
            if field == name:
                value: int = struct.unpack_from(FORMATS[item], self.memory, offset)[0]
                return value
        raise AttributeError(name)


class StructRecords:
    """An array of records."""

    __slots__ = ("layout", "memory")

    def __init__(self, layout: RecordLayout, memory: memoryview) -> None:
        self.layout, self.memory = layout, memory

    def __len__(self) -> int:
        return len(self.memory) // self.layout.size

    def __getitem__(self, place: int) -> StructRecord:
        if not 0 <= place < len(self):
            raise IndexError(place)
        start = place * self.layout.size
        return StructRecord(self.layout, self.memory[start : start + self.layout.size])


class PlainArrays:
    """Implementation of `arrays.Arrays` in plain Python."""

    def zeros(self, item: Item, *shape: int) -> Any:
        """Return an array of zeros."""
        memory = memoryview(bytearray(prod(shape) * item_width(item)))
        if isinstance(item, RecordLayout):
            return StructRecords(item, memory)
        return memory.cast(FORMATS[item], shape) if len(shape) > 1 else memory.cast(FORMATS[item])  # type: ignore[call-overload]  # any of the formats

    def full(self, item: str, value: float, *shape: int) -> Any:
        """Return an array filled with `value`."""
        return self.table(item, shape, repeat(value, prod(shape)))

    def from_values(self, item: str, values: Iterable[float]) -> Any:
        """Return a one-dimensional array of `values`."""
        found: Any = array("B" if item == "?" else FORMATS[item], values)
        return memoryview(found).cast("B").cast(FORMATS[item])  # type: ignore[call-overload]  # any of the formats

    def table(self, item: str, shape: tuple[int, ...], values: Iterable[float]) -> Any:
        """Return an array of `shape`, two dimensions at most, of `values` in memory order."""
        return self.from_values(item, values).cast("B").cast(FORMATS[item], shape)

    def records(self, layout: RecordLayout, rows: Iterable[tuple[int, ...]]) -> Any:
        """Return an array of records, each given by its fields in order."""
        written = bytearray()
        for row in rows:
            place = len(written)
            written.extend(bytes(layout.size))
            for (_name, item, offset), value in zip(layout.fields, row, strict=True):
                struct.pack_into(FORMATS[item], written, place + offset, value)
        return StructRecords(layout, memoryview(written))

    def record(self, layout: RecordLayout, values: tuple[int, ...]) -> Any:
        """Return a read-only record."""
        return self.records(layout, [values])[0]

    def column(self, rows: Any, name: str) -> list[int]:
        """Return the field `name` of all `rows`."""
        return [getattr(row, name) for row in rows]

    def has_layout(self, part: Any, item: Item, dimensions: int) -> bool:
        """Return whether `part` is an array of `item`, or for 0 dimensions a record."""
        if isinstance(item, RecordLayout):
            kind = StructRecords if dimensions else StructRecord
            return isinstance(part, kind) and part.layout == item
        return isinstance(part, memoryview) and (part.format, part.ndim) == (FORMATS[item], dimensions)

    def is_array(self, part: Any) -> bool:
        """Return whether `part` is passed by address."""
        return isinstance(part, _BY_ADDRESS)

    def shape(self, part: Any) -> tuple[int, ...]:
        """Return the lengths of `part` along each dimension."""
        if isinstance(part, StructRecord):
            return ()
        return (len(part),) if isinstance(part, StructRecords) else tuple(part.shape)

    def size(self, part: Any) -> int:
        """Return the size of `part` in bytes."""
        return _memory_of(part).nbytes

    def copy_out(self, part: Any, room: memoryview) -> None:
        """Write the bytes of `part` to `room`."""
        room[:] = _memory_of(part)

    def copy_back(self, part: Any, room: memoryview) -> None:
        """Copy the bytes of `room` to `part`, unless that is read-only."""
        memory = _memory_of(part)
        if not isinstance(part, StructRecord) and not memory.readonly:
            memory[:] = room


_BY_ADDRESS: Final = (memoryview, StructRecords, StructRecord)


def _memory_of(part: Any) -> memoryview:
    """Return the bytes of `part`."""
    memory: memoryview = part if isinstance(part, memoryview) else part.memory
    return memory.cast("B") if memory.nbytes else memoryview(b"")
