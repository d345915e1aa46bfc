"""Sets, runs and the least deadwood of a hand (RULES 2).

The search enumerates the sets and looks up the runs: eleven cards hold sets of at most three ranks, and
within a suit the best runs are known (`lookup_tables`). `runs` is `run_table(...)` of the variant,
`same_suit` is whether a set may hold identical cards.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.cards import (
    ALL_SUITS,
    FACE_COUNT,
    KING,
    LANE,
    NO_RANK,
    RANK_COUNT,
    SUIT_COUNT,
    Hand,
    bit_count,
    join_hands,
    lane_of,
    lowest_bit,
    no_cards,
    nth_face,
    rank_mask,
    size_of,
    suit_of,
    without,
)
from ginrummy.rules.lookup_tables import (
    ACE_HIGH,
    FACE_POINTS,
    RUN_COVER,
    RUN_LEFT,
    SET_OPTION,
    SET_START,
    SUITS_MASK,
    TWIN_CODES,
    is_ace_dearest,
    run_table_start,
)
from ginrummy.rules.variant import (
    ACE_CORNER,
    ACE_HIGH_LOW,
    ACE_LOW,
    LARGEST_SET,
    NONE,
    SHORTEST_RUN,
    SHORTEST_SET,
    Variant,
)


def is_consecutive(ace_run: int, lane: int) -> bool:
    """Return whether the ranks of `lane` are consecutive, with the ace in its legal places (RULES 2.3)."""
    if lane & lane + (lane & -lane) == 0:
        return True
    if ace_run == ACE_LOW or lane & 1 == 0:
        return False
    if ace_run == ACE_HIGH_LOW:
        high = lane >> 1 | 1 << KING
        return high & high + (high & -high) == 0
    gap = LANE & ~lane
    return gap & gap + (gap & -gap) == 0


def run_bottom(lane: int) -> int:
    """Return the lowest rank of a run; a run over the corner starts above its gap."""
    if lane & lane + (lane & -lane) == 0:
        return lowest_bit(lane)
    gap = LANE & ~lane
    return lowest_bit(gap) + bit_count(gap)


def rank_below(ace_run: int, lane: int) -> int:
    """Return the rank that fits below a run, or `NO_RANK` (RULES 6.4)."""
    if lane == LANE:
        return NO_RANK
    bottom = run_bottom(lane)
    if bottom > 0:
        return bottom - 1
    return KING if ace_run == ACE_CORNER else NO_RANK


def rank_above(ace_run: int, lane: int) -> int:
    """Return the rank that fits above a run, or `NO_RANK` (RULES 6.4)."""
    if lane == LANE:
        return NO_RANK
    above = (run_bottom(lane) + bit_count(lane)) % RANK_COUNT
    if above == 0:
        return NO_RANK if ace_run == ACE_LOW else 0
    if above == 1 and ace_run != ACE_CORNER:
        return NO_RANK
    return above


def lowest_run(cover: int, ace_run: int) -> int:
    """Return the run of `cover`, the cards of a lane in runs, that holds its lowest card.

    `ace_run` is `ACE_HIGH` if the ace was counted above the king only.
    """
    bottom = cover & ~(cover + (cover & -cover))
    if ace_run == ACE_LOW or cover & 1 == 0 or cover >> KING == 0:
        return bottom
    top, bit = 0, 1 << KING
    while bit & cover & ~top:
        top |= bit
        bit >>= 1
    return top | 1 if ace_run == ACE_HIGH else top | bottom


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


def suits_of_rank(cards: int, rank: int) -> int:
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
    return suits_of_rank(hand.cards, rank) | suits_of_rank(hand.twins, rank) << 4


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
    first = lowest_bit(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    second = lowest_bit(ranks) if ranks else NO_RANK
    ranks &= ranks - 1
    third = lowest_bit(ranks) if ranks else NO_RANK
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


def choice_faces(place: int, rank: int) -> int:
    """Return the faces of `rank` that the choice at `place` uses, of cards none of which is held twice."""
    return SUITS_MASK[SET_OPTION[place]] << rank


def choice_cards(place: int, rank: int) -> Hand:
    """Return the cards of `rank` that the choice at `place` uses."""
    code = SET_OPTION[place]
    return Hand(SUITS_MASK[code & ALL_SUITS] << rank, SUITS_MASK[code >> SUIT_COUNT] << rank)


NO_LIMIT = 1000


def run_table_of(variant: Variant) -> int:
    """Return the start of the run tables of `variant` (RULES 1.4, 2.3)."""
    return run_table_start(variant.ace_run, variant.ace_points)


def face_points(variant: Variant, face: int) -> int:
    """Return the points of an unmatched card (RULES 1.3, 1.4)."""
    return FACE_POINTS[FACE_COUNT * is_ace_dearest(variant.ace_points) + face]


def points_of(variant: Variant, hand: Hand) -> int:
    """Return the points of all cards of `hand`."""
    total = 0
    rest = hand.cards
    while rest:
        face = lowest_bit(rest)
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
    suit = suit_of(lowest_bit(meld.cards))
    lane = meld.cards >> RANK_COUNT * suit
    return lane <= LANE and is_consecutive(variant.ace_run, lane)


def is_meld(variant: Variant, meld: Hand) -> bool:
    """Return whether `meld` is a set or a run."""
    return is_set(variant, meld) or is_run(variant, meld)


def runs_deadwood(cards: int, runs: int) -> int:
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
        return runs_deadwood(hand.cards, runs)
    return least_with_sets(hand.cards, ranks, runs)


def least_with_sets(cards: int, ranks: int, runs: int) -> int:
    """Return the least deadwood of `cards`, none held twice, that may form sets of one to three `ranks`.

    All choices of sets of the first two ranks are enumerated. The best set of the last rank then follows from
    a look-up.
    """
    last = lowest_bit(ranks)
    ranks &= ranks - 1
    if ranks == 0:
        return least_with_set(cards, last, runs)
    first, others = lowest_bit(ranks), ranks & ranks - 1
    second = lowest_bit(others) if others else 0
    first_code = suits_of_rank(cards, first)
    second_code = suits_of_rank(cards, second) if others else 0
    best = NO_LIMIT
    for one in range(SET_START[first_code], SET_START[first_code + 1]):
        beside = cards ^ choice_faces(one, first)
        for two in range(SET_START[second_code], SET_START[second_code + 1]):
            best = min(best, least_with_set(beside ^ choice_faces(two, second), last, runs))
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
    if suits_of_rank(cards, rank) == ALL_SUITS:
        saved -= min(least, 0)
    return total - max(saved, 0)


def deadwood(variant: Variant, hand: Hand) -> int:
    """Return the least deadwood of at most eleven cards by the rules of `variant` (RULES 2.6).

    >>> from ginrummy.game.cards import hand_of, parse_faces
    >>> from ginrummy.variants import load_variant
    >>> deadwood(load_variant("standard").row, hand_of(parse_faces("7S8S9S 7H8H9H 7D8D9D AC")))
    1
    """
    return least_deadwood(hand, run_table_of(variant), variant.set_same_suit_duplicates)


def twin_deadwood(hand: Hand, runs: int, same_suit: int) -> int:
    """Return the least deadwood of a hand that holds identical cards (RULES 2.4)."""
    choices = set_choices(hand, same_suit)
    best = NO_LIMIT
    for three in range(choices.third_start, choices.third_end):
        beside = without(hand, choice_cards(three, choices.third))
        for two in range(choices.second_start, choices.second_end):
            free = without(beside, choice_cards(two, choices.second))
            for one in range(choices.first_start, choices.first_end):
                best = min(best, twin_runs_deadwood(without(free, choice_cards(one, choices.first)), runs))
    return best


def twin_runs_deadwood(hand: Hand, runs: int) -> int:
    """Return the least deadwood of a hand with twins that may form runs alone."""
    total = 0
    for suit in range(SUIT_COUNT):
        total += twin_suit_deadwood(lane_of(hand.cards, suit), lane_of(hand.twins, suit), runs)
    return total


def twin_suit_deadwood(lane: int, twin: int, runs: int) -> int:
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


def deadwood_with_max_unmatched(variant: Variant, hand: Hand, most: int) -> int:
    """Return the least deadwood of the arrangements of `hand` with at most `most` unmatched cards.

    `most` is `NONE` if the variant sets no such bound. Returns `NO_LIMIT` if no arrangement satisfies it
    (RULES 5.5).
    """
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    least = least_deadwood(hand, runs, same_suit)
    if most == NONE or least == 0:
        return least
    left = cheapest_unmatched(variant, hand, most)
    return points_of(variant, left) if left.cards else NO_LIMIT


def cheapest_unmatched(variant: Variant, hand: Hand, most: int) -> Hand:
    """Return the cheapest one to `most` cards of `hand` without which the others are all melded.

    Returns the empty hand if there are none.
    """
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    best, best_points = no_cards(), NO_LIMIT
    chosen, end = 1, 1 << size_of(hand)
    while most > 0 and chosen < end:
        left, points = subset_cards_and_points(variant, hand, chosen, best_points)
        chosen = next_subset(chosen, most)
        if points < best_points and least_deadwood(without(hand, left), runs, same_suit) == 0:
            best, best_points = left, points
    return best


def next_subset(chosen: int, most: int) -> int:
    """Return the next number after `chosen` with one to `most` bits set, as `chosen` has."""
    return chosen + 1 if bit_count(chosen) < most else chosen + (chosen & -chosen)


def subset_cards_and_points(variant: Variant, hand: Hand, chosen: int, most_points: int) -> tuple[Hand, int]:
    """Return the cards at the places `chosen` of `hand` and their points, capped at `most_points`."""
    left, points = no_cards(), 0
    while chosen and points < most_points:
        face = nth_face(hand, lowest_bit(chosen))
        left = join_hands(left, Hand(1 << face, 0))
        points += face_points(variant, face)
        chosen &= chosen - 1
    return left, points
