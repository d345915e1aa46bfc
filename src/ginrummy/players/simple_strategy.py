"""Strategy of `simple`, in the language of the law: functions over integers that compile as they are."""

from __future__ import annotations

from typing import Any

from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE
from ginrummy.rules.cards import NO_FACE, RANK_COUNT, lowest_bit, rank_of, single
from ginrummy.rules.melds import deadwood_after, face_points, least_deadwood, run_table_of
from ginrummy.rules.turns import LAST_DISCARD, Choices, Memory, State, closing_deadwood, take_top
from ginrummy.variants import Variant


def simple_action(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the action of `simple`, as a number of `kernel.actions`; it uses no memory and no chance."""
    if options.draw or options.leave:
        if options.take and wants_top(variant, state):
            return TAKE
        return DRAW if options.draw else PASS
    if wants_big_gin(variant, options):
        return BIG_GIN
    closing = choose_closing(variant, state, options)
    if closing != NO_FACE:
        return CLOSE + closing
    return choose_discard(variant, state, options)


def wants_top(variant: Variant, state: State) -> bool:
    """Return whether to take the top of the pile: it completes a meld and lowers the deadwood.

    The last discard (RULES 8.4) can be taken only to close, so it is always taken.
    """
    if state.phase == LAST_DISCARD:
        return True
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    least = least_deadwood(state.hands[state.turn], runs, same_suit)
    taken = take_top(state)
    hand = taken.hands[state.turn]
    if least_deadwood(hand, runs, same_suit) >= least + face_points(variant, state.pile.top):
        return False
    allowed = hand.cards & ~fresh_card_bit(taken)
    shed = best_discard(variant, taken, allowed)
    return deadwood_after(hand, shed, runs, same_suit) < least


def choose_discard(variant: Variant, state: State, options: Choices) -> int:
    """Return the discard that leaves least deadwood, of these the highest card, never the card just taken."""
    return best_discard(variant, state, options.discards & ~fresh_card_bit(state))


def choose_closing(variant: Variant, state: State, options: Choices) -> int:
    """Return the closing that leaves least deadwood, of these the highest card, or `NO_FACE`."""
    return highest(variant, least_closings(variant, state, options))


def least_closings(variant: Variant, state: State, options: Choices) -> int:
    """Return the faces to close with that leave least deadwood; empty when closing is illegal."""
    found, least, rest = 0, 0, options.closings
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        left = closing_deadwood(variant, state, face)
        if found == 0 or left < least:
            found, least = 0, left
        if left == least:
            found |= 1 << face
    return found


def wants_big_gin(variant: Variant, options: Choices) -> bool:
    """Return whether to declare big gin: when legal, unless a house rule pays it less than gin."""
    return options.big_gin and (variant.big_gin_bonus >= variant.gin_bonus or options.closings == 0)


def best_discard(variant: Variant, state: State, allowed: int) -> int:
    """Return the card of `allowed` that leaves least deadwood, of these the highest, of these the first."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    hand = state.hands[state.turn]
    found, least, rest = 0, 0, allowed
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        left = deadwood_after(hand, face, runs, same_suit)
        if found == 0 or left < least:
            found, least = 0, left
        if left == least:
            found |= 1 << face
    return highest(variant, found)


def highest(variant: Variant, faces: int) -> int:
    """Return the highest of `faces`, of these the first, `NO_FACE` for none."""
    best, rest = NO_FACE, faces
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        if best == NO_FACE or shed_order(variant, face) > shed_order(variant, best):
            best = face
    return best


def shed_order(variant: Variant, face: int) -> int:
    """Return the order in which to get rid of cards: by points, then by rank."""
    return face_points(variant, face) * RANK_COUNT + rank_of(face)


def fresh_card_bit(state: State) -> int:
    """Return the card just taken from the pile as a bit; empty when its twin is held too (RULES 4.6)."""
    if state.taken == NO_FACE:
        return 0
    return single(state.taken).cards & ~state.hands[state.turn].twins
