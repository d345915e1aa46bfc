"""Least deadwood of a hand after each discard, and whether it may close (RULES 2.6, 5)."""

from __future__ import annotations

from collections.abc import MutableSequence

from ginrummy.rules.cards import SUIT_COUNT, Hand, face_at, in_suit, lane_of, lowest_bit
from ginrummy.rules.lookup_tables import RUN_LEFT
from ginrummy.rules.melds import NO_LIMIT, choice_faces, deadwood_after, runs_deadwood, set_choices, set_ranks


def fill_deadwoods(hand: Hand, runs: int, same_suit: int, deadwoods: MutableSequence[int]) -> None:
    """Write the least deadwood after each discard of `hand` to `deadwoods[face]`, 52 places long.

    Entries of cards that `hand` does not hold are unchanged.
    """
    rest = hand.cards
    if hand.twins:
        while rest:
            face = lowest_bit(rest)
            rest &= rest - 1
            deadwoods[face] = deadwood_after(hand, face, runs, same_suit)
        return
    while rest:
        deadwoods[lowest_bit(rest)] = NO_LIMIT
        rest &= rest - 1
    if set_ranks(hand.cards) == 0:
        lower_deadwoods(hand.cards, runs, deadwoods)
        return
    choices = set_choices(hand, same_suit)
    for three in range(choices.third_start, choices.third_end):
        beside = hand.cards ^ choice_faces(three, choices.third)
        for two in range(choices.second_start, choices.second_end):
            free = beside ^ choice_faces(two, choices.second)
            for one in range(choices.first_start, choices.first_end):
                lower_deadwoods(free ^ choice_faces(one, choices.first), runs, deadwoods)


def lower_deadwoods(free: int, runs: int, deadwoods: MutableSequence[int]) -> None:
    """Lower `deadwoods` of each card of `free` to the least deadwood of the others, with runs alone."""
    total = runs_deadwood(free, runs)
    for suit in range(SUIT_COUNT):
        lane = lane_of(free, suit)
        others = total - RUN_LEFT[runs + lane]
        rest = lane
        while rest:
            bit = rest & -rest
            rest ^= bit
            face = face_at(suit, lowest_bit(bit))
            deadwoods[face] = min(deadwoods[face], others + RUN_LEFT[runs + (lane ^ bit)])


def closing_discards(hand: Hand, allowed: int, runs: int, same_suit: int, limit: int) -> int:
    """Return the cards of `allowed` whose discard leaves `hand` at most `limit` deadwood."""
    if hand.twins:
        return closing_twin_discards(hand, allowed, runs, same_suit, limit)
    if set_ranks(hand.cards) == 0:
        return closing_free_discards(hand.cards, runs, limit) & allowed
    choices, closing = set_choices(hand, same_suit), 0
    for three in range(choices.third_start, choices.third_end):
        beside = hand.cards ^ choice_faces(three, choices.third)
        for two in range(choices.second_start, choices.second_end):
            free = beside ^ choice_faces(two, choices.second)
            for one in range(choices.first_start, choices.first_end):
                closing |= closing_free_discards(free ^ choice_faces(one, choices.first), runs, limit)
    return closing & allowed


def closing_free_discards(free: int, runs: int, limit: int) -> int:
    """Return the cards of `free` whose discard leaves the others at most `limit`, with runs alone."""
    total = runs_deadwood(free, runs)
    closing = 0
    for suit in range(SUIT_COUNT):
        lane = lane_of(free, suit)
        room = limit - total + RUN_LEFT[runs + lane]
        rest = lane
        while rest:
            bit = rest & -rest
            rest ^= bit
            if RUN_LEFT[runs + (lane ^ bit)] <= room:
                closing |= in_suit(bit, suit)
    return closing


def closing_twin_discards(hand: Hand, allowed: int, runs: int, same_suit: int, limit: int) -> int:
    """The same as `closing_discards`, for a hand that holds identical cards."""
    closing, rest = 0, allowed
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if deadwood_after(hand, face, runs, same_suit) <= limit:
            closing |= 1 << face
    return closing
