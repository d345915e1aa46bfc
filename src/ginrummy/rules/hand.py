"""A hand as two sets of faces, and what is done with hands: count, part, join, take away.

A set of faces is a 52-bit integer. The second set holds the twins, the faces held twice where two packs
are played with (RULES 1.1).
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.bits import bit_count, lowest


class Hand(NamedTuple):
    """Cards held, as two 52-bit sets of faces: held at least once, and held twice."""

    cards: int
    twins: int


def no_cards() -> Hand:
    """Return the hand without a card."""
    return Hand(0, 0)


def single(face: int) -> Hand:
    """Return the hand of one card."""
    return Hand(1 << face, 0)


def size_of(hand: Hand) -> int:
    """Return how many cards `hand` holds."""
    return bit_count(hand.cards) + bit_count(hand.twins)


def is_part(hand: Hand, part: Hand) -> bool:
    """Return whether `hand` holds all cards of `part`, a well-formed hand."""
    return part.cards & ~hand.cards == 0 and part.twins & ~(hand.twins & part.cards) == 0


def without(hand: Hand, part: Hand) -> Hand:
    """Return `hand` less `part`, which it holds."""
    twins = hand.twins & ~part.cards
    return Hand(hand.cards & ~(part.twins | part.cards & ~hand.twins), twins)


def joined(hand: Hand, other: Hand) -> Hand:
    """Return the cards of both, none of them there more than twice."""
    return Hand(hand.cards | other.cards, hand.twins | other.twins | hand.cards & other.cards)


def is_same(hand: Hand, other: Hand) -> bool:
    """Return whether both hold the same cards."""
    return hand.cards == other.cards and hand.twins == other.twins


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
