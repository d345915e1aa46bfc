"""Arrangement of a hand, and the possible layouts of a closed hand, best first (RULES 6.1, 6.3, 6.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from typing import NamedTuple

from ginrummy.game.cards import RANK_COUNT, SUIT_COUNT, Hand, faces_of, hand_of
from ginrummy.game.game import Phase
from ginrummy.game.moves import (
    NO_FACE,
    NO_HAND,
    Melds,
    Move,
    MoveKind,
    as_melds,
    non_empty_melds,
    ordered_faces,
    remove_melds,
)
from ginrummy.game.view import View
from ginrummy.rules import melds, showdown, spreads, turns
from ginrummy.rules.cards import contains_cards, join_hands, single, size_of, without
from ginrummy.rules.showdown import out_of_play_cards
from ginrummy.rules.spreads import Spread, spread_without_bound
from ginrummy.rules.types import Face, Points
from ginrummy.rules.variant import LARGEST_SET, SHORTEST_SET
from ginrummy.variants import Variant

Faces = tuple[Face, ...]


class Arrangement(Enum):
    """The orders of a hand. The value is the word of the settings file."""

    MELDS = "melds"
    RANK = "rank"
    SUIT = "suit"
    OWN = "own"

    @property
    def next_order(self) -> Arrangement:
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


def arrange_hand(
    variant: Variant, hand: Hand, arrangement: Arrangement, *, out_of_play: Hand, order: Sequence[Face] = ()
) -> HeldHand:
    """Return `hand` in the order `arrangement`. `order` is the player's own.

    The own order puts cards that it does not list at the right end.
    """
    if arrangement is Arrangement.MELDS:
        return group_by_melds(variant, hand, out_of_play)
    if arrangement is Arrangement.RANK:
        return HeldHand((tuple(sorted(faces_of(hand), key=rank_sort_key)),), 0)
    if arrangement is Arrangement.SUIT:
        return HeldHand(group_by_suit(hand), 0)
    return HeldHand((apply_order(hand, order),), 0)


def last_drawn_card(view: View) -> Face:
    """Return the card that the viewer has just drawn or taken, `NO_FACE` for none."""
    last = view.events[-1] if view.events else None
    if last is None or last.seat != view.seat or last.kind not in (MoveKind.DRAW, MoveKind.TAKE):
        return NO_FACE
    return last.face


def group_by_melds(variant: Variant, hand: Hand, gone: Hand) -> HeldHand:
    """Return `hand` with its best melds first, then the unmatched cards by suit."""
    spread = spread_without_bound(variant, hand, gone)
    parts = tuple(ordered_faces(meld) for meld in spread.melds if meld.cards)
    left = faces_of(spread.unmatched)
    return HeldHand((*parts, left) if left else parts, len(parts))


def rank_sort_key(face: Face) -> tuple[int, int]:
    """Return the sort key: rank, then suit."""
    return face % RANK_COUNT, face // RANK_COUNT


def group_by_suit(hand: Hand) -> tuple[Faces, ...]:
    """Return the cards of each suit in the hand."""
    faces = faces_of(hand)
    suits = dict.fromkeys(face // RANK_COUNT for face in faces)
    return tuple(tuple(face for face in faces if face // RANK_COUNT == suit) for suit in suits)


def apply_order(hand: Hand, order: Iterable[Face]) -> Faces:
    """Return the cards of `hand` in `order`, with unlisted cards at the end."""
    waiting = list(faces_of(hand))
    placed = []
    for face in order:
        if face in waiting:
            waiting.remove(face)
            placed.append(face)
    return (*placed, *waiting)


def move_card(faces: Sequence[Face], index: int, new_index: int) -> Faces:
    """Return `faces` with the card at `index` moved to place `new_index`, limited to the hand."""
    cards = list(faces)
    card = cards.pop(index)
    cards.insert(max(0, min(new_index, len(cards))), card)
    return tuple(cards)


MOST_MELDS = 3
MOST_CHOICES = 9


@dataclass(frozen=True, slots=True)
class Layout:
    """One layout of a hand: the move, the unmatched cards and their points, and its openings.

    `openings` counts the cards that the other seat could hold and lay off at once.
    """

    move: Move
    left: Hand
    deadwood: Points
    openings: int


def reasonable_layouts(view: View) -> tuple[Layout, ...]:
    """Return the reasonable layouts for the viewer, who is to spread or to lay off, best first."""
    return spread_choices(view) if view.phase is Phase.SPREAD else defence_choices(view)


def spread_choices(view: View) -> tuple[Layout, ...]:
    """Return the automatic spread, then the other legal spreads to which nothing can be added."""
    limit = turns.spread_limit(view.variant, view.state)
    legal = [
        spread_layout(view, spread.melds)
        for spread in maximal_spreads(view.variant, view.hand)
        if spreads.is_legal_spread(view.variant, view.hand, spread, limit)
    ]
    legal.sort(key=lambda layout: (layout.deadwood, layout.openings))
    return distinct_layouts(spread_layout(view, view.automatic_layout().melds), legal)


def defence_choices(view: View) -> tuple[Layout, ...]:
    """Return the automatic defence, then other lay-offs and melds, least deadwood first."""
    found = [
        defence_layout(view, Move(MoveKind.LAY_OFF, melds=own, laid=laid))
        for laid in lay_off_choices(view)
        for own in defender_melds(view, laid)
    ]
    found.sort(key=lambda layout: (layout.deadwood, lay_off_count(layout.move)))
    return distinct_layouts(defence_layout(view, view.automatic_layout()), found)


def spread_layout(view: View, parts: Melds) -> Layout:
    """Return the spread of the viewer's hand in `parts`."""
    left = remove_melds(view.hand, parts)
    known = join_hands(view.hand, out_of_play_cards(view.state))
    may_lay_off = showdown.may_lay_off(view.variant, view.state.closing)
    cost = sum(spreads.openings_cost(view.variant, meld, known) for meld in parts) if may_lay_off else 0
    points = Points(melds.points_of(view.variant, left))
    return Layout(Move(MoveKind.SPREAD, melds=parts), left, points, cost // spreads.OPENING_WEIGHT)


def defence_layout(view: View, move: Move) -> Layout:
    """Return the layout of the viewer's hand after the defence `move`."""
    left = remove_melds(remove_melds(view.hand, move.laid), move.melds)
    return Layout(move, left, Points(melds.points_of(view.variant, left)), 0)


def distinct_layouts(best: Layout, others: list[Layout]) -> tuple[Layout, ...]:
    """Return `best` and those of `others` that differ from it, at most `MOST_CHOICES`."""
    seen, kept = {layout_key(best)}, [best]
    for layout in others:
        if layout_key(layout) not in seen:
            seen.add(layout_key(layout))
            kept.append(layout)
    return tuple(kept[:MOST_CHOICES])


def layout_key(layout: Layout) -> tuple[Melds, frozenset[Hand], int]:
    """Return a key for comparing layouts regardless of the order of melds."""
    parts = non_empty_melds(layout.move.melds)
    return layout.move.laid, frozenset(parts), len(parts)


def lay_off_count(move: Move) -> int:
    """Return how many cards `move` lays off."""
    return sum(size_of(cards) for cards in move.laid)


def lay_off_choices(view: View) -> Iterator[Melds]:
    """Yield every way to lay cards off on the spread, starting with none."""
    if view.spread is None or not showdown.may_lay_off(view.variant, view.state.closing):
        return iter([as_melds([])])
    return spread_extensions(view.variant, view.hand, view.spread.melds)


def spread_extensions(variant: Variant, hand: Hand, spread_melds: Melds) -> Iterator[Melds]:
    """Yield every choice of cards of `hand` for each meld of a spread, starting with none (RULES 6.4)."""
    for on_first in meld_extensions(variant, hand, spread_melds[0]):
        after_first = without(hand, on_first)
        for on_second in meld_extensions(variant, after_first, spread_melds[1]):
            after_second = without(after_first, on_second)
            for on_third in meld_extensions(variant, after_second, spread_melds[2]):
                yield on_first, on_second, on_third


def meld_extensions(variant: Variant, hand: Hand, meld: Hand) -> Iterator[Hand]:
    """Yield every set of cards of `hand` that extends `meld`, starting with none."""
    extension = showdown.no_extension()
    while extension.below != showdown.NO_EXTENSION:
        yield extension.added
        extension = showdown.next_extension(variant, hand, meld, extension)


def defender_melds(view: View, laid: Melds) -> list[Melds]:
    """Return the arrangements of the defender's remaining cards with the least deadwood."""
    rest = remove_melds(view.hand, laid)
    least = melds.deadwood(view.variant, rest)
    return [
        spread.melds
        for spread in maximal_spreads(view.variant, rest)
        if melds.points_of(view.variant, spread.unmatched) == least
    ]


def maximal_spreads(variant: Variant, hand: Hand) -> list[Spread]:
    """Return every arrangement of `hand` to which no card and no meld can be added."""
    possible = melds_in(variant, hand)
    found: list[Spread] = []
    _arrange(variant, hand, (), possible, found)
    return found


def _arrange(
    variant: Variant, rest: Hand, chosen: tuple[Hand, ...], possible: tuple[Hand, ...], found: list[Spread]
) -> None:
    if len(chosen) < MOST_MELDS:
        for place, meld in enumerate(possible):
            if contains_cards(rest, meld):
                _arrange(variant, without(rest, meld), (*chosen, meld), possible[place:], found)
    if _is_full(variant, rest, chosen, len(chosen) < MOST_MELDS):
        found.append(Spread(as_melds(list(chosen)), rest))


def _is_full(variant: Variant, rest: Hand, chosen: tuple[Hand, ...], has_room: bool) -> bool:
    """Return whether no unmatched card fits a meld, no two melds can join, and the rest has no meld."""
    loose = [single(face) for face in set(faces_of(rest))]
    if any(showdown.extends_meld(variant, meld, card) for meld in chosen for card in loose):
        return False
    if any(showdown.extends_meld(variant, first, second) for first, second in combinations(chosen, 2)):
        return False
    return not (has_room and melds_in(variant, rest))


def melds_in(variant: Variant, hand: Hand) -> tuple[Hand, ...]:
    """Return every possible meld in `hand` (RULES 2)."""
    return (*runs_in(variant, hand), *sets_in(variant, hand))


def sets_in(variant: Variant, hand: Hand) -> tuple[Hand, ...]:
    """Return the sets in `hand`."""
    found: dict[Hand, None] = {}
    for rank in range(RANK_COUNT):
        faces = [face for face in faces_of(hand) if face % RANK_COUNT == rank]
        for size in range(SHORTEST_SET, LARGEST_SET + 1):
            found |= dict.fromkeys(map(hand_of, combinations(faces, size)))
    return tuple(meld for meld in found if melds.is_meld(variant, meld))


def runs_in(variant: Variant, hand: Hand) -> tuple[Hand, ...]:
    """Return the runs in `hand`."""
    found: dict[Hand, None] = {}
    for suit in range(SUIT_COUNT):
        for low in range(RANK_COUNT):
            run = NO_HAND
            for step in range(RANK_COUNT):
                card = single(suit * RANK_COUNT + (low + step) % RANK_COUNT)
                if not contains_cards(hand, card):
                    break
                run = join_hands(run, card)
                if melds.is_meld(variant, run):
                    found[run] = None
    return tuple(found)
