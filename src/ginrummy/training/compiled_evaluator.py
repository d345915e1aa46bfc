"""The network asked in compiled code: its opinion of a position, and the action that it thinks best there."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.players.candidate_actions import fill_candidates
from ginrummy.players.network import MARGIN, Networks
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.network_loops import SUITS, Room, Weights, fill_opinion, weights_for_loops
from ginrummy.players.network_without_numpy import room_for
from ginrummy.rules.card_encoding import FACE_COUNT
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.turns import Choices, State
from ginrummy.variants import Variant


class Evaluator(NamedTuple):
    """The network with room to reckon in: arrays. What it said last is left in `gains` and `hidden`."""

    weights: Weights
    room: Room
    planes: Any
    numbers: Any
    gains: Any
    hidden: Any


def evaluator_by(weights: Weights) -> Evaluator:
    """Return an evaluator by `weights`, with room of its own: no two threads may share one."""
    return Evaluator(
        weights,
        room_for(weights),
        np.zeros((SUITS, SUIT_SIZE), np.float32),
        np.zeros(NUMBERS, np.float32),
        np.zeros(ACTION_COUNT, np.float32),
        np.zeros(FACE_COUNT, np.float32),
    )


def evaluators_by(networks: Networks) -> tuple[Evaluator, ...]:
    """Return `networks` as compiled loops ask them, with room of their own."""
    return tuple(evaluator_by(weights_for_loops(weights)) for weights in networks)


def evaluate(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluator: Evaluator
) -> float:
    """Return the value of the position to the seat to move, as `network.Opinion` has it, and fill `gains`."""
    evaluator.planes[:] = 0.0
    evaluator.numbers[:] = 0.0
    fill_input(variant, state, memory, own, other, evaluator.planes, evaluator.numbers)
    return fill_opinion(
        evaluator.weights,
        evaluator.planes,
        evaluator.numbers,
        evaluator.room,
        evaluator.gains,
        evaluator.hidden,
    )


def mean_gains(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluators: tuple[Evaluator, ...]
) -> Any:
    """Return what all of `evaluators` together think each action gains: an array, the first one's `gains`."""
    first, count = evaluators[0], len(evaluators)
    evaluate(variant, state, memory, own, other, first)
    for place in range(1, count):
        evaluator = evaluators[place]
        fill_opinion(
            evaluator.weights,
            first.planes,
            first.numbers,
            evaluator.room,
            evaluator.gains,
            evaluator.hidden,
        )
        for action in range(ACTION_COUNT):
            first.gains[action] += evaluator.gains[action]
    for action in range(ACTION_COUNT):
        first.gains[action] /= count
    return first.gains


def best_action(gains: Any, found: Any, count: int) -> int:
    """Return the best of the first `count` actions of `found` by `gains`; the first, if hardly any better."""
    best = most_gained(gains, found, count)
    is_better = gains[found[best]] > gains[found[0]] + MARGIN
    return int(found[best] if is_better else found[0])


def most_gained(gains: Any, found: Any, count: int) -> int:
    """Return the place of that action among the first `count` of `found` that gains most."""
    best = 0
    for place in range(1, count):
        if gains[found[place]] > gains[found[best]]:
            best = place
    return best


def pupil_action(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int,
    pupils: tuple[Evaluator, ...], usual: int, found: Any,
) -> int:  # fmt: skip
    """Return what the pupil does, where `steady` does what is `usual`; another may be put in its place."""
    count = fill_candidates(variant, state, options, usual, found)
    if count == 1:
        return usual
    return best_action(mean_gains(variant, state, memory, own, other, pupils), found, count)
