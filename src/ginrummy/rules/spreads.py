"""Spreads: layouts of a hand in melds, their legality, and the automatic one (RULES 6.1, 6.2).

The automatic spread leaves least deadwood. Ties are broken by the fewest lay-off openings, then by the fewest
points on them. An opening is a card of the packs that would fit a meld at once and that the other player may
still hold.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.cards import (
    LANE,
    NO_RANK,
    RANK_COUNT,
    SUIT_COUNT,
    Hand,
    bit_count,
    contains_cards,
    face_at,
    in_suit,
    join_hands,
    lane_of,
    lowest_bit,
    no_cards,
    rank_of,
    size_of,
    suit_of,
    without,
)
from ginrummy.rules.lookup_tables import ACE_HIGH, RUN_COVER, RUN_LEFT, run_table_start
from ginrummy.rules.melds import (
    SetChoices,
    choice_cards,
    deadwood_with_max_unmatched,
    face_points,
    is_meld,
    least_deadwood,
    lowest_run,
    next_subset,
    points_of,
    rank_above,
    rank_below,
    run_table_of,
    set_choices,
    subset_cards_and_points,
    twin_suit_deadwood,
)
from ginrummy.rules.variant import ACE_HIGH_LOW, ACE_LOW, LARGEST_SET, NONE, Variant

NO_COST = 1 << 40
DEADWOOD_WEIGHT = 1 << 24
OPENING_WEIGHT = 1 << 12


class Spread(NamedTuple):
    """Up to three melds, padded with empty ones, and the unmatched cards."""

    melds: tuple[Hand, Hand, Hand]
    unmatched: Hand


class Layers(NamedTuple):
    """One suit split into two layers of runs, each with the use of its ace."""

    upper: int
    upper_ace: int
    lower: int
    lower_ace: int


def no_melds() -> tuple[Hand, Hand, Hand]:
    """Return three empty melds."""
    return no_cards(), no_cards(), no_cards()


def with_meld(melds: tuple[Hand, Hand, Hand], meld: Hand) -> tuple[Hand, Hand, Hand]:
    """Return `melds` with `meld` in the first free place."""
    if melds[0].cards == 0:
        return meld, melds[1], melds[2]
    if melds[1].cards == 0:
        return melds[0], meld, melds[2]
    return melds[0], melds[1], meld


def is_legal_spread(variant: Variant, hand: Hand, spread: Spread, limit: int) -> bool:
    """Return whether a closed `hand` may be shown as `spread`: true melds within `limit` (RULES 5.5, 6.1).

    The limit of a gin is 0.
    """
    rest = hand
    for place in range(3):
        meld = spread.melds[place]
        if meld.cards:
            if not contains_cards(rest, meld) or not is_meld(variant, meld):
                return False
            rest = without(rest, meld)
    if rest.cards != spread.unmatched.cards or rest.twins != spread.unmatched.twins:
        return False
    if variant.knock_max_unmatched != NONE and size_of(rest) > variant.knock_max_unmatched:
        return False
    return points_of(variant, rest) <= limit


def best_spread(variant: Variant, hand: Hand, gone: Hand) -> Spread:
    """Return the automatic spread of `hand`; the opponent cannot hold the cards `gone` (RULES 6.2).

    It satisfies the variant's bound on unmatched cards if any arrangement does (RULES 5.5).
    """
    spread = spread_without_bound(variant, hand, gone)
    most = variant.knock_max_unmatched
    if most == NONE or size_of(spread.unmatched) <= most:
        return spread
    return spread_with_max_unmatched(variant, hand, gone, spread)


def spread_with_max_unmatched(variant: Variant, hand: Hand, gone: Hand, unbounded: Spread) -> Spread:
    """Return the automatic spread within the bound on unmatched cards, or `unbounded` if none satisfies it.

    `gone` are other cards that the opponent cannot hold (RULES 5.5, 6.2).
    """
    known, most = join_hands(hand, gone), variant.knock_max_unmatched
    least = deadwood_with_max_unmatched(variant, hand, most)
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    best, best_cost = unbounded, NO_COST
    chosen, end = 1, 1 << size_of(hand)
    while most > 0 and chosen < end:
        left, points = subset_cards_and_points(variant, hand, chosen, least + 1)
        chosen = next_subset(chosen, most)
        if points != least or least_deadwood(without(hand, left), runs, same_suit) > 0:
            continue
        melds = spread_without_bound(variant, without(hand, left), join_hands(gone, left)).melds
        cost = melds_cost(variant, melds, known)
        if cost < best_cost:
            best, best_cost = Spread(melds, left), cost
    return best


def spread_without_bound(variant: Variant, hand: Hand, gone: Hand) -> Spread:
    """Return the automatic spread of `hand` without a bound on unmatched cards."""
    known = join_hands(hand, gone)
    choices = set_choices(hand, variant.set_same_suit_duplicates)
    best, best_cost = Spread(no_melds(), hand), NO_COST
    for three in range(choices.third_start, choices.third_end):
        for two in range(choices.second_start, choices.second_end):
            for one in range(choices.first_start, choices.first_end):
                melds = with_runs(variant, chosen_sets(choices, one, two, three), hand, known)
                left = unmatched_cards(hand, melds)
                cost = points_of(variant, left) * DEADWOOD_WEIGHT + melds_cost(variant, melds, known)
                if cost < best_cost:
                    best, best_cost = Spread(melds, left), cost
    return best


def chosen_sets(choices: SetChoices, one: int, two: int, three: int) -> tuple[Hand, Hand, Hand]:
    """Return the chosen sets of the three ranks, as melds."""
    melds = with_sets(no_melds(), choice_cards(one, choices.first))
    melds = with_sets(melds, choice_cards(two, choices.second))
    return with_sets(melds, choice_cards(three, choices.third))


def unmatched_cards(hand: Hand, melds: tuple[Hand, Hand, Hand]) -> Hand:
    """Return the cards of `hand` that are in none of `melds`."""
    return without(without(without(hand, melds[0]), melds[1]), melds[2])


def with_sets(melds: tuple[Hand, Hand, Hand], used: Hand) -> tuple[Hand, Hand, Hand]:
    """Return `melds` with the one or two sets made of `used`, cards of one rank (RULES 2.1, 2.4)."""
    size = size_of(used)
    if size == 0:
        return melds
    if size <= LARGEST_SET:
        return with_meld(melds, used)
    upper, once = used.twins, used.cards & ~used.twins
    while bit_count(upper) < size // 2:
        upper |= once & -once
        once &= once - 1
    return with_meld(with_meld(melds, Hand(upper, 0)), Hand(used.twins | once, 0))


def with_runs(
    variant: Variant, sets: tuple[Hand, Hand, Hand], hand: Hand, known: Hand
) -> tuple[Hand, Hand, Hand]:
    """Return `sets` with the best runs of the other cards of `hand`."""
    melds, rest = sets, unmatched_cards(hand, sets)
    for suit in range(SUIT_COUNT):
        melds = with_lane_runs(variant, melds, rest, suit, known)
    return melds


def with_lane_runs(
    variant: Variant, melds: tuple[Hand, Hand, Hand], rest: Hand, suit: int, known: Hand
) -> tuple[Hand, Hand, Hand]:
    """Return `melds` with the best runs of `rest` in `suit`."""
    lane, twin = lane_of(rest.cards, suit), lane_of(rest.twins, suit)
    if RUN_COVER[run_table_of(variant) + lane] == 0:
        return melds
    layers = best_layers(variant, lane, twin, suit, known)
    melds = with_layer_runs(variant, melds, layers.upper, layers.upper_ace, suit)
    return with_layer_runs(variant, melds, layers.lower, layers.lower_ace, suit)


def with_layer_runs(
    variant: Variant, melds: tuple[Hand, Hand, Hand], lane: int, ace_run: int, suit: int
) -> tuple[Hand, Hand, Hand]:
    """Return `melds` with all runs of one layer, with its ace used as in `ace_run`."""
    cover = RUN_COVER[run_table_start(ace_run, variant.ace_points) + lane]
    while cover:
        run = lowest_run(cover, ace_run)
        cover &= ~run
        melds = with_meld(melds, Hand(in_suit(run, suit), 0))
    return melds


def best_layers(variant: Variant, lane: int, twin: int, suit: int, known: Hand) -> Layers:
    """Return the two layers of runs of a suit that leave least deadwood, then fewest openings."""
    runs = run_table_of(variant)
    least = twin_suit_deadwood(lane, twin, runs)
    singles = lane ^ twin
    best, best_cost = Layers(lane, ACE_LOW, twin, ACE_LOW), NO_COST
    upper = singles
    while True:
        above, below = twin | upper, twin | singles ^ upper
        if RUN_LEFT[runs + above] + RUN_LEFT[runs + below] == least:
            upper_ace = best_ace(variant, above, suit, known)
            lower_ace = best_ace(variant, below, suit, known)
            cost = layer_cost(variant, above, upper_ace, suit, known)
            cost += layer_cost(variant, below, lower_ace, suit, known)
            if cost < best_cost:
                best, best_cost = Layers(above, upper_ace, below, lower_ace), cost
        if upper == 0 or twin == 0:
            return best
        upper = upper - 1 & singles


def best_ace(variant: Variant, lane: int, suit: int, known: Hand) -> int:
    """Return the best use of the ace of one layer if it may be low or high."""
    if variant.ace_run != ACE_HIGH_LOW:
        return variant.ace_run
    low = run_table_start(ACE_LOW, variant.ace_points) + lane
    high = run_table_start(ACE_HIGH, variant.ace_points) + lane
    if RUN_LEFT[low] != RUN_LEFT[high]:
        return ACE_LOW if RUN_LEFT[low] < RUN_LEFT[high] else ACE_HIGH
    low_cost = layer_cost(variant, lane, ACE_LOW, suit, known)
    return ACE_LOW if low_cost <= layer_cost(variant, lane, ACE_HIGH, suit, known) else ACE_HIGH


def layer_cost(variant: Variant, lane: int, ace_run: int, suit: int, known: Hand) -> int:
    """Return the cost of the openings of the runs of one layer."""
    cost, cover = 0, RUN_COVER[run_table_start(ace_run, variant.ace_points) + lane]
    while cover:
        run = lowest_run(cover, ace_run)
        cover &= ~run
        cost += openings_cost(variant, Hand(in_suit(run, suit), 0), known)
    return cost


def melds_cost(variant: Variant, melds: tuple[Hand, Hand, Hand], known: Hand) -> int:
    """Return the cost of the openings of all melds."""
    cost = 0
    for place in range(3):
        cost += openings_cost(variant, melds[place], known)
    return cost


def openings_cost(variant: Variant, meld: Hand, known: Hand) -> int:
    """Return the cost of the openings of `meld`: each one weight plus its points, 0 for an empty meld."""
    if meld.cards == 0:
        return 0
    suit = suit_of(lowest_bit(meld.cards))
    lane = meld.cards >> RANK_COUNT * suit
    if meld.twins or lane > LANE:
        return set_openings_cost(variant, meld, known)
    if variant.run_max != NONE and bit_count(lane) >= variant.run_max:
        return 0
    cost = 0
    below, above = rank_below(variant.ace_run, lane), rank_above(variant.ace_run, lane)
    if below != NO_RANK:
        cost += opening_cost(variant, face_at(suit, below), known)
    if above != NO_RANK and above != below:
        cost += opening_cost(variant, face_at(suit, above), known)
    return cost


def set_openings_cost(variant: Variant, meld: Hand, known: Hand) -> int:
    """Return the cost of the openings of a set: none once it is full (RULES 6.5)."""
    if size_of(meld) >= LARGEST_SET:
        return 0
    cost, rank = 0, rank_of(lowest_bit(meld.cards))
    for suit in range(SUIT_COUNT):
        face = face_at(suit, rank)
        if variant.set_same_suit_duplicates == 1 or meld.cards >> face & 1 == 0:
            cost += opening_cost(variant, face, known)
    return cost


def opening_cost(variant: Variant, face: int, known: Hand) -> int:
    """Return the weight of `face` as an opening: for each copy that the other player may hold."""
    copies = variant.decks - (known.cards >> face & 1) - (known.twins >> face & 1)
    return copies * (OPENING_WEIGHT + face_points(variant, face))
