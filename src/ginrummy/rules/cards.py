"""Cards and hands as numbers: faces, ranks and suits, their notation, and sets of faces (RULES 1)."""

from __future__ import annotations

from operator import index
from typing import Final, NamedTuple


def bit_count(mask: int) -> int:
    """Return how many bits of `mask` are set."""
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """Return the index of the lowest set bit of a non-zero `mask`."""
    return (mask & -mask).bit_length() - 1


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


RANK_CODES: Final = "A23456789TJQK"
SUIT_CODES: Final = "SHDC"
SUIT_SIGNS: Final = "♠♥♦♣"
_SIGNS: Final = str.maketrans(SUIT_SIGNS, SUIT_CODES)


def face_code(face: int) -> str:
    """Return the notation of records and programs, in any language: `7H`, `TS`."""
    suit, rank = divmod(face, RANK_COUNT)
    return RANK_CODES[rank] + SUIT_CODES[suit]


def face_of(code: str) -> int:
    """Return the face for the notation `code`."""
    return SUIT_CODES.index(code[1]) * RANK_COUNT + RANK_CODES.index(code[0])


def faces_in(text: str) -> tuple[int, ...]:
    """Return the faces listed in `text`, joined or separate, with letters or signs for the suits.

    Raises `ValueError` for anything else.

    >>> faces_in("AS 2♠ 10♠")
    (0, 1, 9)
    """
    codes = "".join(text.split()).upper().replace("10", "T").translate(_SIGNS)
    cards = [codes[place : place + 2] for place in range(0, len(codes), 2)]
    for card in cards:
        if card[0] not in RANK_CODES or card[1:] not in tuple(SUIT_CODES):
            raise ValueError(
                f"{card!r} in {text!r} is not a card (RULES 1.5): cards are written as in 7S8S9S"
            )
    return tuple(map(face_of, cards))


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


def contains_cards(hand: Hand, part: Hand) -> bool:
    """Return whether `hand` holds all cards of `part`, a well-formed hand."""
    return part.cards & ~hand.cards == 0 and part.twins & ~(hand.twins & part.cards) == 0


def without(hand: Hand, part: Hand) -> Hand:
    """Return `hand` without `part`, which it holds."""
    twins = hand.twins & ~part.cards
    return Hand(hand.cards & ~(part.twins | part.cards & ~hand.twins), twins)


def join_hands(hand: Hand, other: Hand) -> Hand:
    """Return the cards of both hands, which together hold no card more than twice."""
    return Hand(hand.cards | other.cards, hand.twins | other.twins | hand.cards & other.cards)


def copies_of(hand: Hand, face: int) -> int:
    """Return how many cards of `face` there are in `hand`: 0, 1 or 2."""
    return (hand.cards >> face & 1) + (hand.twins >> face & 1)


def nth_face(hand: Hand, index: int) -> int:
    """Return the face of the card at `index` among the sorted cards of `hand`, twins side by side."""
    rest = hand.cards
    while True:
        face = lowest_bit(rest)
        copies = copies_of(hand, face)
        if index < copies:
            return face
        index -= copies
        rest &= rest - 1
