"""Memory layout of records: fields in order, aligned as in C."""

from __future__ import annotations

from typing import Final, NamedTuple

Fields = tuple[tuple[str, str], ...]

FORMATS: Final = {
    "i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u1": "B", "f8": "d", "f4": "f", "?": "?",
}  # fmt: skip
"""Number types in the notation of NumPy and of Python's `struct`; `?` is a boolean."""


class RecordLayout(NamedTuple):
    """The fields of a record: name, type and offset of each, and the size of the whole, in bytes."""

    fields: tuple[tuple[str, str, int], ...]
    size: int


Item = str | RecordLayout
"""Item of an array: a number type, or a record."""


def item_width(item: Item) -> int:
    """Return the size of one item in bytes.

    >>> item_width("i4"), item_width("?")
    (4, 1)
    """
    if isinstance(item, RecordLayout):
        return item.size
    return int(item[1:] or 1)


def layout(fields: Fields) -> RecordLayout:
    """Return the layout of `fields`, given by name and type.

    >>> layout((("turn", "i1"), ("cards", "i8"), ("stock", "i2")))
    RecordLayout(fields=(('turn', 'i1', 0), ('cards', 'i8', 8), ('stock', 'i2', 16)), size=24)
    """
    places, free = [], 0
    for name, item in fields:
        free = align_offset(free, item_width(item))
        places.append((name, item, free))
        free += item_width(item)
    return RecordLayout(tuple(places), align_offset(free, max(item_width(item) for _name, item in fields)))


def align_offset(place: int, step: int) -> int:
    """Return the first multiple of `step` from `place` on."""
    return -(-place // step) * step
