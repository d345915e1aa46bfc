"""Order of the cards in a hand: by melds, by rank, by suit, or the player's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from ginrummy.game.cards import RANK_COUNT, Hand, faces_of
from ginrummy.game.moves import NO_FACE, MoveKind, in_order
from ginrummy.game.view import View
from ginrummy.rules.spreads import freest_spread
from ginrummy.rules.types import Face
from ginrummy.variants import Variant

Faces = tuple[Face, ...]


class Arrangement(Enum):
    """The orders of a hand. The value is the word of the settings file."""

    MELDS = "melds"
    RANK = "rank"
    SUIT = "suit"
    OWN = "own"

    @property
    def following(self) -> Arrangement:
        """The next order in the cycle."""
        ways = list(Arrangement)
        return ways[(ways.index(self) + 1) % len(ways)]


class HeldHand(NamedTuple):
    """A hand in order: groups from left to right. The first `melds` of them are melds."""

    groups: tuple[Faces, ...]
    melds: int

    @property
    def faces(self) -> Faces:
        """The cards from left to right."""
        return tuple(face for group in self.groups for face in group)


def held_hand(
    variant: Variant, hand: Hand, arrangement: Arrangement, *, gone: Hand, order: Sequence[Face] = ()
) -> HeldHand:
    """Return `hand` in the order `arrangement`. `gone` are cards out of play, `order` the player's own.

    The own order puts cards that it does not list at the right end.
    """
    if arrangement is Arrangement.MELDS:
        return by_melds(variant, hand, gone)
    if arrangement is Arrangement.RANK:
        return HeldHand((tuple(sorted(faces_of(hand), key=by_rank)),), 0)
    if arrangement is Arrangement.SUIT:
        return HeldHand(by_suit(hand), 0)
    return HeldHand((in_own_order(hand, order),), 0)


def last_gained(view: View) -> Face:
    """Return the card that the viewer has just drawn or taken, `NO_FACE` for none."""
    last = view.events[-1] if view.events else None
    if last is None or last.seat != view.seat or last.kind not in (MoveKind.DRAW, MoveKind.TAKE):
        return NO_FACE
    return last.face


def by_melds(variant: Variant, hand: Hand, gone: Hand) -> HeldHand:
    """Return `hand` with its best melds first, then the unmatched cards by suit."""
    spread = freest_spread(variant, hand, gone)
    parts = tuple(in_order(meld) for meld in spread.melds if meld.cards)
    left = faces_of(spread.unmatched)
    return HeldHand((*parts, left) if left else parts, len(parts))


def by_rank(face: Face) -> tuple[int, int]:
    """Return the sort key: rank, then suit."""
    return face % RANK_COUNT, face // RANK_COUNT


def by_suit(hand: Hand) -> tuple[Faces, ...]:
    """Return the cards of each suit in the hand."""
    faces = faces_of(hand)
    suits = dict.fromkeys(face // RANK_COUNT for face in faces)
    return tuple(tuple(face for face in faces if face // RANK_COUNT == suit) for suit in suits)


def in_own_order(hand: Hand, order: Iterable[Face]) -> Faces:
    """Return the cards of `hand` in `order`, with unlisted cards at the end."""
    waiting = list(faces_of(hand))
    placed = []
    for face in order:
        if face in waiting:
            waiting.remove(face)
            placed.append(face)
    return (*placed, *waiting)


def moved(faces: Sequence[Face], place: int, to: int) -> Faces:
    """Return `faces` with the card at `place` moved to place `to`, limited to the hand."""
    cards = list(faces)
    card = cards.pop(place)
    cards.insert(max(0, min(to, len(cards))), card)
    return tuple(cards)
