"""Cards on a page: face, spoken name, and the move that a press submits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ginrummy.game.cards import RANK_COUNT, face_code, face_name, rank_name
from ginrummy.game.layouts import Arrangement, HeldHand, arrange_hand, last_drawn_card
from ginrummy.game.moves import MoveKind
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.rules.cards import join_hands, single, without
from ginrummy.rules.types import Face


@dataclass(frozen=True, slots=True)
class ShownCard:
    """Card face up. `name` is the spoken name and `move` the move that a press submits, empty for none.

    `is_new` marks the card just drawn or taken, and `is_laid` one that the other player laid off. In a hand,
    `meld` is the number of the card's meld from 1, or 0 for deadwood.
    """

    face: Face
    name: str
    move: str = ""
    is_new: bool = False
    is_laid: bool = False
    meld: int = 0

    @property
    def code(self) -> str:
        """Card in machine notation."""
        return face_code(self.face)


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Group of cards with the name of what they form."""

    cards: tuple[ShownCard, ...]
    is_meld: bool


def inactive_cards(faces: Iterable[Face]) -> tuple[ShownCard, ...]:
    """Return cards that cannot be pressed."""
    return tuple(ShownCard(face, face_name(face)) for face in faces)


def meld_group(faces: tuple[Face, ...], laid: Iterable[Face] = ()) -> CardGroup:
    """Return a meld on the table, marking the cards in `laid` that were laid off on it."""
    left = list(laid)
    return CardGroup(tuple(_meld_card(face, faces, left) for face in faces), is_meld=True)


def _meld_card(face: Face, meld: tuple[Face, ...], laid: list[Face]) -> ShownCard:
    """Return a card of a meld on the table. If it was laid off, remove it from `laid`."""
    name = meld_card_name(face, meld)
    if face not in laid:
        return ShownCard(face, name)
    laid.remove(face)
    return ShownCard(face, _("{card}, laid off").format(card=name), is_laid=True)


def held_cards(view: View, arrangement: str) -> tuple[ShownCard, ...]:
    """Return the viewer's hand from left to right in its arrangement, with the best melds marked.

    When a discard is due, each card carries its move.
    """
    moves = {move.face: str(move) for move in view.legal_moves() if move.kind is MoveKind.DISCARD}
    best = _arrange(view, Arrangement.MELDS)
    chosen = Arrangement(arrangement)
    held = best if chosen is Arrangement.MELDS else _arrange(view, chosen)
    marks = _melds_by_card(best)
    drawn = [last_drawn_card(view)]
    cards = []
    for face in held.faces:
        number, meld = marks[face].pop(0) if marks.get(face) else (0, ())
        name = meld_card_name(face, meld) if meld else face_name(face)
        is_new = face in drawn
        if is_new:
            drawn.clear()
        cards.append(ShownCard(face, name, moves.get(face, ""), is_new, meld=number))
    return tuple(cards)


def upcard_place(view: View, arrangement: str) -> int:
    """Return how many cards of the viewer's sorted hand lie left of the upcard once it is taken."""
    face = view.pile[-1]
    hand, pile = join_hands(view.hand, single(face)), without(view.state.pile.cards, single(face))
    return arrange_hand(view.variant, hand, Arrangement(arrangement), out_of_play=pile).faces.index(face)


def _arrange(view: View, arrangement: Arrangement) -> HeldHand:
    return arrange_hand(view.variant, view.hand, arrangement, out_of_play=view.state.pile.cards)


def _melds_by_card(best: HeldHand) -> dict[Face, list[tuple[int, tuple[Face, ...]]]]:
    """Return for each card of the best melds their numbers (from 1) and cards. Twins may be in two melds."""
    found: dict[Face, list[tuple[int, tuple[Face, ...]]]] = {}
    for number, meld in enumerate(best.groups[: best.melds], start=1):
        for face in meld:
            found.setdefault(face, []).append((number, meld))
    return found


def meld_groups(view: View) -> tuple[CardGroup, ...]:
    """Return the viewer's hand by melds, deadwood last."""
    held = _arrange(view, Arrangement.MELDS)
    return tuple(
        CardGroup(
            tuple(
                ShownCard(face, meld_card_name(face, faces) if place < held.melds else face_name(face))
                for face in faces
            ),
            is_meld=place < held.melds,
        )
        for place, faces in enumerate(held.groups)
    )


def meld_card_name(face: Face, meld: tuple[Face, ...]) -> str:
    """Return the spoken name of a card in a meld: `7 of hearts, in the run 5 to 7`."""
    ranks = [card % RANK_COUNT for card in meld]
    if len(set(ranks)) == 1:
        text = _("{card}, in a set of three") if len(meld) == 3 else _("{card}, in a set of four")
        return text.format(card=face_name(face))
    text = _("{card}, in the run {low} to {high}")
    return text.format(card=face_name(face), low=rank_name(ranks[0]), high=rank_name(ranks[-1]))
