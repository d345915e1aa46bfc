"""Similarity of puzzles: the same cards and the same choice, up to the names of the suits."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from ginrummy.game.cards import SUIT_COUNT
from ginrummy.game.view import View
from ginrummy.rules.card_encoding import in_suit, lane_of

ORDERS: Final = tuple(permutations(range(SUIT_COUNT)))


def likeness(view: View) -> str:
    """Return a key that similar puzzles share: phase, own cards, top of the pile, whatever the suits.

    It ignores score, rules and earlier play: a person who has solved one of them knows the other.
    """
    top = view.top
    layers = (view.hand.cards, view.hand.twins, 0 if top is None else 1 << top)
    least = min(tuple(_renamed(layer, order) for layer in layers) for order in ORDERS)
    return f"{view.phase.value} " + " ".join(f"{layer:x}" for layer in least)


def _renamed(cards: int, order: tuple[int, ...]) -> int:
    """Return `cards` with suits renamed to their indices in `order`."""
    found = 0
    for suit in range(SUIT_COUNT):
        found |= in_suit(lane_of(cards, suit), order[suit])
    return found
