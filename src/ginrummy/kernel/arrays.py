"""Arrays and records for compiled code: NumPy's when it is installed, else plain Python's.

Players create their arrays for compiled code here, so that they run without NumPy, as in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from ginrummy.kernel.installed_extras import has_numpy
from ginrummy.kernel.struct_layout import Item, RecordLayout


class Arrays(Protocol):
    """Factory of arrays, and copies of them into a memory and back.

    An array has indexing, `len`, `shape` (for numbers), `tolist`, and slices of its first dimension. A record
    has fields. `item` is a number type in NumPy's notation, or a layout.
    """

    def zeros(self, item: Item, *shape: int) -> Any:
        """Return an array of zeros."""

    def full(self, item: str, value: float, *shape: int) -> Any:
        """Return an array filled with `value`."""

    def from_values(self, item: str, values: Iterable[float]) -> Any:
        """Return a one-dimensional array of `values`."""

    def table(self, item: str, shape: tuple[int, ...], values: Iterable[float]) -> Any:
        """Return an array of `shape`, two dimensions at most, of `values` in memory order."""

    def records(self, layout: RecordLayout, rows: Iterable[tuple[int, ...]]) -> Any:
        """Return an array of records, each given by its fields in order."""

    def record(self, layout: RecordLayout, values: tuple[int, ...]) -> Any:
        """Return a read-only record."""

    def column(self, rows: Any, name: str) -> list[int]:
        """Return the field `name` of all `rows`."""

    def has_layout(self, part: Any, item: Item, dimensions: int) -> bool:
        """Return whether `part` is an array of `item`, or for 0 dimensions a record."""

    def is_array(self, part: Any) -> bool:
        """Return whether `part` is passed by address."""

    def shape(self, part: Any) -> tuple[int, ...]:
        """Return the lengths of `part` along each dimension."""

    def size(self, part: Any) -> int:
        """Return the size of `part` in bytes."""

    def copy_out(self, part: Any, room: memoryview) -> None:
        """Write the bytes of `part` to `room`."""

    def copy_back(self, part: Any, room: memoryview) -> None:
        """Copy the bytes of `room` to `part`, unless that is read-only."""


def _make_arrays() -> Arrays:
    if has_numpy():
        from ginrummy.kernel.numpy_arrays import NumpyArrays

        return NumpyArrays()
    from ginrummy.kernel.plain_arrays import PlainArrays

    return PlainArrays()


arrays: Final = _make_arrays()
