"""Every way to choose the sets of a hand, numbered.

No eleven cards hold sets of more than three ranks; each of these ranks has its list of choices in
`lookup_tables.SET_OPTION`, the first of which is "no set", and the choices of a hand are their product.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.bits import lowest
from ginrummy.rules.card_encoding import ALL_SUITS, LANE, NO_RANK, RANK_COUNT, SUIT_COUNT, rank_mask
from ginrummy.rules.hand import Hand
from ginrummy.rules.lookup_tables import SET_OPTION, SET_START, SUITS_MASK


class SetChoices(NamedTuple):
    """Up to three ranks, where their choices begin and how many there are; `total` is the product."""

    first: int
    first_start: int
    first_count: int
    second: int
    second_start: int
    second_count: int
    third: int
    third_start: int
    total: int


def suit_code(cards: int, rank: int) -> int:
    """Return the suits that `cards` hold of `rank`, a bit each."""
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


def set_choices(cards: int, ranks: int) -> SetChoices:
    """Return the choices of sets of `ranks`, all of one to three set ranks of `cards` without twins."""
    first = lowest(ranks)
    ranks &= ranks - 1
    first_code = suit_code(cards, first)
    start = SET_START[first_code]
    count = SET_START[first_code + 1] - start
    if ranks == 0:
        return SetChoices(first, start, count, 0, 0, 1, 0, 0, count)
    second = lowest(ranks)
    ranks &= ranks - 1
    third = lowest(ranks) if ranks else 0
    second_code = suit_code(cards, second)
    third_code = suit_code(cards, third) if ranks else 0
    return product_of(first, first_code, second, second_code, third, third_code)


def product_of(
    first: int, first_code: int, second: int, second_code: int, third: int, third_code: int
) -> SetChoices:
    """Return the choices of three ranks by their codes; code 0 has the one choice of no set."""
    first_start, second_start = SET_START[first_code], SET_START[second_code]
    third_start = SET_START[third_code]
    first_count = SET_START[first_code + 1] - first_start
    second_count = SET_START[second_code + 1] - second_start
    count = first_count * second_count * (SET_START[third_code + 1] - third_start)
    return SetChoices(
        first,
        first_start,
        first_count,
        second,
        second_start,
        second_count,
        third,
        third_start,
        count,
    )


def after_sets(cards: int, choices: SetChoices, number: int) -> int:
    """Return `cards`, none held twice, less those in the sets of choice `number`."""
    if choices.total == choices.first_count:
        return cards ^ SUITS_MASK[SET_OPTION[choices.first_start + number]] << choices.first
    first = SET_OPTION[choices.first_start + number % choices.first_count]
    number //= choices.first_count
    second = SET_OPTION[choices.second_start + number % choices.second_count]
    third = SET_OPTION[choices.third_start + number // choices.second_count]
    return (
        cards
        ^ SUITS_MASK[first] << choices.first
        ^ SUITS_MASK[second] << choices.second
        ^ SUITS_MASK[third] << choices.third
    )


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


def twin_set_choices(hand: Hand, same_suit: int) -> SetChoices:
    """Return the choices of sets of a hand that may hold identical cards (RULES 2.4)."""
    ranks = twin_set_ranks(hand, same_suit)
    first = lowest(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    second = lowest(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    third = lowest(ranks) if ranks else NO_RANK
    shift = 256 * same_suit
    return product_of(
        first,
        held_code(hand, first) + shift,
        second,
        held_code(hand, second) + shift,
        third,
        held_code(hand, third) + shift,
    )


def first_option(choices: SetChoices, number: int) -> int:
    """Return the set code of the cards of the first rank that choice `number` uses."""
    return SET_OPTION[choices.first_start + number % choices.first_count]


def second_option(choices: SetChoices, number: int) -> int:
    """Return the set code of the cards of the second rank that choice `number` uses."""
    number //= choices.first_count
    return SET_OPTION[choices.second_start + number % choices.second_count]


def third_option(choices: SetChoices, number: int) -> int:
    """Return the set code of the cards of the third rank that choice `number` uses."""
    number //= choices.first_count * choices.second_count
    return SET_OPTION[choices.third_start + number]


def used_cards(code: int, rank: int) -> Hand:
    """Return the cards of `rank` that a set code stands for."""
    return Hand(SUITS_MASK[code & ALL_SUITS] << rank, SUITS_MASK[code >> SUIT_COUNT] << rank)
