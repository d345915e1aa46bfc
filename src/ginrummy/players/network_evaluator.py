"""Compiled network: reads the weights, evaluates a position and picks the action with the highest gain."""

from __future__ import annotations

import struct
from ast import literal_eval
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, Final, NamedTuple, TypeVar
from zipfile import ZipFile

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.arrays import arrays
from ginrummy.players.network_input import fill_input
from ginrummy.players.network_loops import NetworkBuffers, Weights, fill_opinion, weights_for_loops
from ginrummy.rules.cards import FACE_COUNT, SUIT_COUNT
from ginrummy.rules.turns import Memory, State
from ginrummy.variants import Variant

Part = TypeVar("Part")

PLAYING: Final = "network_weights.npz"
MARGIN: Final = 0.03
"""An action must be better than `steady`'s by this much to replace it, in the network's unit."""
_SINGLE: Final = "f4"
_SUFFIX: Final = ".npy"
_HEAD: Final = 10
"""Length of the fixed header of an .npy file (version 1): magic, version, and size of the description."""


class Evaluator(NamedTuple):
    """The network and its buffers: arrays. `gains` and `hidden` hold the last output."""

    weights: Weights
    room: NetworkBuffers
    planes: Any
    numbers: Any
    gains: Any
    hidden: Any


@cache
def load_weights(name: str) -> tuple[Weights, ...]:
    """Return the weights of each network in the shipped file `name`."""
    with files("ginrummy.players").joinpath(name).open("rb") as file, ZipFile(file) as kept:
        parts = ((path.removesuffix(_SUFFIX), read_npy(kept.read(path))) for path in kept.namelist())
        return tuple(map(weights_for_loops, group_by_network(parts)))


def read_npy(content: bytes) -> Any:
    """Return the array in an .npy file, of one or two dimensions, as 32-bit numbers."""
    (length,) = struct.unpack_from("<H", content, _HEAD - 2)
    told = literal_eval(content[_HEAD : _HEAD + length].decode("latin-1"))
    shape, kind = told["shape"], {"<f2": "e", "<f4": "f"}[told["descr"]]
    found = struct.unpack_from(f"<{prod(shape)}{kind}", content, _HEAD + length)
    if told["fortran_order"]:  # column by column
        found = tuple(value for row in range(shape[0]) for value in found[row :: shape[0]])
    return arrays.table(_SINGLE, shape, found)


def group_by_network(parts: Iterable[tuple[str, Part]]) -> tuple[dict[str, Part], ...]:
    """Return the weights of each network by their names. `parts` are those of all, by `number/name`.

    >>> group_by_network([("0/cards.bias", 1.0), ("1/cards.bias", 2.0)])
    ({'cards.bias': 1.0}, {'cards.bias': 2.0})
    """
    found: dict[str, dict[str, Part]] = {}
    for path, part in parts:
        number, name = path.split("/")
        found.setdefault(number, {})[name] = part
    return tuple(found.values())


def evaluator_by(weights: Weights) -> Evaluator:
    """Return an evaluator for `weights` with buffers of its own: threads must not share one."""
    return Evaluator(
        weights,
        _room_for(weights),
        arrays.zeros(_SINGLE, SUIT_COUNT, len(weights.first.own)),
        arrays.zeros(_SINGLE, len(weights.numbers)),
        arrays.zeros(_SINGLE, ACTION_COUNT),
        arrays.zeros(_SINGLE, FACE_COUNT),
    )


def _room_for(weights: Weights) -> NetworkBuffers:
    """Return buffers as wide as the layers."""
    layers = (weights.first, weights.second, weights.third)
    rows = [arrays.zeros(_SINGLE, SUIT_COUNT, len(layer.bias)) for layer in layers]
    rest = (weights.first.bias, weights.cards_bias, weights.plain_bias)
    widest = max(len(weights.numbers), len(weights.first.own), *(len(layer.bias) for layer in layers))
    inputs, counts = arrays.zeros("i8", SUIT_COUNT, widest), arrays.zeros("i8", SUIT_COUNT)
    return NetworkBuffers(inputs, counts, *rows, *(arrays.zeros(_SINGLE, len(bias)) for bias in rest))


def evaluate(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluator: Evaluator
) -> float:
    """Return the position's value for the seat to move, as in `network.NetworkOutput`, and fill `gains`."""
    fill_position_input(variant, state, memory, own, other, evaluator)
    return evaluate_last_position(evaluator)


def fill_position_input(
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
    best = best_gain_index(gains, found, count)
    is_better = gains[found[best]] > gains[found[0]] + MARGIN
    return int(found[best] if is_better else found[0])


def best_gain_index(gains: Any, found: Any, count: int) -> int:
    """Return the index of the action with the highest gain among the first `count` of `found`."""
    best = 0
    for place in range(1, count):
        if gains[found[place]] > gains[found[best]]:
            best = place
    return best
