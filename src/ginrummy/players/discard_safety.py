"""Risk of a discard: the chance that the other hand melds it.

A discard is melded by a pair that the other seat may hold. A pair is likelier for each of its cards that the
other seat took, and less likely for each that is next to a card it discarded. It is ruled out when the other
seat left a card lying that the pair would have melded. Measured over 400,000 discards: a pair without
evidence melds one in 20 early in a hand and one in 6 late. With one card next to a discard it is half as
many. With a card that was taken it is four or five times as many. Where the chance was left lying it is one
in 200.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.players.outs import copies_out
from ginrummy.rules.card_encoding import (
    FACE_COUNT,
    LANE,
    NO_RANK,
    RANK_COUNT,
    SUIT_COUNT,
    face_at,
    in_every_suit,
    in_suit,
    lane_of,
    rank_mask,
    rank_of,
    suit_of,
)
from ginrummy.rules.hand import joined
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.runs import is_stretch
from ginrummy.rules.turns import State
from ginrummy.variants import ACE_LOW, Variant

CERTAIN = 16
UNSEEN = 4
UNWANTED = 2


class Reading(NamedTuple):
    """Public knowledge of the other hand: its known cards, all cards seen, and the cards it does not want.

    `unwanted` are the neighbours of its discards. `left` are the faces that it discarded or did not take.
    """

    known: Hand
    seen: Hand
    unwanted: int
    left: int


def read_other(variant: Variant, state: State, memory: Memory) -> Reading:
    """Return what the seat to move can infer about the other hand."""
    seen = joined(joined(state.hands[state.turn], state.pile.cards), memory.known)
    unwanted = neighbours(variant, memory.discarded)
    return Reading(memory.known, seen, unwanted, memory.discarded | memory.refused)


def feeding_chance(variant: Variant, reading: Reading, face: int) -> int:
    """Return the chance that the other hand melds `face`, in parts of 256 (a sum that may exceed them)."""
    suit, rank = suit_of(face), rank_of(face)
    chance = set_chance(variant, reading, face)
    chance += run_chance(variant, reading, suit, rank, rank - 2, rank - 1, rank - 3)
    chance += run_chance(variant, reading, suit, rank, rank - 1, rank + 1, rank)
    return chance + run_chance(variant, reading, suit, rank, rank + 1, rank + 2, rank + 3)


def held_chance(variant: Variant, reading: Reading, face: int) -> int:
    """Return the chance that the other hand holds `face`, in parts of 16."""
    if reading.known.cards >> face & 1:
        return CERTAIN
    chance = UNWANTED if reading.unwanted >> face & 1 else UNSEEN
    return chance * copies_out(variant, reading.seen, face)


def set_chance(variant: Variant, reading: Reading, face: int) -> int:
    """Return the chance of a pair of the rank of `face`, unless another card of that rank was left lying."""
    rank, total = rank_of(face), 0
    of_rank = in_every_suit(1 << rank)
    twins = variant.set_same_suit_duplicates == 1
    for first in range(rank, FACE_COUNT, RANK_COUNT):
        for second in range(first + RANK_COUNT, FACE_COUNT, RANK_COUNT):
            wanted = of_rank if twins else of_rank & ~(1 << first | 1 << second)
            if wanted >> face & 1 and reading.left & wanted == 0:
                total += held_chance(variant, reading, first) * held_chance(variant, reading, second)
    return total


def run_chance(
    variant: Variant, reading: Reading, suit: int, rank: int, one: int, two: int, beyond: int
) -> int:
    """Return the chance of the pair of ranks `one` and `two`, unless `rank` or `beyond` was left lying."""
    one, two = ring_rank(variant, one), ring_rank(variant, two)
    if one == NO_RANK or two == NO_RANK or not is_stretch(variant.ace_run, 1 << rank | 1 << one | 1 << two):
        return 0
    wanted = 1 << rank
    if ring_rank(variant, beyond) != NO_RANK:
        wanted |= 1 << ring_rank(variant, beyond)
    if lane_of(reading.left, suit) & wanted:
        return 0
    first, second = face_at(suit, one), face_at(suit, two)
    return held_chance(variant, reading, first) * held_chance(variant, reading, second)


def ring_rank(variant: Variant, rank: int) -> int:
    """Return `rank`, wrapped round at the end of the suit, or `NO_RANK` when the ace is low only."""
    if 0 <= rank < RANK_COUNT:
        return rank
    return NO_RANK if variant.ace_run == ACE_LOW else rank % RANK_COUNT


def neighbours(variant: Variant, cards: int) -> int:
    """Return the faces of the same ranks as `cards`, and those next to them in their suits."""
    near = in_every_suit(rank_mask(cards))
    for suit in range(SUIT_COUNT):
        lane = lane_of(cards, suit)
        beside = lane << 1 & LANE | lane >> 1
        if variant.ace_run != ACE_LOW:
            beside |= lane >> 12 | (lane & 1) << 12
        near |= in_suit(beside, suit)
    return near
