"""Ranks, suits and faces as numbers (RULES 1.1, 1.2).

A *face* is `suit * 13 + rank`: suits ♠ ♥ ♦ ♣ are 0 to 3, ranks ace to king 0 to 12. The cards of one suit
are a *lane* of 13 bits, ace lowest, and any set of faces is four lanes side by side.
"""

from __future__ import annotations

RANK_COUNT = 13
SUIT_COUNT = 4
FACE_COUNT = RANK_COUNT * SUIT_COUNT
ACE, TEN, JACK, QUEEN, KING = 0, 9, 10, 11, 12
SPADES, HEARTS, DIAMONDS, CLUBS = range(SUIT_COUNT)
NO_FACE = -1
NO_RANK = RANK_COUNT

LANE = (1 << RANK_COUNT) - 1
ALL_SUITS = (1 << SUIT_COUNT) - 1


def is_card(face: int) -> bool:
    """Return whether `face` is a card, not `NO_FACE`."""
    return face != NO_FACE


def rank_of(face: int) -> int:
    """Return the rank of `face`."""
    return face % RANK_COUNT


def suit_of(face: int) -> int:
    """Return the suit of `face`."""
    return face // RANK_COUNT


def face_at(suit: int, rank: int) -> int:
    """Return the face of `rank` in `suit`."""
    return RANK_COUNT * suit + rank


def lane_of(faces: int, suit: int) -> int:
    """Return the ranks that a set of faces holds in `suit`, as a lane."""
    return faces >> RANK_COUNT * suit & LANE


def rank_mask(faces: int) -> int:
    """Return the ranks among `faces` as a lane."""
    return (faces | faces >> RANK_COUNT | faces >> 2 * RANK_COUNT | faces >> 3 * RANK_COUNT) & LANE


def in_suit(lane: int, suit: int) -> int:
    """Return the set of faces of `lane` in `suit`."""
    return lane << RANK_COUNT * suit


def in_every_suit(lane: int) -> int:
    """Return the faces of the ranks of `lane` in all suits."""
    return lane | lane << RANK_COUNT | lane << 2 * RANK_COUNT | lane << 3 * RANK_COUNT
