"""How the fields of a record lie in memory: one after the other, aligned as in the language C."""

from __future__ import annotations

from typing import Final, NamedTuple

Fields = tuple[tuple[str, str], ...]

FORMATS: Final = {
    "i8": "q", "i4": "i", "i2": "h", "i1": "b", "u8": "Q", "u1": "B", "f8": "d", "f4": "f", "?": "?",
}  # fmt: skip
"""Types of numbers as NumPy names them, and as Python's `struct` does; `?` is true or false."""


class RecordLayout(NamedTuple):
    """The fields of a record: name, type and offset of each, and the size of the whole, in bytes."""

    fields: tuple[tuple[str, str, int], ...]
    size: int


Item = str | RecordLayout
"""What an array is made of: a type of numbers, or records."""


def width_of(item: Item) -> int:
    """Return how many bytes one item takes.

    >>> width_of("i4"), width_of("?")
    (4, 1)
    """
    if isinstance(item, RecordLayout):
        return item.size
    return int(item[1:] or 1)


def layout(fields: Fields) -> RecordLayout:
    """Return where `fields`, names and types, lie.

    >>> layout((("turn", "i1"), ("cards", "i8"), ("stock", "i2")))
    RecordLayout(fields=(('turn', 'i1', 0), ('cards', 'i8', 8), ('stock', 'i2', 16)), size=24)
    """
    places, free = [], 0
    for name, item in fields:
        free = aligned(free, width_of(item))
        places.append((name, item, free))
        free += width_of(item)
    return RecordLayout(tuple(places), aligned(free, max(width_of(item) for _name, item in fields)))


def aligned(place: int, step: int) -> int:
    """Return the first multiple of `step` from `place` on."""
    return -(-place // step) * step
