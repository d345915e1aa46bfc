"""The showdown: lay-offs on the knocker's spread and the defender's own melds (RULES 6.3 to 6.9).

The defender's automatic play is the joint optimum: every extension of the knocker's melds is tried together
with the best melds of the cards kept.
"""

from __future__ import annotations

from typing import NamedTuple

from ginrummy.rules.cards import (
    LANE,
    NO_FACE,
    NO_RANK,
    RANK_COUNT,
    SUIT_COUNT,
    Hand,
    bit_count,
    contains_cards,
    face_at,
    in_suit,
    join_hands,
    lowest_bit,
    no_cards,
    rank_of,
    single,
    size_of,
    suit_of,
    without,
)
from ginrummy.rules.melds import (
    deadwood,
    is_meld,
    least_deadwood,
    points_of,
    rank_above,
    rank_below,
    run_table_of,
)
from ginrummy.rules.scoring import BIG_GIN, GIN, KNOCK, HandScore, score_closing, score_void, score_wall
from ginrummy.rules.spreads import Spread, best_spread, no_melds, spread_without_bound
from ginrummy.rules.turns import CLOSED, CLOSED_BIG_GIN, CLOSED_KNOCK, COMPARED, State
from ginrummy.rules.variant import NONE, Variant

SIZE_WEIGHT = 16
NO_EXTENSION = -1


class Defence(NamedTuple):
    """The defender's lay-offs on each meld of the spread, and its own layout of the other cards."""

    laid: tuple[Hand, Hand, Hand]
    own: Spread


class Extension(NamedTuple):
    """One way to extend a meld: the cards added; `above` of them at the top, `below` at the bottom."""

    added: Hand
    below: int
    above: int


def may_lay_off(variant: Variant, closing: int) -> bool:
    """Return whether the defender may lay off on a hand closed this way (RULES 6.3, 6.7, 6.8)."""
    if closing == CLOSED_KNOCK:
        return variant.layoff_on_knock == 1
    return variant.layoff_on_gin == 1


def laid_off_cards(defence: Defence) -> Hand:
    """Return all cards laid off."""
    return join_hands(join_hands(defence.laid[0], defence.laid[1]), defence.laid[2])


def is_legal_defence(variant: Variant, hand: Hand, spread: Spread, defence: Defence, closing: int) -> bool:
    """Return whether `defence` is a legal layout of `hand` against `spread` (RULES 6.3 to 6.6)."""
    rest = hand
    for place in range(3):
        laid = defence.laid[place]
        if laid.cards:
            if not may_lay_off(variant, closing) or not contains_cards(rest, laid):
                return False
            if spread.melds[place].cards == 0 or not extends_meld(variant, spread.melds[place], laid):
                return False
            rest = without(rest, laid)
    for place in range(3):
        meld = defence.own.melds[place]
        if meld.cards:
            if not is_meld(variant, meld) or not contains_cards(rest, meld):
                return False
            rest = without(rest, meld)
    return rest.cards == defence.own.unmatched.cards and rest.twins == defence.own.unmatched.twins


def extends_meld(variant: Variant, meld: Hand, laid: Hand) -> bool:
    """Return whether `meld` with `laid` added is still one meld (RULES 6.4, 6.5)."""
    if meld.cards & laid.cards & (meld.twins | laid.twins):
        return False
    return is_meld(variant, join_hands(meld, laid))


def best_defence(variant: Variant, hand: Hand, spread: Spread, closing: int) -> Defence:
    """Return the lay-offs and own melds that leave the defender least deadwood (RULES 6.6).

    Among equals, the fewest cards are laid off.
    """
    laid = best_lay_offs(variant, hand, spread) if may_lay_off(variant, closing) else no_melds()
    rest = without(without(without(hand, laid[0]), laid[1]), laid[2])
    return Defence(laid, spread_without_bound(variant, rest, no_cards()))


def best_lay_offs(variant: Variant, hand: Hand, spread: Spread) -> tuple[Hand, Hand, Hand]:
    """Return the lay-offs on each meld with which the cards kept leave least deadwood."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    best = no_melds()
    best_cost = SIZE_WEIGHT * least_deadwood(hand, runs, same_suit)
    held = size_of(hand)
    first = no_extension()
    while best_cost > 0 and first.below != NO_EXTENSION:
        after_first = without(hand, first.added)
        second = no_extension()
        while second.below != NO_EXTENSION:
            after_second = without(after_first, second.added)
            third = no_extension()
            while third.below != NO_EXTENSION:
                rest = without(after_second, third.added)
                cost = SIZE_WEIGHT * least_deadwood(rest, runs, same_suit) + held - size_of(rest)
                if cost < best_cost:
                    best, best_cost = (first.added, second.added, third.added), cost
                third = next_extension(variant, after_second, spread.melds[2], third)
            second = next_extension(variant, after_first, spread.melds[1], second)
        first = next_extension(variant, hand, spread.melds[0], first)
    return best


def no_extension() -> Extension:
    """Return the empty extension, the first of every meld."""
    return Extension(no_cards(), 0, 0)


def next_extension(variant: Variant, hand: Hand, meld: Hand, last: Extension) -> Extension:
    """Return the extension of `meld` from `hand` that follows `last`.

    After the last one, its `below` is `NO_EXTENSION`.
    """
    if meld.cards == 0:
        return Extension(no_cards(), NO_EXTENSION, 0)
    suit = suit_of(lowest_bit(meld.cards))
    if meld.twins or meld.cards >> RANK_COUNT * suit > LANE:
        return next_set_extension(variant, hand, meld, last)
    above = last.above + 1
    added = run_extension(variant, hand, meld, last.below, above)
    if added.cards:
        return Extension(added, last.below, above)
    below = last.below + 1
    added = run_extension(variant, hand, meld, below, 0)
    return Extension(added, below if added.cards else NO_EXTENSION, 0)


def next_set_extension(variant: Variant, hand: Hand, meld: Hand, last: Extension) -> Extension:
    """Return the next card of `hand` that fits a set; `above` counts the suits already tried."""
    rank = rank_of(lowest_bit(meld.cards))
    for suit in range(last.above, SUIT_COUNT):
        card = single(face_at(suit, rank))
        if card.cards & hand.cards and extends_meld(variant, meld, card):
            return Extension(card, 0, suit + 1)
    return Extension(no_cards(), NO_EXTENSION, 0)


def run_extension(variant: Variant, hand: Hand, meld: Hand, below: int, above: int) -> Hand:
    """Return the cards of `hand` that extend a run by these numbers at its ends, or the empty hand."""
    suit = suit_of(lowest_bit(meld.cards))
    lane = meld.cards >> RANK_COUNT * suit
    added = 0
    for step in range(below + above):
        longer = lane | added
        if variant.run_max != NONE and bit_count(longer) >= variant.run_max:
            return no_cards()
        rank = rank_below(variant.ace_run, longer) if step < below else rank_above(variant.ace_run, longer)
        if rank == NO_RANK or hand.cards >> face_at(suit, rank) & 1 == 0:
            return no_cards()
        added |= 1 << rank
    return Hand(in_suit(added, suit), 0)


def closing_kind(closing: int) -> int:
    """Return the ending declared by a closing, as in `scoring`."""
    if closing == CLOSED_KNOCK:
        return KNOCK
    return BIG_GIN if closing == CLOSED_BIG_GIN else GIN


def score_showdown(variant: Variant, state: State, spread: Spread, defence: Defence) -> HandScore:
    """Return the score of a closed hand with both layouts (RULES 7)."""
    return score_closing(
        variant,
        closing_kind(state.closing),
        state.turn,
        points_of(variant, spread.unmatched),
        points_of(variant, defence.own.unmatched),
        size_of(defence.own.unmatched),
        state.upcard,
    )


def out_of_play_cards(state: State) -> Hand:
    """Return the cards that are out of play once a hand is closed: the pile and the closing discard."""
    if state.closed == NO_FACE:
        return state.pile.cards
    return join_hands(state.pile.cards, single(state.closed))


def automatic_spread(variant: Variant, state: State) -> Spread:
    """Return the automatic spread of a closed hand (RULES 6.2)."""
    return best_spread(variant, state.hands[state.turn], out_of_play_cards(state))


def automatic_defence(variant: Variant, state: State, spread: Spread) -> Defence:
    """Return the automatic lay-offs and own melds against the `spread` of a closed hand (RULES 6.6)."""
    return best_defence(variant, state.hands[1 - state.turn], spread, state.closing)


def score_unclosed(variant: Variant, state: State) -> HandScore:
    """Return the score of a hand that ended without a closing: void, or compared (RULES 4.8, 8)."""
    if state.phase != COMPARED:
        return score_void()
    first, second = deadwood(variant, state.hands[0]), deadwood(variant, state.hands[1])
    return score_wall(variant, first, second, state.upcard)


def automatic_score(variant: Variant, state: State) -> HandScore:
    """Return the score of a hand that is closed or over, with automatic spread and defence (RULES 6, 7)."""
    if state.phase != CLOSED:
        return score_unclosed(variant, state)
    spread = automatic_spread(variant, state)
    return score_showdown(variant, state, spread, automatic_defence(variant, state, spread))
