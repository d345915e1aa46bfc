"""How a hand is held: by melds, by rank, by suit, or in an order of the player's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ginrummy.card_seat_types import Face
from ginrummy.cards import RANK_COUNT, Hand, faces_of
from ginrummy.moves import NO_FACE, MoveKind, in_order
from ginrummy.rules.spreads import freest_spread
from ginrummy.variants import Variant
from ginrummy.view import View

Faces = tuple[Face, ...]


class Arrangement(Enum):
    """The ways to hold a hand; the value is the word of the settings file."""

    MELDS = "melds"
    RANK = "rank"
    SUIT = "suit"
    OWN = "own"

    @property
    def following(self) -> Arrangement:
        """The way that comes after this one when a player goes through them."""
        ways = list(Arrangement)
        return ways[(ways.index(self) + 1) % len(ways)]


class HeldHand(NamedTuple):
    """A hand as it is held: groups from left to right, the first `melds` of which are melds."""

    groups: tuple[Faces, ...]
    melds: int

    @property
    def faces(self) -> Faces:
        """The cards from left to right."""
        return tuple(face for group in self.groups for face in group)


def held_hand(
    variant: Variant, hand: Hand, arrangement: Arrangement, *, gone: Hand, order: Sequence[Face] = ()
) -> HeldHand:
    """Return `hand` as `arrangement` holds it; `gone` are cards out of play, `order` the player's own.

    The own order keeps what it knows and puts cards that are new to it at the right end.
    """
    if arrangement is Arrangement.MELDS:
        return by_melds(variant, hand, gone)
    if arrangement is Arrangement.RANK:
        return HeldHand((tuple(sorted(faces_of(hand), key=by_rank)),), 0)
    if arrangement is Arrangement.SUIT:
        return HeldHand(by_suit(hand), 0)
    return HeldHand((in_own_order(hand, order),), 0)


def last_gained(view: View) -> Face:
    """Return the card that the viewer has just drawn or taken, `NO_FACE` when it holds none that is new."""
    last = view.events[-1] if view.events else None
    if last is None or last.seat != view.seat or last.kind not in (MoveKind.DRAW, MoveKind.TAKE):
        return NO_FACE
    return last.face


def by_melds(variant: Variant, hand: Hand, gone: Hand) -> HeldHand:
    """Return `hand` with its best melds first, the unmatched cards at the end by suit."""
    spread = freest_spread(variant, hand, gone)
    parts = tuple(in_order(meld) for meld in spread.melds if meld.cards)
    left = faces_of(spread.unmatched)
    return HeldHand((*parts, left) if left else parts, len(parts))


def by_rank(face: Face) -> tuple[int, int]:
    """Return the key that sorts by rank, then by suit."""
    return face % RANK_COUNT, face // RANK_COUNT


def by_suit(hand: Hand) -> tuple[Faces, ...]:
    """Return the cards of each suit held."""
    faces = faces_of(hand)
    suits = dict.fromkeys(face // RANK_COUNT for face in faces)
    return tuple(tuple(face for face in faces if face // RANK_COUNT == suit) for suit in suits)


def in_own_order(hand: Hand, order: Iterable[Face]) -> Faces:
    """Return the cards of `hand` in `order`, those that it does not name at the end."""
    waiting = list(faces_of(hand))
    placed = []
    for face in order:
        if face in waiting:
            waiting.remove(face)
            placed.append(face)
    return (*placed, *waiting)


def moved(faces: Sequence[Face], place: int, to: int) -> Faces:
    """Return `faces` with the card at `place` moved to place `to`, kept within the hand."""
    cards = list(faces)
    card = cards.pop(place)
    cards.insert(max(0, min(to, len(cards))), card)
    return tuple(cards)
