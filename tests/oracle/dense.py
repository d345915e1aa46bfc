"""Dense cards: of few ranks and suits, so that sets and runs overlap. Uniform hands seldom meld."""

from __future__ import annotations

import random
from math import ceil

from tests.oracle.cards import RANKS, SUITS, Card, hand_of


def dense_cards(chance: random.Random, size: int, packs: int, *, stray: float = 0.4) -> list[Card]:
    """Return `size` cards of `packs` packs: mostly neighbouring ranks, some suits, a stray card or two."""
    suits = chance.sample(SUITS, chance.choice(_feasible(size, packs)))
    fewest = ceil(size / (packs * len(suits)))
    width = min(len(RANKS), fewest + chance.randrange(3))
    first = chance.randrange(len(RANKS))
    ranks = [RANKS[(first + step) % len(RANKS)] for step in range(width)]
    if chance.random() < 0.25:
        ranks = chance.sample(RANKS, width)
    cards = chance.sample([rank + suit for rank in ranks for suit in suits] * packs, size)
    while chance.random() < stray:
        cards[chance.randrange(size)] = stray_card(chance, cards, packs)
    return cards


def few_ranks(chance: random.Random, size: int, packs: int) -> list[Card]:
    """Return `size` cards of all suits and of as few neighbouring ranks as possible, or one more."""
    width = ceil(size / (packs * len(SUITS))) + chance.randrange(2)
    first = chance.randrange(len(RANKS))
    ranks = [RANKS[(first + step) % len(RANKS)] for step in range(width)]
    return chance.sample([rank + suit for rank in ranks for suit in SUITS] * packs, size)


def _feasible(size: int, packs: int) -> list[int]:
    return [count for count in range(1, len(SUITS) + 1) if count * len(RANKS) * packs >= size]


def stray_card(chance: random.Random, cards: list[Card], packs: int) -> Card:
    """Return any card of which `cards` do not hold every copy."""
    while True:
        card = chance.choice(RANKS) + chance.choice(SUITS)
        if cards.count(card) < packs:
            return card


def dense_deck(chance: random.Random, packs: int) -> list[Card]:
    """Return whole packs in an order whose first cards, those of both hands, are dense."""
    first = dense_cards(chance, chance.randrange(20, 31), packs)
    others = list(hand_of(rank + suit for rank in RANKS for suit in SUITS) * packs)
    for card in first:
        others.remove(card)
    chance.shuffle(others)
    return first + others
