"""Melds, and all ways to arrange a hand: RULES 2."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from tests.oracle.cards import RANKS, Card, Cards, Params, hand_of, total, without

# The order in which ranks follow each other (RULES 2.3); a run is a stretch without a rank twice.
LADDERS = {"low": RANKS, "high_low": RANKS + "A", "corner": RANKS + RANKS}


class MeldRules(NamedTuple):
    """The options of a variant that define a meld."""

    decks: int
    ace_run: str
    longest_set: int
    longest_run: int
    twins_in_sets: bool


class Arrangement(NamedTuple):
    """Melds on the table, and the unmatched cards."""

    melds: tuple[Cards, ...]
    unmatched: Cards


def meld_rules(params: Params) -> MeldRules:
    """Return the meld options of `params` (RULES 2.3, 2.4, 2.7)."""
    decks = int(params["decks"])
    twins = decks > 1 and bool(params["set_same_suit_duplicates"])
    return MeldRules(decks, params["ace_run"], params["set_max"] or 8, params["run_max"] or 13, twins)


def is_meld(cards: Cards, params: Params) -> bool:
    """Return whether `cards` together are one set or one run."""
    return makes_meld(hand_of(cards), meld_rules(params))


@lru_cache(maxsize=200_000)
def makes_meld(cards: Cards, rules: MeldRules) -> bool:
    """Return whether the sorted `cards` are one set or one run."""
    return is_set(cards, rules) or is_run(cards, rules)


def is_set(cards: Cards, rules: MeldRules) -> bool:
    """RULES 2.1, 2.4, 2.7."""
    ranks = {card[0] for card in cards}
    suits = [card[1] for card in cards]
    copies = rules.decks if rules.twins_in_sets else 1
    return (
        len(ranks) == 1
        and 3 <= len(cards) <= rules.longest_set
        and all(suits.count(suit) <= copies for suit in suits)
    )


def is_run(cards: Cards, rules: MeldRules) -> bool:
    """RULES 2.2, 2.3, 2.7."""
    ranks = frozenset(card[0] for card in cards)
    suits = {card[1] for card in cards}
    return (
        len(suits) == 1
        and len(ranks) == len(cards)
        and 3 <= len(cards) <= rules.longest_run
        and ranks in stretches(rules.ace_run, len(cards))
    )


@cache
def stretches(ace_run: str, length: int) -> frozenset[frozenset[str]]:
    """Return every set of `length` consecutive ranks."""
    ladder = LADDERS[ace_run]
    windows = (frozenset(ladder[at : at + length]) for at in range(len(ladder) - length + 1))
    return frozenset(window for window in windows if len(window) == length)


def all_melds(hand: Cards, params: Params) -> set[Cards]:
    """Return every meld of some cards of `hand`, with twins equal."""
    rules = meld_rules(params)
    found: set[Cards] = set()
    for rank in {card[0] for card in hand}:
        same_rank = [card for card in hand if card[0] == rank]
        for size in range(3, min(len(same_rank), rules.longest_set) + 1):
            found.update(group for group in combinations(same_rank, size) if is_set(group, rules))
    for suit in {card[1] for card in hand}:
        ranks = {card[0] for card in hand if card[1] == suit}
        for size in range(3, min(len(ranks), rules.longest_run) + 1):
            for stretch in stretches(rules.ace_run, size):
                if stretch <= ranks:
                    found.add(hand_of(rank + suit for rank in stretch))
    return found


class Arranger:
    """All arrangements of a hand, and of what is left of it when cards are put away.

    The lowest card is unmatched, or it is in one of the melds that begin with it: that is the whole search.
    """

    def __init__(self, hand: Cards, params: Params) -> None:
        self.params = params
        self._starting: dict[Card, list[Cards]] = defaultdict(list)
        for meld in all_melds(hand, params):
            self._starting[meld[0]].append(meld)
        self._known: dict[tuple[Cards, int | None], int | None] = {}

    def least(self, hand: Cards, most_unmatched: int | None = None) -> int | None:
        """Return the least deadwood with at most so many unmatched cards; None if impossible."""
        if not hand:
            return 0
        key = (hand, most_unmatched)
        if key not in self._known:
            ways = [self.least(rest, most_unmatched) for _, rest in self._melding(hand)]
            if most_unmatched is None:
                ways.append(self._leaving(hand, None))
            elif most_unmatched > 0:
                ways.append(self._leaving(hand, most_unmatched - 1))
            self._known[key] = min((way for way in ways if way is not None), default=None)
        return self._known[key]

    def _leaving(self, hand: Cards, most_unmatched: int | None) -> int | None:
        rest = self.least(hand[1:], most_unmatched)
        return None if rest is None else total(hand[:1], self.params) + rest

    def _melding(self, hand: Cards) -> Iterator[tuple[Cards, Cards]]:
        for meld in self._starting.get(hand[0], ()):
            rest = without(hand, meld)
            if rest is not None:
                yield meld, rest

    def arrangements(self, hand: Cards, most_points: int) -> set[Arrangement]:
        """Return every arrangement whose deadwood is at most `most_points`."""
        found: set[Arrangement] = set()
        least = self.least(hand)
        if least is None or least > most_points:
            return found
        if not hand:
            return {Arrangement((), ())}
        here = hand[:1]
        for inner in self.arrangements(hand[1:], most_points - total(here, self.params)):
            found.add(Arrangement(inner.melds, here + inner.unmatched))
        for meld, rest in self._melding(hand):
            for inner in self.arrangements(rest, most_points):
                found.add(Arrangement(tuple(sorted((meld, *inner.melds))), inner.unmatched))
        return found


def least_deadwood(hand: Cards, params: Params) -> int:
    """Return the least deadwood of `hand` (RULES 2.6)."""
    cards = hand_of(hand)
    least = Arranger(cards, params).least(cards)
    assert least is not None
    return least


def best_arrangements(hand: Cards, params: Params) -> set[Arrangement]:
    """Return every arrangement of least deadwood."""
    cards = hand_of(hand)
    arranger = Arranger(cards, params)
    least = arranger.least(cards)
    assert least is not None
    return arranger.arrangements(cards, least)


def spreads(hand: Cards, params: Params, limit: int) -> set[Arrangement]:
    """Return all legal spreads of ten cards within `limit` (RULES 5.5, 5.6, 6.1)."""
    cards = hand_of(hand)
    arranger = Arranger(cards, params)
    if arranger.least(cards) == 0:
        return arranger.arrangements(cards, 0)
    most = params["knock_max_unmatched"]
    return {
        arrangement
        for arrangement in arranger.arrangements(cards, limit)
        if most is None or len(arrangement.unmatched) <= most
    }
