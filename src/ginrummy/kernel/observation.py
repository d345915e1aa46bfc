"""Observation: what a seat knows of a hand, as integers: sets of cards and counts.

Every kind of observation is made from these. Plain functions over the law that compile as they are.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.rules.cards import NO_FACE, size_of
from ginrummy.rules.turns import Memory, State, greatest_limit
from ginrummy.rules.variant import Variant


class KnownCards(NamedTuple):
    """Sets of faces, one for each plane of cards; `..._twins` are those held or lying twice.

    `fresh` was taken from the pile in this turn. Fields from `known` on are about the other seat: the cards
    it is known to hold, and those it took, left on the pile and discarded.
    """

    own: int
    own_twins: int
    top: int
    fresh: int
    upcard: int
    pile: int
    pile_twins: int
    known: int
    known_twins: int
    taken: int
    refused: int
    discarded: int


class KnownCounts(NamedTuple):
    """The phase and the counts: cards, the greatest knock limit, finished turns, turns without the stock."""

    phase: int
    deals: int
    stock: int
    own_size: int
    other_size: int
    limit: int
    turns: int
    idle: int


PLANE_COUNT: Final = len(KnownCards._fields)
NUMBER_COUNT: Final = len(KnownCounts._fields)


def known_cards(state: State, memory: Memory, seat: int) -> KnownCards:
    """Return the sets of cards that `seat` knows; `memory` is what it saw of the other one."""
    own, pile = state.hands[seat], state.pile.cards
    return KnownCards(
        own.cards, own.twins, face_bit(state.pile.top), face_bit(state.taken), face_bit(state.upcard),
        pile.cards, pile.twins, memory.known.cards, memory.known.twins,
        memory.taken, memory.refused, memory.discarded,
    )  # fmt: skip


def known_counts(variant: Variant, state: State, seat: int, other_size: int) -> KnownCounts:
    """Return the counts that `seat` knows; the other one holds `other_size` cards."""
    limit = greatest_limit(variant, state)
    return KnownCounts(
        state.phase, int(state.dealer == seat), state.stock, size_of(state.hands[seat]), other_size, limit,
        state.turns, state.idle,
    )  # fmt: skip


def face_bit(face: int) -> int:
    """Return the set of one face, empty for no face."""
    return 0 if face == NO_FACE else 1 << face
