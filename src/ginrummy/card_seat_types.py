"""What a number stands for outside the law: a checker tells a face from a card, a seat or points.

Inside the law they are integers, because it compiles; here each is an integer of a kind of its own.
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
"""Both places, in their order."""

NOBODY: Final = Seat(scoring.NOBODY)
"""What stands where a seat could stand, as the law says it."""

Points = NewType("Points", int)
"""What cards, hands and matches count."""


def other_seat(seat: Seat) -> Seat:
    """Return the seat across the table."""
    return Seat(1 - seat)


def seat_or_none(number: int) -> Seat | None:
    """Return the seat that the law answers with, `None` for `NOBODY`."""
    return None if number == NOBODY else Seat(number)
