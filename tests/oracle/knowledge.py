"""Knowledge of a watcher: every world that agrees with the observations (RULES 4.9).

A world is both hands and the closing discard; the order of the other cards does not matter. `Worlds` follows
all of them from the deal on, for small packs. `Counts` follows each card independently through packs of any
size: the possible numbers of copies in both hands. A watcher is seat 0, seat 1, or `None` for a spectator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from operator import and_
from typing import NamedTuple

from tests.oracle.cards import Card, Cards, Params, hand_of, less
from tests.oracle.closings import Table, closings, may_discard

CLOSING_DISCARDS = ("knock", "gin")


class Deal(NamedTuple):
    """The start of a hand for a watcher: the pack, both sizes, the upcard, the watcher's own hand."""

    params: Params
    pack: Cards
    sizes: tuple[int, int]
    upcard: Card | None
    watcher: int | None
    own: Cards = ()


class Sight(NamedTuple):
    """An observed move of a seat: the card, `None` if face down; `shown` is a hand laid open."""

    seat: int
    kind: str
    card: Card | None = None
    shown: Cards = ()


class World(NamedTuple):
    """Both hands, and the closing discard."""

    hands: tuple[Cards, Cards]
    closed: Card | None = None

    def with_hand(self, seat: int, hand: Cards, closed: Card | None = None) -> World:
        """Return the world in which `seat` holds `hand`."""
        return World((hand, self.hands[1]) if seat == 0 else (self.hands[0], hand), closed or self.closed)


class Lying(NamedTuple):
    """The open cards: the pile, its top last, and the card taken from it in this turn."""

    pile: Cards
    taken: Card | None = None
    has_drawn: bool = False

    def after(self, sight: Sight) -> Lying:
        """Return the open cards after a move."""
        if sight.kind == "take":
            return Lying(self.pile[:-1], self.pile[-1], has_drawn=True)
        if sight.kind == "draw":
            return Lying(self.pile, None, has_drawn=True)
        if sight.kind == "discard":
            assert sight.card is not None
            return Lying((*self.pile, sight.card))
        return self


class Worlds:
    """All worlds that agree with the observations; with `lawful` the closings must be legal too (RULES 5)."""

    def __init__(self, deal: Deal, *, lawful: bool = False) -> None:
        self.deal, self.lawful = deal, lawful
        self.open = Lying(() if deal.upcard is None else (deal.upcard,))
        self.worlds = set(first_worlds(deal))

    def see(self, sight: Sight) -> None:
        """Keep the worlds in which the observation is possible, updated by it."""
        self.worlds = {after for world in self.worlds for after in self._after(world, sight)}
        self.open = self.open.after(sight)
        assert self.worlds, "what has happened is one of them"

    def sure(self, seat: int) -> Counter[Card]:
        """Return the cards that `seat` holds in every world."""
        return reduce(and_, map(Counter, {world.hands[seat] for world in self.worlds}))

    def _after(self, world: World, sight: Sight) -> Iterator[World]:
        hand = world.hands[sight.seat]
        if sight.kind == "take":
            yield world.with_hand(sight.seat, hand_of((*hand, self.open.pile[-1])))
        elif sight.kind == "draw":
            stock = self._stock(world)
            for card in stock if sight.card is None else stock & {sight.card}:
                yield world.with_hand(sight.seat, hand_of((*hand, card)))
        elif sight.kind == "discard":
            for card in self._discards(hand, sight):
                yield world.with_hand(sight.seat, less(hand, card))
        elif sight.kind in CLOSING_DISCARDS:
            for card in self._discards(hand, sight):
                if not self.lawful or self._closings(hand).get(card) == sight.kind:
                    yield world.with_hand(sight.seat, less(hand, card), card)
        elif sight.kind == "shown":
            if hand == sight.shown:
                yield world
        elif sight.kind != "biggin" or not self.lawful or self._has_big_gin(hand):
            yield world

    def _stock(self, world: World) -> set[Card]:
        lying = () if world.closed is None else (world.closed,)
        elsewhere = Counter((*world.hands[0], *world.hands[1], *self.open.pile, *lying))
        return set(Counter(self.deal.pack) - elsewhere)

    def _discards(self, hand: Cards, sight: Sight) -> set[Card]:
        cards = set(hand) if sight.card is None else set(hand) & {sight.card}
        return {card for card in cards if may_discard(card, hand, self.open.taken, self.deal.params)}

    def _table(self) -> Table:
        top = self.open.pile[-1] if self.open.pile else None
        return Table(self.deal.upcard, top, self.open.taken, self.open.has_drawn)

    def _closings(self, hand: Cards) -> dict[Card, str]:
        found = closings(hand, self.deal.params, self._table()).closings
        return {card: kind for card, (kind, _deadwood) in found.items()}

    def _has_big_gin(self, hand: Cards) -> bool:
        return closings(hand, self.deal.params, self._table()).big_gin


def first_worlds(deal: Deal) -> Iterator[World]:
    """Yield every possible deal."""
    pool = Counter(deal.pack) - Counter(() if deal.upcard is None else (deal.upcard,))
    for first in hands_from(pool, 0, deal):
        for second in hands_from(pool - Counter(first), 1, deal):
            yield World((first, second))


def hands_from(pool: Counter[Card], seat: int, deal: Deal) -> set[Cards]:
    """Return the hands of `pool` that `seat` may have been dealt."""
    if seat == deal.watcher:
        return set() if Counter(deal.own) - pool else {deal.own}
    return set(combinations(sorted(pool.elements()), deal.sizes[seat]))


class Copies(NamedTuple):
    """Places of the copies of a card: both hands, closing discard, pile; the rest is in the stock."""

    hands: tuple[int, int]
    closed: int = 0
    pile: int = 0

    def moved(self, seat: int, by: int, *, closed: int = 0, pile: int = 0) -> Copies:
        """Return the positions after `seat` gains so many, and the closing and the pile."""
        first, second = self.hands
        hands = (first + by, second) if seat == 0 else (first, second + by)
        return Copies(hands, self.closed + closed, self.pile + pile)

    @property
    def seen_or_held(self) -> int:
        """Number of copies outside the stock."""
        return sum(self.hands) + self.closed + self.pile


class Counts:
    """Possible numbers of copies of each card in both hands; each card is followed independently."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.open = Lying(() if deal.upcard is None else (deal.upcard,))
        self.stock = len(deal.pack) - sum(deal.sizes) - len(self.open.pile)
        self.copies = Counter(deal.pack)
        self.places = {card: set(first_copies(card, deal)) for card in self.copies}
        self._leave_what_fits()

    def see(self, sight: Sight) -> None:
        """Keep the counts that agree with the observation, updated by it."""
        self.stock -= sight.kind == "draw"
        for card, found in self.places.items():
            after = (copies_after(card, place, sight, self.open, self.deal.params) for place in found)
            self.places[card] = {place for some in after for place in some}
        self.open = self.open.after(sight)
        self._leave_what_fits()

    def sure(self, seat: int) -> Counter[Card]:
        """Return the cards that `seat` holds in every case."""
        least = {card: min(place.hands[seat] for place in found) for card, found in self.places.items()}
        return Counter({card: count for card, count in least.items() if count})

    def _leave_what_fits(self) -> None:
        """Remove counts with more copies than exist, or more in the stock than it has cards."""
        for card, found in self.places.items():
            undrawn = {place: self.copies[card] - place.seen_or_held for place in found}
            self.places[card] = {place for place, count in undrawn.items() if 0 <= count <= self.stock}
            assert self.places[card], "what has happened is one of them"


def first_copies(card: Card, deal: Deal) -> Iterator[Copies]:
    """Yield the possible positions of the copies of `card` after the deal."""
    counts = [
        (deal.own.count(card),) if seat == deal.watcher else range(deal.pack.count(card) + 1)
        for seat in (0, 1)
    ]
    for hands in product(*counts):
        yield Copies((hands[0], hands[1]), 0, int(card == deal.upcard))


def copies_after(card: Card, place: Copies, sight: Sight, table: Lying, params: Params) -> Iterator[Copies]:
    """Yield the possible positions of the copies of `card` after the observation."""
    held, is_it = place.hands[sight.seat], sight.card == card
    may_go = held > 0 and may_discard(card, (card,) * held, table.taken, params)
    if sight.kind == "take":
        taken = int(table.pile[-1] == card)
        yield place.moved(sight.seat, taken, pile=-taken)
    elif sight.kind == "draw" and sight.card is None:
        yield place
        yield place.moved(sight.seat, 1)
    elif sight.kind == "draw":
        yield place.moved(sight.seat, int(is_it))
    elif sight.kind == "discard" and is_it:
        if may_go:
            yield place.moved(sight.seat, -1, pile=1)
    elif sight.kind in CLOSING_DISCARDS and (is_it or sight.card is None):
        if may_go:
            yield place.moved(sight.seat, -1, closed=1)
        if sight.card is None:
            yield place
    elif sight.kind != "shown" or held == sight.shown.count(card):
        yield place
