"""Types of numbers outside the law: type checkers tell a face from a card, a seat or points.

Inside the law they are plain integers, because it compiles. Here each has a `NewType`.
"""

from __future__ import annotations

from typing import Final, NewType

from ginrummy.rules import scoring

Face = NewType("Face", int)
"""A card as players read it, 0 to 51: suit * 13 + rank. Cards of two packs that look alike have one face."""

Card = NewType("Card", int)
"""A card of the deck: a face of the first pack, or 52 more for its twin of the second."""

Seat = NewType("Seat", int)
"""A place at the table, 0 or 1."""

SEATS: Final = (Seat(0), Seat(1))
"""Both seats, in order."""

NOBODY: Final = Seat(scoring.NOBODY)
"""The value in place of a seat where there is none, as in the law."""

Points = NewType("Points", int)
"""Points of cards, hands and matches."""


def other_seat(seat: Seat) -> Seat:
    """Return the seat across the table."""
    return Seat(1 - seat)


def seat_or_none(number: int) -> Seat | None:
    """Return the law's `number` as a seat, or `None` for `NOBODY`."""
    return None if number == NOBODY else Seat(number)
