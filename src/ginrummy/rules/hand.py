"""A hand as two sets of faces, and its operations: count, part, join, take away.

A set of faces is a 52-bit integer. The second set holds the twins, the faces held twice in a game with two
packs (RULES 1.1).
"""

from __future__ import annotations

from operator import index
from typing import NamedTuple

from ginrummy.rules.bits import bit_count, lowest
from ginrummy.rules.card_encoding import FACE_COUNT
from ginrummy.rules.card_notation import SUIT_CODES, SUIT_SIGNS, face_code, faces_in


class _Held(NamedTuple):
    cards: int
    twins: int


class Hand(_Held):
    """Cards held, as two 52-bit sets of faces: held at least once, and held twice. It can be built from text.

    In Python it is a pair of numbers, these sets. Its cards are in `codes`, and `len(hand.codes)` is their
    number.

    >>> Hand("7S 8S 9S"), str(Hand("10H JH JH"))
    (Hand("7S8S9S"), '10♥ J♥ J♥')
    """

    __slots__ = ()

    def __new__(cls, cards: int | str = 0, twins: int = 0) -> Hand:
        """Return the hand of these sets, or of the cards listed in a text.

        Raises `ValueError` for a text that is not a list of cards, `TypeError` for other types.
        """
        if cards.__class__ is int and twins.__class__ is int:
            return tuple.__new__(cls, (cards, twins))
        return tuple.__new__(cls, _sets_in(cards) if isinstance(cards, str) else _whole_sets(cards, twins))

    def __repr__(self) -> str:
        """Return the hand as code, in notation."""
        if not is_well_formed(self):
            return f"Hand({self.cards}, {self.twins})"
        return f'Hand("{"".join(self.codes)}")'

    def __str__(self) -> str:
        """Return the cards in English notation for players."""
        return " ".join(
            code[0].replace("T", "10") + SUIT_SIGNS[SUIT_CODES.index(code[1])] for code in self.codes
        )

    @property
    def codes(self) -> tuple[str, ...]:
        """The cards in notation, suit by suit, a twin twice."""
        copies = ((face, (self.cards >> face & 1) + (self.twins >> face & 1)) for face in range(FACE_COUNT))
        return tuple(face_code(face) for face, count in copies for _copy in range(count))


def _whole_sets(*sets: int) -> tuple[int, ...]:
    """Return sets given as integers of any type, such as NumPy's, as Python's own."""
    try:
        return tuple(map(index, sets))
    except TypeError as error:
        told = " and ".join(map(repr, sets))
        raise TypeError(f"a hand is made of two sets of cards, or of a text, not of {told}") from error


def _sets_in(text: str) -> tuple[int, int]:
    """Return the faces listed in `text`, and those listed twice."""
    cards = twins = 0
    for face in faces_in(text):
        if twins >> face & 1:
            raise ValueError(f"{face_code(face)} is there three times in {text!r} (RULES 1.1)")
        twins |= cards & 1 << face
        cards |= 1 << face
    return cards, twins


def no_cards() -> Hand:
    """Return the hand without a card."""
    return Hand(0, 0)


def single(face: int) -> Hand:
    """Return the hand of one card."""
    return Hand(1 << face, 0)


def size_of(hand: Hand) -> int:
    """Return how many cards `hand` holds."""
    return bit_count(hand.cards) + bit_count(hand.twins)


def is_well_formed(hand: Hand) -> bool:
    """Return whether the cards exist: 52 faces, and twins only of faces that are held."""
    return hand.cards >> FACE_COUNT == 0 and hand.twins & ~hand.cards == 0


def is_part(hand: Hand, part: Hand) -> bool:
    """Return whether `hand` holds all cards of `part`, a well-formed hand."""
    return part.cards & ~hand.cards == 0 and part.twins & ~(hand.twins & part.cards) == 0


def without(hand: Hand, part: Hand) -> Hand:
    """Return `hand` without `part`, which it holds."""
    twins = hand.twins & ~part.cards
    return Hand(hand.cards & ~(part.twins | part.cards & ~hand.twins), twins)


def joined(hand: Hand, other: Hand) -> Hand:
    """Return the cards of both hands, which together hold no card more than twice."""
    return Hand(hand.cards | other.cards, hand.twins | other.twins | hand.cards & other.cards)


def copies_of(hand: Hand, face: int) -> int:
    """Return how many cards of `face` there are in `hand`: 0, 1 or 2."""
    return (hand.cards >> face & 1) + (hand.twins >> face & 1)


def nth_face(hand: Hand, index: int) -> int:
    """Return the face of the card at `index` among the sorted cards of `hand`, twins side by side."""
    rest = hand.cards
    while True:
        face = lowest(rest)
        copies = copies_of(hand, face)
        if index < copies:
            return face
        index -= copies
        rest &= rest - 1
