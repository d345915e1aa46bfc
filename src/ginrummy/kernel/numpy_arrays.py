"""Arrays for compiled code, implemented with NumPy."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import numpy as np

from ginrummy.kernel.struct_layout import Item, RecordLayout


@cache
def dtype_of(item: Item) -> np.dtype[Any]:
    """Return NumPy's type of `item`."""
    if not isinstance(item, RecordLayout):
        return np.dtype(item)
    names, formats, offsets = zip(*item.fields, strict=True)
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": item.size}, align=True
    )


class NumpyArrays:
    """Implementation of `arrays.Arrays` with NumPy."""

    def zeros(self, item: Item, *shape: int) -> Any:
        """Return an array of zeros."""
        return np.zeros(shape, dtype_of(item))

    def full(self, item: str, value: float, *shape: int) -> Any:
        """Return an array filled with `value`."""
        return np.full(shape, value, dtype_of(item))

    def from_values(self, item: str, values: Iterable[float]) -> Any:
        """Return a one-dimensional array of `values`."""
        return np.array(list(values), dtype_of(item))

    def table(self, item: str, shape: tuple[int, ...], values: Iterable[float]) -> Any:
        """Return an array of `shape`, two dimensions at most, of `values` in memory order."""
        return self.from_values(item, values).reshape(shape)

    def records(self, layout: RecordLayout, rows: Iterable[tuple[int, ...]]) -> Any:
        """Return an array of records, each given by its fields in order."""
        return np.array(list(rows), dtype_of(layout))

    def record(self, layout: RecordLayout, values: tuple[int, ...]) -> Any:
        """Return a read-only record."""
        rows = self.records(layout, [tuple(values)])
        rows.setflags(write=False)
        return rows[0]

    def column(self, rows: Any, name: str) -> list[int]:
        """Return the field `name` of all `rows`."""
        found: list[int] = rows[name].tolist()
        return found

    def has_layout(self, part: Any, item: Item, dimensions: int) -> bool:
        """Return whether `part` is an array of `item`, or for 0 dimensions a record."""
        return self.is_array(part) and part.ndim == dimensions and part.dtype == dtype_of(item)

    def is_array(self, part: Any) -> bool:
        """Return whether `part` is passed by address."""
        return isinstance(part, _BY_ADDRESS)

    def shape(self, part: Any) -> tuple[int, ...]:
        """Return the lengths of `part` along each dimension."""
        found: tuple[int, ...] = part.shape
        return found

    def size(self, part: Any) -> int:
        """Return the size of `part` in bytes."""
        return int(part.nbytes)

    def copy_out(self, part: Any, room: memoryview) -> None:
        """Write the bytes of `part` to `room`."""
        _like(part, room)[...] = part

    def copy_back(self, part: Any, room: memoryview) -> None:
        """Copy the bytes of `room` to `part`, unless that is read-only."""
        if isinstance(part, np.ndarray) and part.flags.writeable:
            part[...] = _like(part, room)


_BY_ADDRESS: Final = (np.ndarray, np.void)


def _like(part: Any, room: memoryview) -> Any:
    """Return the bytes of `room` as an array like `part`."""
    return np.frombuffer(room, np.uint8).view(part.dtype).reshape(part.shape)
