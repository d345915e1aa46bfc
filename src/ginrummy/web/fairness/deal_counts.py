"""Deals counted: the upcards, and the least deadwood of the hands as they were dealt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Final

from ginrummy.cards import FACE_COUNT, Hand
from ginrummy.game import Game
from ginrummy.rules.hand import size_of
from ginrummy.rules.melds import deadwood
from ginrummy.variants import Variant, load_variant

CARDS: Final = 10
"""The census is of hands of so many cards of one pack."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many deals there were, upcards by face, hands of non-dealer and dealer by least deadwood.

    Hands of another size than ten cards, or of two packs, are not among the hands.
    """

    deals: int = 0
    upcards: tuple[int, ...] = ()
    nondealer: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()

    def __add__(self, other: Counts) -> Counts:
        """Return both together."""
        return Counts(
            self.deals + other.deals,
            _sum(self.upcards, other.upcards),
            _sum(self.nondealer, other.nondealer),
            _sum(self.dealer, other.dealer),
        )


def counted(games: Iterable[Game]) -> Counts:
    """Return the counts of the deals of `games`, whatever was played in them."""
    total = Counts()
    for game in games:
        total += _of_deal(Game.deal(game.variant, dealer=game.dealer, deck=game.deck))
    return total


def _of_deal(game: Game) -> Counts:
    packs, hands = game.variant.decks, game.state.hands
    upcards = _one(game.state.upcard, FACE_COUNT) if game.variant.upcard else ()
    return Counts(1, upcards, _of_hand(hands[1 - game.dealer], packs), _of_hand(hands[game.dealer], packs))


def _of_hand(hand: Hand, packs: int) -> tuple[int, ...]:
    if packs != 1 or size_of(hand) != CARDS:
        return ()
    least = deadwood(usual_rules(), hand)
    return _one(least, least + 1)


@cache
def usual_rules() -> Variant:
    """Return the rules that the census counts by, whatever the hand was dealt for."""
    return load_variant("standard").row


def _one(place: int, size: int) -> tuple[int, ...]:
    return tuple(int(number == place) for number in range(size))


def _sum(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(one + other for one, other in zip_longest(first, second, fillvalue=0))
