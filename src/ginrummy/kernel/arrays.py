"""Arrays and records that compiled code reads and writes: NumPy's where it is installed, else Python's own.

Players ask here for what they hand to compiled code, so that they run where there is no NumPy: in a browser.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from ginrummy.installed_extras import has_numpy
from ginrummy.kernel.struct_layout import Item, RecordLayout


class Arrays(Protocol):
    """A way to make arrays, and to copy them into a memory and back.

    An array has its items by their places, `len`, `shape` where it is of numbers, `tolist`, and pieces of
    its first dimension; a record has fields. `item` is a type of numbers as NumPy names it, or a layout.
    """

    def zeros(self, item: Item, *shape: int) -> Any:
        """Return an array of noughts."""

    def filled(self, item: str, value: float, *shape: int) -> Any:
        """Return an array of `value` everywhere."""

    def of(self, item: str, values: Iterable[float]) -> Any:
        """Return an array of `values`, one dimension."""

    def table(self, item: str, shape: tuple[int, ...], values: Iterable[float]) -> Any:
        """Return an array of `shape`, two dimensions at most, of `values` in the order of its memory."""

    def records(self, layout: RecordLayout, rows: Iterable[tuple[int, ...]]) -> Any:
        """Return an array of records, each given by its fields in order."""

    def record(self, layout: RecordLayout, values: tuple[int, ...]) -> Any:
        """Return a record that cannot be written to."""

    def column(self, rows: Any, name: str) -> list[int]:
        """Return what all of `rows` have in the field `name`."""

    def is_of(self, part: Any, item: Item, dimensions: int) -> bool:
        """Return whether `part` is an array of `item`, or a record, for no dimensions."""

    def is_array(self, part: Any) -> bool:
        """Return whether `part` is passed by its address."""

    def shape(self, part: Any) -> tuple[int, ...]:
        """Return the lengths of `part` along each dimension."""

    def size(self, part: Any) -> int:
        """Return how many bytes `part` takes."""

    def put(self, part: Any, room: memoryview) -> None:
        """Write `part` to `room`, as many bytes."""

    def take(self, part: Any, room: memoryview) -> None:
        """Write what is in `room` to `part`, unless that is not to be written to."""


def _made() -> Arrays:
    if has_numpy():
        from ginrummy.kernel.numpy_arrays import NumpyArrays

        return NumpyArrays()
    from ginrummy.kernel.plain_arrays import PlainArrays

    return PlainArrays()


arrays: Final = _made()
