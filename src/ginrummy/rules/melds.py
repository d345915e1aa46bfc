"""Sets, runs and the least deadwood of a hand (RULES 2).

Choose the sets, look the runs up: no eleven cards hold sets of more than three ranks, and within a suit
the best runs are known (`lookup_tables`). `runs` is `run_table(...)` of the variant, `same_suit` whether
a set may hold identical cards.
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
from ginrummy.rules.lookup_tables import FACE_POINTS, RUN_LEFT, SUITS_MASK, is_dear, run_table
from ginrummy.rules.runs import is_stretch
from ginrummy.rules.sets import (
    SetChoices,
    after_sets,
    first_option,
    second_option,
    set_choices,
    set_ranks,
    third_option,
    twin_set_choices,
)
from ginrummy.rules.variant import LARGEST_SET, NONE, SHORTEST_RUN, SHORTEST_SET, Variant

NO_LIMIT = 1000


def runs_of(variant: Variant) -> int:
    """Return where the run tables of `variant` begin (RULES 1.4, 2.3)."""
    return run_table(variant.ace_run, variant.ace_points)


def face_points(variant: Variant, face: int) -> int:
    """Return the points of a card left unmatched (RULES 1.3, 1.4)."""
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
    """Return the least deadwood of `cards`, none held twice, when runs are all they may form."""
    return (
        RUN_LEFT[runs + (cards & LANE)]
        + RUN_LEFT[runs + (cards >> RANK_COUNT & LANE)]
        + RUN_LEFT[runs + (cards >> 2 * RANK_COUNT & LANE)]
        + RUN_LEFT[runs + (cards >> 3 * RANK_COUNT & LANE)]
    )


def least_deadwood(hand: Hand, runs: int, same_suit: int) -> int:
    """Return the least deadwood of at most eleven cards (RULES 2.6).

    >>> from ginrummy.cards import hand_of, parse_faces
    >>> least_deadwood(hand_of(parse_faces("7S8S9S 7H8H9H 7D8D9D AC")), 0, 0)
    1
    """
    if hand.twins:
        return twin_deadwood(hand, runs, same_suit)
    cards = hand.cards
    ranks = set_ranks(cards)
    best = runs_left(cards, runs)
    if ranks == 0:
        return best
    choices = set_choices(cards, ranks)
    for number in range(1, choices.total):
        best = min(best, runs_left(after_sets(cards, choices, number), runs))
    return best


def deadwood(variant: Variant, hand: Hand) -> int:
    """Return the least deadwood of at most eleven cards by the rules of `variant` (RULES 2.6).

    >>> from ginrummy.cards import hand_of, parse_faces
    >>> from ginrummy.variants import load_variant
    >>> deadwood(load_variant("standard").row, hand_of(parse_faces("7S8S9S 7H8H9H 7D8D9D AC")))
    1
    """
    return least_deadwood(hand, runs_of(variant), variant.set_same_suit_duplicates)


def twin_deadwood(hand: Hand, runs: int, same_suit: int) -> int:
    """Return the least deadwood of a hand that holds identical cards (RULES 2.4)."""
    choices = twin_set_choices(hand, same_suit)
    best = NO_LIMIT
    for number in range(choices.total):
        best = min(best, twin_runs_left(after_twin_sets(hand, choices, number), runs))
    return best


def after_twin_sets(hand: Hand, choices: SetChoices, number: int) -> Hand:
    """Return `hand` less the cards in the sets of choice `number`."""
    first, second = first_option(choices, number), second_option(choices, number)
    third = third_option(choices, number)
    cards = (
        SUITS_MASK[first & ALL_SUITS] << choices.first
        | SUITS_MASK[second & ALL_SUITS] << choices.second
        | SUITS_MASK[third & ALL_SUITS] << choices.third
    )
    twins = (
        SUITS_MASK[first >> SUIT_COUNT] << choices.first
        | SUITS_MASK[second >> SUIT_COUNT] << choices.second
        | SUITS_MASK[third >> SUIT_COUNT] << choices.third
    )
    return without(hand, Hand(cards, twins))


def twin_runs_left(hand: Hand, runs: int) -> int:
    """Return the least deadwood of a hand with twins when runs are all it may form."""
    if hand.twins == 0:
        return runs_left(hand.cards, runs)
    total = 0
    for suit in range(SUIT_COUNT):
        lane, twin = lane_of(hand.cards, suit), lane_of(hand.twins, suit)
        total += twin_lane_left(lane, twin, runs) if twin else RUN_LEFT[runs + lane]
    return total


def twin_lane_left(lane: int, twin: int, runs: int) -> int:
    """Return the least deadwood of one suit, the cards dealt out to two layers of disjoint runs.

    No eleven cards hold runs that overlap in a closed ring, so two layers always suffice.
    """
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
    """Return the least deadwood of `hand` once it has put away `face`, which it holds."""
    return least_deadwood(without(hand, Hand(1 << face, 0)), runs, same_suit)


def least_deadwood_within(variant: Variant, hand: Hand, most: int) -> int:
    """Return the least deadwood of the arrangements of `hand` with at most `most` unmatched cards.

    `most` is `NONE` where the variant sets no such bound; `NO_LIMIT` when no arrangement keeps to it
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

    The empty hand when there are none.
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
    """Return the number after `chosen` that has at most `most` bits set, as `chosen` has; at least one."""
    return chosen + 1 if bit_count(chosen) < most else chosen + (chosen & -chosen)


def chosen_cards(variant: Variant, hand: Hand, chosen: int, most_points: int) -> tuple[Hand, int]:
    """Return the cards at the places `chosen` of `hand` and their points, cut off at `most_points`."""
    left, points = no_cards(), 0
    while chosen and points < most_points:
        face = nth_face(hand, lowest(chosen))
        left = joined(left, Hand(1 << face, 0))
        points += face_points(variant, face)
        chosen &= chosen - 1
    return left, points
