"""Facts about a hand for advice: the safety of discards, and the cards that improve it."""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.rules.cards import (
    FACE_COUNT,
    LANE,
    NO_RANK,
    RANK_COUNT,
    SUIT_COUNT,
    face_at,
    in_every_suit,
    in_suit,
    join_hands,
    lane_of,
    lowest_bit,
    rank_mask,
    rank_of,
    single,
    suit_of,
)
from ginrummy.rules.discards import closing_discards
from ginrummy.rules.melds import (
    deadwood_after,
    face_points,
    is_consecutive,
    least_deadwood,
    run_table_of,
    two_suit_ranks,
)
from ginrummy.rules.turns import Memory, State, dearest_card_points
from ginrummy.variants import ACE_LOW, Variant


def copies_out(variant: Variant, seen: Hand, face: int) -> int:
    """Return how many cards of `face` the viewer has not `seen`."""
    return variant.decks - (seen.cards >> face & 1) - (seen.twins >> face & 1)


def unmatched_faces(variant: Variant, hand: Hand, least: int) -> int:
    """Return the faces of `hand`, of `least` deadwood, that some best arrangement leaves unmatched."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    found, rest = 0, hand.cards
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if deadwood_after(hand, face, runs, same_suit) == least - face_points(variant, face):
            found |= 1 << face
    return found


def highest_points(variant: Variant, faces: int) -> int:
    """Return the points of the dearest of `faces`, or 0 without faces."""
    best, rest = 0, faces
    while rest:
        best = max(best, face_points(variant, lowest_bit(rest)))
        rest &= rest - 1
    return best


def pair_ranks(variant: Variant, hand: Hand) -> int:
    """Return the ranks, as a lane, of which `hand` holds two cards and a third would make a set."""
    twice = two_suit_ranks(hand.cards)
    if variant.set_same_suit_duplicates == 1:
        twice |= rank_mask(hand.twins)
    return twice


def run_fillers(variant: Variant, lane: int) -> int:
    """Return the ranks next to or between two neighbouring cards of one suit.

    When the ace has two places, the suit is treated as a ring. That yields a card too many, which callers
    check.
    """
    if variant.ace_run == ACE_LOW:
        return (lane << 1 & lane << 2 | lane >> 1 & lane >> 2 | lane << 1 & lane >> 1) & LANE
    up, down = lane << 1 | lane >> 12, lane >> 1 | lane << 12
    return (up & (lane << 2 | lane >> 11) | down & (lane >> 2 | lane << 11) | up & down) & LANE


def helping_faces(variant: Variant, hand: Hand) -> int:
    """Return the faces that may meld with two or more cards of `hand`; nearly all of them do."""
    found = in_every_suit(pair_ranks(variant, hand))
    for suit in range(SUIT_COUNT):
        found |= in_suit(run_fillers(variant, lane_of(hand.cards, suit)), suit)
    return found


def gin_outs(variant: Variant, hand: Hand, seen: Hand) -> int:
    """Return how many cards not `seen` would give gin to `hand`, which is about to draw."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    total, rest = 0, helping_faces(variant, hand)
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        copies = copies_out(variant, seen, face)
        drawn = join_hands(hand, single(face))
        if copies == 0 or least_deadwood(drawn, runs, same_suit) > dearest_card_points(variant):
            continue
        if closing_discards(drawn, drawn.cards, runs, same_suit, 0) != 0:
            total += copies
    return total


def total_saving(variant: Variant, hand: Hand, least: int, spare: int, seen: Hand, gin_worth: int) -> int:
    """Return the total saving of `hand` over all cards not `seen`, each drawn once.

    A card that melds saves the deadwood that it removes, together with the discard that follows: the dearest
    unmatched card, of `spare` points. A card that gives gin is worth `gin_worth` points more.
    """
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    total, rest = 0, helping_faces(variant, hand)
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        copies = copies_out(variant, seen, face)
        if copies > 0:
            left = least_deadwood(join_hands(hand, single(face)), runs, same_suit)
            if left < least + face_points(variant, face):
                saved = least - left + min(left, spare)
                total += copies * (saved + gin_worth if left <= spare else saved)
    return total


CERTAIN = 16
UNSEEN = 4
UNWANTED = 2


class PublicKnowledge(NamedTuple):
    """Public knowledge of the other hand: its known cards, all cards seen, and the cards it does not want.

    `unwanted` are the neighbours of its discards. `left` are the faces that it discarded or did not take.
    """

    known: Hand
    seen: Hand
    unwanted: int
    left: int


def infer_other_hand(variant: Variant, state: State, memory: Memory) -> PublicKnowledge:
    """Return what the seat to move can infer about the other hand."""
    seen = join_hands(join_hands(state.hands[state.turn], state.pile.cards), memory.known)
    unwanted = neighbours(variant, memory.discarded)
    return PublicKnowledge(memory.known, seen, unwanted, memory.discarded | memory.refused)


def feeding_chance(variant: Variant, reading: PublicKnowledge, face: int) -> int:
    """Return the chance that the other hand melds `face`, in parts of 256 (a sum that may exceed them)."""
    suit, rank = suit_of(face), rank_of(face)
    chance = set_pair_chance(variant, reading, face)
    chance += run_pair_chance(variant, reading, suit, rank, rank - 2, rank - 1, rank - 3)
    chance += run_pair_chance(variant, reading, suit, rank, rank - 1, rank + 1, rank)
    return chance + run_pair_chance(variant, reading, suit, rank, rank + 1, rank + 2, rank + 3)


def held_chance(variant: Variant, reading: PublicKnowledge, face: int) -> int:
    """Return the chance that the other hand holds `face`, in parts of 16."""
    if reading.known.cards >> face & 1:
        return CERTAIN
    chance = UNWANTED if reading.unwanted >> face & 1 else UNSEEN
    return chance * copies_out(variant, reading.seen, face)


def set_pair_chance(variant: Variant, reading: PublicKnowledge, face: int) -> int:
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


def run_pair_chance(
    variant: Variant, reading: PublicKnowledge, suit: int, rank: int, one: int, two: int, beyond: int
) -> int:
    """Return the chance of the pair of ranks `one` and `two`, unless `rank` or `beyond` was left lying."""
    one, two = ring_rank(variant, one), ring_rank(variant, two)
    if (
        one == NO_RANK
        or two == NO_RANK
        or not is_consecutive(variant.ace_run, 1 << rank | 1 << one | 1 << two)
    ):
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
