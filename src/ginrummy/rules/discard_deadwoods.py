"""The eleven deadwoods of eleven cards: what each discard would leave, found together.

Dropping a card can only spoil the run it is in or the choice of sets it is part of, so one pass over
the choices of sets gives the exact deadwood after every discard at once.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import SUIT_COUNT, face_at, in_suit, lane_of
from ginrummy.rules.hand import Hand
from ginrummy.rules.lookup_tables import RUN_LEFT
from ginrummy.rules.melds import NO_LIMIT, deadwood_after, runs_left
from ginrummy.rules.sets import after_sets, set_choices, set_ranks


def fill_deadwoods(hand: Hand, runs: int, same_suit: int, deadwoods: MutableSequence[int]) -> None:
    """Write the least deadwood after each discard of `hand` to `deadwoods[face]`, 52 places long.

    Places of cards that `hand` does not hold keep what they had.
    """
    rest = hand.cards
    if hand.twins:
        while rest:
            face = lowest(rest)
            rest &= rest - 1
            deadwoods[face] = deadwood_after(hand, face, runs, same_suit)
        return
    while rest:
        deadwoods[lowest(rest)] = NO_LIMIT
        rest &= rest - 1
    ranks = set_ranks(hand.cards)
    if ranks == 0:
        lower_deadwoods(hand.cards, runs, deadwoods)
    else:
        choices = set_choices(hand.cards, ranks)
        for number in range(choices.total):
            lower_deadwoods(after_sets(hand.cards, choices, number), runs, deadwoods)


def lower_deadwoods(free: int, runs: int, deadwoods: MutableSequence[int]) -> None:
    """Lower `deadwoods` of every card of `free` to what runs alone leave of the others of `free`."""
    total = runs_left(free, runs)
    for suit in range(SUIT_COUNT):
        lane = lane_of(free, suit)
        others = total - RUN_LEFT[runs + lane]
        rest = lane
        while rest:
            bit = rest & -rest
            rest ^= bit
            face = face_at(suit, lowest(bit))
            deadwoods[face] = min(deadwoods[face], others + RUN_LEFT[runs + (lane ^ bit)])


def closing_discards(hand: Hand, allowed: int, runs: int, same_suit: int, limit: int) -> int:
    """Return the cards of `allowed` whose discard leaves `hand` at most `limit` deadwood."""
    if hand.twins:
        return closing_twin_discards(hand, allowed, runs, same_suit, limit)
    cards = hand.cards
    ranks = set_ranks(cards)
    if ranks == 0:
        return closing_free_discards(cards, runs, limit) & allowed
    choices = set_choices(cards, ranks)
    closing = 0
    for number in range(choices.total):
        closing |= closing_free_discards(after_sets(cards, choices, number), runs, limit)
    return closing & allowed


def closing_free_discards(free: int, runs: int, limit: int) -> int:
    """Return the cards of `free` whose discard leaves the others at most `limit`, by runs alone."""
    total = runs_left(free, runs)
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
    """Return what `closing_discards` does, for a hand that holds identical cards."""
    closing, rest = 0, allowed
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        if deadwood_after(hand, face, runs, same_suit) <= limit:
            closing |= 1 << face
    return closing
