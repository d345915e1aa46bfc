"""Truncated roll-outs (Tesauro and Galperin 1996): they go on as the network and end in its opinion.

To go on as `steady` to the end of the hand is nine times as fast. But what the network does is nearer to
what the seat will do, and its opinion after three decisions spreads half as far as the end of the hand, at
three points of error (docs/experiments.md). Plain functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import CLOSE, after_action, remembered
from ginrummy.kernel.rng import word_at
from ginrummy.players.candidate_actions import fill_candidates
from ginrummy.players.network_evaluator import Evaluator, best_action, evaluate
from ginrummy.players.search_strategy import other_seat, own_seat
from ginrummy.rules.card_encoding import NO_FACE
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.turns import CLOSED, Choices, State, choices
from ginrummy.variants import Variant

HORIZON: Final = 3
"""After so many own decisions between discards and knocks the network's opinion is asked, of a discard."""


class Reached(NamedTuple):
    """Where a roll-out stands: the hand, what the seats remember, what the seat to move will do.

    `foreseen` is what the network says of it, in its own unit; not a number where the hand has ended.
    """

    state: State
    first: Memory
    second: Memory
    action: int
    foreseen: float


def reached(
    variant: Variant, state: State, style: int, stock: Sequence[int], first: Memory, second: Memory,
    action: int, own: int, other: int, evaluator: Evaluator, seers: tuple[Evaluator, ...],
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> Reached:  # fmt: skip
    """Return where the hand stands at the horizon when the seat to move does `action`, or that it has ended.

    The seat draws as `steady` does, throws and knocks as the network does. `own` and `other` are the scores,
    `seers` what is asked at the horizon in the network's place, `rivals` what the other seat asks that plays
    as the network, `found` is room for actions, all else is as for `search_strategy.play_out`.
    """
    decisions, seat, asked = 0, state.turn, 0
    while True:
        if state.turn == 0:
            second = remembered(variant, second, state, action)
        else:
            first = remembered(variant, first, state, action)
        card = stock[len(stock) - state.stock] if state.stock > 0 else NO_FACE
        state = after_action(variant, state, action, card)
        if state.phase >= CLOSED:
            return Reached(state, first, second, action, math.nan)
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
                return Reached(state, first, second, action, foreseen)


def horizon_value(
    variant: Variant, state: State, memory: Memory, own: int, other: int, style: int, usual: int, action: int,
    value: float, evaluator: Evaluator, seers: tuple[Evaluator, ...],
) -> float:  # fmt: skip
    """Return what `action` is worth to the network that was just asked; another judge may be put here.

    What is `usual` is worth `value` to it; all else is for such a judge.
    """
    return float(value + evaluator.gains[action] - evaluator.gains[usual])


def facing_seat(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, own: int, other: int,
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> int:  # fmt: skip
    """Return what the other seat, playing in `style`, does; another policy may be put in this place.

    `own` and `other` are the scores as that seat sees them; which networks it asks and `found` are for such.
    """
    return other_seat(variant, style, state, options, memory, key)
