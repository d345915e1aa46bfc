"""Enumeration of the choices of sets of a hand.

Eleven cards hold sets of at most three ranks. Each of these ranks has its list of choices in
`lookup_tables.SET_OPTION`, the first of which is "no set". The choices of a hand are their product.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import ALL_SUITS, LANE, NO_RANK, RANK_COUNT, SUIT_COUNT, rank_mask
from ginrummy.rules.hand import Hand
from ginrummy.rules.lookup_tables import SET_OPTION, SET_START, SUITS_MASK, TWIN_CODES


class SetChoices(NamedTuple):
    """Up to three ranks, and the range of each one's choices; `NO_RANK` has only the choice of no set."""

    first: int
    first_start: int
    first_end: int
    second: int
    second_start: int
    second_end: int
    third: int
    third_start: int
    third_end: int


def suit_code(cards: int, rank: int) -> int:
    """Return the suits in which `cards` hold `rank`, a bit each."""
    return (
        cards >> rank & 1
        | (cards >> rank + RANK_COUNT & 1) << 1
        | (cards >> rank + 2 * RANK_COUNT & 1) << 2
        | (cards >> rank + 3 * RANK_COUNT & 1) << 3
    )


def set_ranks(cards: int) -> int:
    """Return the ranks, as a lane, of which `cards` hold three or four suits."""
    lower = cards & cards >> RANK_COUNT
    upper = cards >> 2 * RANK_COUNT
    both = upper & upper >> RANK_COUNT
    return (lower & (upper | upper >> RANK_COUNT) | both & (cards | cards >> RANK_COUNT)) & LANE


def held_code(hand: Hand, rank: int) -> int:
    """Return the set code of the cards that `hand` holds of `rank`, 0 for `NO_RANK`."""
    if rank == NO_RANK:
        return 0
    return suit_code(hand.cards, rank) | suit_code(hand.twins, rank) << 4


def twin_set_ranks(hand: Hand, same_suit: int) -> int:
    """Return the ranks, as a lane, of which `hand` can make a set (RULES 2.1, 2.4)."""
    ranks = set_ranks(hand.cards)
    if same_suit:
        ranks |= two_suit_ranks(hand.cards) & rank_mask(hand.twins)
    return ranks


def two_suit_ranks(cards: int) -> int:
    """Return the ranks, as a lane, of which `cards` hold two suits or more."""
    lower, upper = cards | cards >> RANK_COUNT, cards >> 2 * RANK_COUNT
    both = cards & cards >> RANK_COUNT
    return (both | both >> 2 * RANK_COUNT | lower & (upper | upper >> RANK_COUNT)) & LANE


def set_choices(hand: Hand, same_suit: int) -> SetChoices:
    """Return the choices of sets of a hand, which may hold identical cards (RULES 2.1, 2.4)."""
    ranks, codes = twin_set_ranks(hand, same_suit), TWIN_CODES * same_suit
    first = lowest(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    second = lowest(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    third = lowest(ranks) if ranks else NO_RANK
    first_code = codes + held_code(hand, first)
    second_code = codes + held_code(hand, second)
    third_code = codes + held_code(hand, third)
    return SetChoices(
        first,
        SET_START[first_code],
        SET_START[first_code + 1],
        second,
        SET_START[second_code],
        SET_START[second_code + 1],
        third,
        SET_START[third_code],
        SET_START[third_code + 1],
    )


def faces_used(place: int, rank: int) -> int:
    """Return the faces of `rank` that the choice at `place` uses, of cards none of which is held twice."""
    return SUITS_MASK[SET_OPTION[place]] << rank


def cards_used(place: int, rank: int) -> Hand:
    """Return the cards of `rank` that the choice at `place` uses."""
    code = SET_OPTION[place]
    return Hand(SUITS_MASK[code & ALL_SUITS] << rank, SUITS_MASK[code >> SUIT_COUNT] << rank)
