"""Cards as text, hands as sorted tuples: RULES 1.

The oracle is a second opinion on the rules: slow, obvious, written from RULES.md alone. It never imports
`ginrummy`. A card is rank and suit ("7H"), a hand a sorted tuple of cards in which twins stand twice, and a
variant the plain `params` of presets.json.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "SHDC"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)

Card = str
Cards = tuple[Card, ...]
Params = Mapping[str, Any]


def full_deck(params: Params) -> Cards:
    """Return every card of the packs in play, in order (RULES 1.1)."""
    return PACK * int(params["decks"])


def points_of(card: Card, params: Params) -> int:
    """Return the points of an unmatched card (RULES 1.3, 1.4)."""
    rank = card[0]
    if rank == "A":
        return int(params["ace_points"])
    if rank in "TJQK":
        return 10
    return int(rank)


def total(cards: Iterable[Card], params: Params) -> int:
    """Return the points of `cards` together."""
    return sum(points_of(card, params) for card in cards)


def hand_of(cards: Iterable[Card]) -> Cards:
    """Return `cards` in the oracle's order of a hand."""
    return tuple(sorted(cards))


def without(hand: Cards, gone: Iterable[Card]) -> Cards | None:
    """Return `hand` less the cards `gone`, each taken out once; None if one is not there."""
    left = list(hand)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def less(hand: Cards, card: Card) -> Cards:
    """Return `hand` less one `card`, which must be there."""
    left = without(hand, [card])
    assert left is not None, f"{card} is not in {hand}"
    return left
