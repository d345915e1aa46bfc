"""Compiled network: evaluates a position and picks the action with the highest gain."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.installed_extras import has_numpy
from ginrummy.players.network import KEPT, MARGIN, load_networks
from ginrummy.players.network_input import fill_input
from ginrummy.players.network_loops import NetworkBuffers, Weights, fill_opinion, weights_for_loops
from ginrummy.players.network_without_numpy import load_weights, room_for
from ginrummy.rules.cards import FACE_COUNT, SUIT_COUNT
from ginrummy.rules.turns import Memory, State
from ginrummy.variants import Variant

_SINGLE: Final = "f4"


class Evaluator(NamedTuple):
    """The network and its buffers: arrays. `gains` and `hidden` hold the last output."""

    weights: Weights
    room: NetworkBuffers
    planes: Any
    numbers: Any
    gains: Any
    hidden: Any


@cache
def playing_weights() -> tuple[Weights, ...]:
    """Return the weights of the playing networks, as compiled loops read them."""
    if has_numpy():
        return tuple(map(weights_for_loops, load_networks()))
    return load_weights(KEPT)


def evaluator_by(weights: Weights) -> Evaluator:
    """Return an evaluator for `weights` with buffers of its own: threads must not share one."""
    return Evaluator(
        weights,
        room_for(weights),
        arrays.zeros(_SINGLE, SUIT_COUNT, len(weights.first.own)),
        arrays.zeros(_SINGLE, len(weights.numbers)),
        arrays.zeros(_SINGLE, ACTION_COUNT),
        arrays.zeros(_SINGLE, FACE_COUNT),
    )


def evaluate(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluator: Evaluator
) -> float:
    """Return the position's value for the seat to move, as in `network.NetworkOutput`, and fill `gains`."""
    read_position(variant, state, memory, own, other, evaluator)
    return evaluate_last_position(evaluator)


def read_position(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluator: Evaluator
) -> None:
    """Fill the input of `evaluator` with what the seat to move knows."""
    evaluator.planes[:] = 0.0
    evaluator.numbers[:] = 0.0
    fill_input(variant, state, memory, own, other, evaluator.planes, evaluator.numbers)


def evaluate_last_position(evaluator: Evaluator) -> float:
    """Return the value of the position last read by `evaluator`, and fill its `gains`."""
    return fill_opinion(
        evaluator.weights,
        evaluator.planes,
        evaluator.numbers,
        evaluator.room,
        evaluator.gains,
        evaluator.hidden,
    )


def best_action(gains: Any, found: Any, count: int) -> int:
    """Return the best action of `found[:count]` by `gains`, or the first if hardly any is better."""
    best = most_gained(gains, found, count)
    is_better = gains[found[best]] > gains[found[0]] + MARGIN
    return int(found[best] if is_better else found[0])


def most_gained(gains: Any, found: Any, count: int) -> int:
    """Return the index of the action with the highest gain among the first `count` of `found`."""
    best = 0
    for place in range(1, count):
        if gains[found[place]] > gains[found[best]]:
            best = place
    return best
