"""Counts of deals: upcards, and the least deadwood of each hand as dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Final, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.game.game import Game
from ginrummy.rules.cards import size_of
from ginrummy.rules.melds import deadwood
from ginrummy.rules.types import Face, Points
from ginrummy.variants import Variant, load_variant

CARDS: Final = 10
"""Size of the hands in the census, from one pack."""


class DealFacts(NamedTuple):
    """Counted facts of one deal: the upcard's face, and the least deadwood of non-dealer and dealer.

    A field is `None` without an upcard, or for a hand that is not ten cards of one pack.
    """

    upcard: Face | None
    nondealer: Points | None
    dealer: Points | None


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of deals, upcards by face, and hands of non-dealer and dealer by least deadwood."""

    deals: int = 0
    upcards: tuple[int, ...] = ()
    nondealer: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()

    def __add__(self, other: Counts) -> Counts:
        """Return the sum of both."""
        return Counts(
            self.deals + other.deals,
            _sum(self.upcards, other.upcards),
            _sum(self.nondealer, other.nondealer),
            _sum(self.dealer, other.dealer),
        )


def deal_facts(game: Game) -> DealFacts:
    """Return the counted facts of the deal of `game`, whatever was played in it."""
    dealt = Game.deal(game.variant, dealer=game.dealer, deck=game.deck)
    packs, hands = dealt.variant.decks, dealt.state.hands
    return DealFacts(
        Face(dealt.state.upcard) if dealt.variant.upcard else None,
        _least(hands[1 - dealt.dealer], packs),
        _least(hands[dealt.dealer], packs),
    )


def histogram(counts: Mapping[int | None, int]) -> tuple[int, ...]:
    """Return the count of each number from 0 on, ignoring `None`.

    >>> histogram({2: 5, None: 1, 0: 3})
    (3, 0, 5)
    """
    last = max((number for number in counts if number is not None), default=-1)
    return tuple(counts.get(number, 0) for number in range(last + 1))


def _least(hand: Hand, packs: int) -> Points | None:
    return Points(deadwood(census_rules(), hand)) if packs == 1 and size_of(hand) == CARDS else None


@cache
def census_rules() -> Variant:
    """Return the rules of the census, which count the deadwood of every deal, whatever its variant."""
    return load_variant("standard").row


def _sum(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip_longest(first, second, fillvalue=0))
