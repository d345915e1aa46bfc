"""What a number stands for outside the law: a checker tells a face from a card, a seat or points.

Inside the law they are integers, because it compiles; here each is an integer of a kind of its own.
"""

from __future__ import annotations

from typing import NewType

Face = NewType("Face", int)
"""A card as players read it, 0 to 51: suit * 13 + rank. Cards of two packs that look alike have one face."""

Card = NewType("Card", int)
"""A card of the deck: a face of the first pack, or 52 more for its twin of the second."""

Seat = NewType("Seat", int)
"""A place at the table, 0 or 1."""

Points = NewType("Points", int)
"""What cards, hands and matches count."""
