"""Truncated roll-outs (Tesauro and Galperin 1996): they play as the network and end in its value.

Playing on as `steady` to the end of the hand is nine times as fast. But the network plays more like the seat
will, and its value after three decisions has half the standard deviation of the hand's result, with an error
of three points (docs/experiments.md). Plain functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import CLOSE, after_action, update_memory
from ginrummy.kernel.rng import word_at
from ginrummy.players.candidate_actions import fill_candidates
from ginrummy.players.network_evaluator import Evaluator, best_action, evaluate
from ginrummy.players.search_strategy import other_seat, own_seat
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices
from ginrummy.variants import Variant

HORIZON: Final = 3
"""Own decisions between discards and knocks before the network's value is taken, after a discard."""


class RolloutEnd(NamedTuple):
    """State at the end of a roll-out: the hand, the seats' memories, the next action of the seat to move.

    `foreseen` is the network's value in its own unit, NaN where the hand has ended.
    """

    state: State
    first: Memory
    second: Memory
    action: int
    foreseen: float


def roll_to_horizon(
    variant: Variant, state: State, style: int, stock: Sequence[int], first: Memory, second: Memory,
    action: int, own: int, other: int, evaluator: Evaluator, seers: tuple[Evaluator, ...],
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> RolloutEnd:  # fmt: skip
    """Return the state at the horizon, or at the end of the hand, when the seat to move does `action`.

    The seat draws as `steady` does, and discards and knocks as the network does. `own` and `other` are the
    scores. `seers` replaces the network at the horizon. `rivals` is used by an opponent that plays as the
    network. `found` is a buffer for actions. The rest is as for `search_strategy.play_out`.
    """
    decisions, seat, asked = 0, state.turn, 0
    while True:
        if state.turn == 0:
            second = update_memory(variant, second, state, action)
        else:
            first = update_memory(variant, first, state, action)
        card = stock[len(stock) - state.stock] if state.stock > 0 else NO_FACE
        state = after_action(variant, state, action, card)
        if state.phase >= CLOSED:
            return RolloutEnd(state, first, second, action, math.nan)
        decisions += 1
        options, stream = choices(variant, state), word_at(key, decisions)
        memory = first if state.turn == 0 else second
        if state.turn != seat:
            action = facing_seat(variant, style, state, options, memory, other, own, rivals, found, stream)
            continue
        action = own_seat(variant, state, options, memory, stream)
        if options.draw or options.leave:
            continue
        count = fill_candidates(variant, state, options, action, found)
        if count > 1:
            value = evaluate(variant, state, memory, own, other, evaluator)
            action = best_action(evaluator.gains, found, count)
            asked += 1
            if asked >= HORIZON and action < CLOSE:
                foreseen = horizon_value(
                    variant, state, memory, own, other, style, found[0], action, value, evaluator, seers
                )
                return RolloutEnd(state, first, second, action, foreseen)


def horizon_value(
    variant: Variant, state: State, memory: Memory, own: int, other: int, style: int, usual: int, action: int,
    value: float, evaluator: Evaluator, seers: tuple[Evaluator, ...],
) -> float:  # fmt: skip
    """Return the network's value of `action`. Swaps may replace this judge.

    `usual` is worth `value` to the network. The other arguments are for replacements.
    """
    return float(value + evaluator.gains[action] - evaluator.gains[usual])


def facing_seat(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, own: int, other: int,
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> int:  # fmt: skip
    """Return the action of the other seat, which plays in `style`. Swaps may replace this policy.

    `own` and `other` are the scores as that seat sees them. The networks and `found` are for replacements.
    """
    return other_seat(variant, style, state, options, memory, key)
