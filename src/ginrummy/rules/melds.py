"""Sets, runs and the least deadwood of a hand (RULES 2).

The search enumerates the sets and looks up the runs: eleven cards hold sets of at most three ranks, and
within a suit the best runs are known (`lookup_tables`). `runs` is `run_table(...)` of the variant,
`same_suit` is whether a set may hold identical cards.
"""

from __future__ import annotations

from ginrummy.rules.bits import bit_count, lowest
from ginrummy.rules.card_encoding import (
    ALL_SUITS,
    FACE_COUNT,
    LANE,
    RANK_COUNT,
    SUIT_COUNT,
    lane_of,
    rank_mask,
    suit_of,
)
from ginrummy.rules.hand import Hand, joined, no_cards, nth_face, size_of, without
from ginrummy.rules.lookup_tables import FACE_POINTS, RUN_COVER, RUN_LEFT, SET_START, is_dear, run_table
from ginrummy.rules.runs import is_stretch
from ginrummy.rules.sets import cards_used, faces_used, set_choices, set_ranks, suit_code
from ginrummy.rules.variant import LARGEST_SET, NONE, SHORTEST_RUN, SHORTEST_SET, Variant

NO_LIMIT = 1000


def runs_of(variant: Variant) -> int:
    """Return the start of the run tables of `variant` (RULES 1.4, 2.3)."""
    return run_table(variant.ace_run, variant.ace_points)


def face_points(variant: Variant, face: int) -> int:
    """Return the points of an unmatched card (RULES 1.3, 1.4)."""
    return FACE_POINTS[FACE_COUNT * is_dear(variant.ace_points) + face]


def points_of(variant: Variant, hand: Hand) -> int:
    """Return the points of all cards of `hand`."""
    total = 0
    rest = hand.cards
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        total += face_points(variant, face) * (1 + (hand.twins >> face & 1))
    return total


def is_set(variant: Variant, meld: Hand) -> bool:
    """Return whether `meld` is a set: three or four of a rank (RULES 2.1, 2.4, 2.7)."""
    size = size_of(meld)
    if size < SHORTEST_SET or size > LARGEST_SET or bit_count(rank_mask(meld.cards)) != 1:
        return False
    return meld.twins == 0 or variant.set_same_suit_duplicates == 1


def is_run(variant: Variant, meld: Hand) -> bool:
    """Return whether `meld` is a run: neighbours of one suit, each rank once (RULES 2.2-2.4, 2.7)."""
    size = bit_count(meld.cards)
    if size < SHORTEST_RUN or meld.twins:
        return False
    if variant.run_max != NONE and size > variant.run_max:
        return False
    suit = suit_of(lowest(meld.cards))
    lane = meld.cards >> RANK_COUNT * suit
    return lane <= LANE and is_stretch(variant.ace_run, lane)


def is_meld(variant: Variant, meld: Hand) -> bool:
    """Return whether `meld` is a set or a run."""
    return is_set(variant, meld) or is_run(variant, meld)


def runs_left(cards: int, runs: int) -> int:
    """Return the least deadwood of `cards`, none held twice, that may form runs alone."""
    return (
        RUN_LEFT[runs + (cards & LANE)]
        + RUN_LEFT[runs + (cards >> RANK_COUNT & LANE)]
        + RUN_LEFT[runs + (cards >> 2 * RANK_COUNT & LANE)]
        + RUN_LEFT[runs + (cards >> 3 * RANK_COUNT & LANE)]
    )


def least_deadwood(hand: Hand, runs: int, same_suit: int) -> int:
    """Return the least deadwood of at most eleven cards (RULES 2.6).

    >>> from ginrummy.game.cards import hand_of, parse_faces
    >>> least_deadwood(hand_of(parse_faces("7S8S9S 7H8H9H 7D8D9D AC")), 0, 0)
    1
    """
    if hand.twins:
        return twin_deadwood(hand, runs, same_suit)
    ranks = set_ranks(hand.cards)
    if ranks == 0:
        return runs_left(hand.cards, runs)
    return least_with_sets(hand.cards, ranks, runs)


def least_with_sets(cards: int, ranks: int, runs: int) -> int:
    """Return the least deadwood of `cards`, none held twice, that may form sets of one to three `ranks`.

    All choices of sets of the first two ranks are enumerated. The best set of the last rank then follows from
    a look-up.
    """
    last = lowest(ranks)
    ranks &= ranks - 1
    if ranks == 0:
        return least_with_set(cards, last, runs)
    first, others = lowest(ranks), ranks & ranks - 1
    second = lowest(others) if others else 0
    first_code = suit_code(cards, first)
    second_code = suit_code(cards, second) if others else 0
    best = NO_LIMIT
    for one in range(SET_START[first_code], SET_START[first_code + 1]):
        beside = cards ^ faces_used(one, first)
        for two in range(SET_START[second_code], SET_START[second_code + 1]):
            best = min(best, least_with_set(beside ^ faces_used(two, second), last, runs))
    return best


def least_with_set(cards: int, rank: int, runs: int) -> int:
    """Return the least deadwood of `cards`, none held twice, that hold three or four of `rank`.

    They form runs and a set of that rank, or runs alone. Of four cards the set leaves out the one, if any,
    that its run needs.
    """
    total, saved, least, others = 0, 0, NO_LIMIT, ~(1 << rank)
    for suit in range(SUIT_COUNT):
        lane = cards >> RANK_COUNT * suit & LANE
        left = RUN_LEFT[runs + lane]
        worth = left - RUN_LEFT[runs + (lane & others)]
        total += left
        saved += worth
        least = min(least, worth)
    if suit_code(cards, rank) == ALL_SUITS:
        saved -= min(least, 0)
    return total - max(saved, 0)


def deadwood(variant: Variant, hand: Hand) -> int:
    """Return the least deadwood of at most eleven cards by the rules of `variant` (RULES 2.6).

    >>> from ginrummy.game.cards import hand_of, parse_faces
    >>> from ginrummy.variants import load_variant
    >>> deadwood(load_variant("standard").row, hand_of(parse_faces("7S8S9S 7H8H9H 7D8D9D AC")))
    1
    """
    return least_deadwood(hand, runs_of(variant), variant.set_same_suit_duplicates)


def twin_deadwood(hand: Hand, runs: int, same_suit: int) -> int:
    """Return the least deadwood of a hand that holds identical cards (RULES 2.4)."""
    choices = set_choices(hand, same_suit)
    best = NO_LIMIT
    for three in range(choices.third_start, choices.third_end):
        beside = without(hand, cards_used(three, choices.third))
        for two in range(choices.second_start, choices.second_end):
            free = without(beside, cards_used(two, choices.second))
            for one in range(choices.first_start, choices.first_end):
                best = min(best, twin_runs_left(without(free, cards_used(one, choices.first)), runs))
    return best


def twin_runs_left(hand: Hand, runs: int) -> int:
    """Return the least deadwood of a hand with twins that may form runs alone."""
    total = 0
    for suit in range(SUIT_COUNT):
        total += twin_lane_left(lane_of(hand.cards, suit), lane_of(hand.twins, suit), runs)
    return total


def twin_lane_left(lane: int, twin: int, runs: int) -> int:
    """Return the least deadwood of one suit, with the cards split into two layers of disjoint runs.

    Eleven cards never hold runs that overlap in a closed ring, so two layers always suffice. If all cards of
    the suit together hold no run, no layer does.
    """
    if twin == 0 or RUN_COVER[runs + lane] == 0:
        return RUN_LEFT[runs + lane] + RUN_LEFT[runs + twin]
    singles = lane ^ twin
    best = NO_LIMIT
    upper = singles
    while True:
        left = RUN_LEFT[runs + (twin | upper)] + RUN_LEFT[runs + (twin | singles ^ upper)]
        best = min(best, left)
        if upper == 0:
            return best
        upper = upper - 1 & singles


def deadwood_after(hand: Hand, face: int, runs: int, same_suit: int) -> int:
    """Return the least deadwood of `hand` after it puts away `face`, which it holds."""
    return least_deadwood(without(hand, Hand(1 << face, 0)), runs, same_suit)


def least_deadwood_within(variant: Variant, hand: Hand, most: int) -> int:
    """Return the least deadwood of the arrangements of `hand` with at most `most` unmatched cards.

    `most` is `NONE` if the variant sets no such bound. Returns `NO_LIMIT` if no arrangement satisfies it
    (RULES 5.5).
    """
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    least = least_deadwood(hand, runs, same_suit)
    if most == NONE or least == 0:
        return least
    left = least_unmatched(variant, hand, most)
    return points_of(variant, left) if left.cards else NO_LIMIT


def least_unmatched(variant: Variant, hand: Hand, most: int) -> Hand:
    """Return the cheapest one to `most` cards of `hand` without which the others are all melded.

    Returns the empty hand if there are none.
    """
    runs, same_suit = runs_of(variant), variant.set_same_suit_duplicates
    best, best_points = no_cards(), NO_LIMIT
    chosen, end = 1, 1 << size_of(hand)
    while most > 0 and chosen < end:
        left, points = chosen_cards(variant, hand, chosen, best_points)
        chosen = next_choice(chosen, most)
        if points < best_points and least_deadwood(without(hand, left), runs, same_suit) == 0:
            best, best_points = left, points
    return best


def next_choice(chosen: int, most: int) -> int:
    """Return the next number after `chosen` with one to `most` bits set, as `chosen` has."""
    return chosen + 1 if bit_count(chosen) < most else chosen + (chosen & -chosen)


def chosen_cards(variant: Variant, hand: Hand, chosen: int, most_points: int) -> tuple[Hand, int]:
    """Return the cards at the places `chosen` of `hand` and their points, capped at `most_points`."""
    left, points = no_cards(), 0
    while chosen and points < most_points:
        face = nth_face(hand, lowest(chosen))
        left = joined(left, Hand(1 << face, 0))
        points += face_points(variant, face)
        chosen &= chosen - 1
    return left, points
