"""Moves as numbers, for arrays of decisions, and their effect on a state.

0 to 51 discard that face, 52 to 103 close the hand with face 0 to 51, then `DRAW`, `TAKE`, `PASS` and
`BIG_GIN`. Spread and lay-offs are automatic. Plain functions over integers that compile as they are.
"""

from __future__ import annotations

from typing import Final

from ginrummy.rules.cards import FACE_COUNT, NO_FACE, bit_count, lowest_bit
from ginrummy.rules.turns import (
    Choices,
    Memory,
    State,
    close_hand,
    declare_big_gin,
    discard_card,
    draw_stock,
    held_back,
    leave_top,
    remember_closing,
    remember_discard,
    remember_refusal,
    remember_take,
    take_top,
)
from ginrummy.rules.variant import Variant

CLOSE: Final = FACE_COUNT
DRAW: Final = 2 * FACE_COUNT
TAKE: Final = DRAW + 1
PASS: Final = DRAW + 2
BIG_GIN: Final = DRAW + 3
ACTION_COUNT: Final = DRAW + 4


def action_count(options: Choices) -> int:
    """Return how many actions are legal."""
    plain = int(options.draw) + int(options.take) + int(options.leave) + int(options.big_gin)
    return bit_count(options.discards) + bit_count(options.closings) + plain


def nth_action(options: Choices, index: int) -> int:
    """Return the legal action at `index`, in ascending order."""
    if index < bit_count(options.discards):
        return nth_bit(options.discards, index)
    index -= bit_count(options.discards)
    if index < bit_count(options.closings):
        return CLOSE + nth_bit(options.closings, index)
    index -= bit_count(options.closings)
    if options.draw and index == 0:
        return DRAW
    index -= int(options.draw)
    if options.take and index == 0:
        return TAKE
    index -= int(options.take)
    return PASS if options.leave and index == 0 else BIG_GIN


def nth_bit(mask: int, index: int) -> int:
    """Return the position of the set bit of `mask` that has `index` set bits below it."""
    while index > 0:
        mask &= mask - 1
        index -= 1
    return lowest_bit(mask)


def is_allowed(options: Choices, action: int) -> bool:
    """Return whether `action`, any integer, is one of `options`."""
    if 0 <= action < CLOSE:
        return options.discards >> action & 1 == 1
    if CLOSE <= action < DRAW:
        return options.closings >> action - CLOSE & 1 == 1
    if action == DRAW:
        return options.draw
    if action == TAKE:
        return options.take
    if action == PASS:
        return options.leave
    return action == BIG_GIN and options.big_gin


def after_action(variant: Variant, state: State, action: int, next_card: int) -> State:
    """Return the state after a legal action; `next_card` is the face that a stock draw would yield."""
    if action < CLOSE:
        return discard_card(variant, state, action)
    if action == DRAW:
        return draw_stock(state, next_card)
    if action == TAKE:
        return take_top(state)
    if action == PASS:
        return leave_top(variant, state)
    if action == BIG_GIN:
        return declare_big_gin(state)
    return close_hand(variant, state, action - CLOSE)


def update_memory(variant: Variant, memory: Memory, state: State, action: int) -> Memory:
    """Return the other seat's memory after the seat to move at `state` did `action`."""
    if action == TAKE:
        return remember_take(memory, state.pile.top)
    if action in (DRAW, PASS):
        return remember_refusal(memory, state.pile.top)
    if action == BIG_GIN:
        return memory
    stayed = held_back(variant, state.taken)
    if action < CLOSE:
        return remember_discard(memory, action, stayed)
    is_seen = variant.closing_discard_face_down == 0
    return remember_closing(memory, action - CLOSE if is_seen else NO_FACE, stayed)


def update_memories(
    variant: Variant, memories: tuple[Memory, Memory], state: State, action: int
) -> tuple[Memory, Memory]:
    """Return both seats' memories after the seat to move at `state` did `action`."""
    if state.turn == 0:
        return memories[0], update_memory(variant, memories[1], state, action)
    return update_memory(variant, memories[0], state, action), memories[1]
