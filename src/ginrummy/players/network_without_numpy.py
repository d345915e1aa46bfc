"""Evaluation of the network without NumPy: reads the weight files and runs the compiled loops."""

from __future__ import annotations

import struct
from ast import literal_eval
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, Final
from zipfile import ZipFile

from ginrummy.game.view import View
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.match_equity import scores_of
from ginrummy.players.network import NetworkOutput, by_network
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.network_loops import NetworkBuffers, Weights, fill_opinion, weights_for_loops
from ginrummy.rules.cards import FACE_COUNT, SUIT_COUNT

_SINGLE: Final = "f4"
_SUFFIX: Final = ".npy"
_HEAD: Final = 10
"""Length of the fixed header of an .npy file (version 1): magic, version, and size of the description."""


def compiled_opinion(view: View, name: str) -> NetworkOutput[list[float]]:
    """Return the output of the networks in the file `name` for the position in `view`."""
    planes, numbers = arrays.zeros(_SINGLE, SUIT_COUNT, SUIT_SIZE), arrays.zeros(_SINGLE, NUMBERS)
    record = variant_record(view.variant)
    compile_function(fill_input)(record, view.state, view.memory, *scores_of(view), planes, numbers)
    found = [_opinion_by(weights, planes, numbers) for weights in load_weights(name)]
    return NetworkOutput(*(_means(parts) for parts in zip(*found, strict=True)))


def _opinion_by(weights: Weights, planes: Any, numbers: Any) -> NetworkOutput[list[float]]:
    gains, hidden = arrays.zeros(_SINGLE, ACTION_COUNT), arrays.zeros(_SINGLE, FACE_COUNT)
    value = compile_function(fill_opinion)(weights, planes, numbers, room_for(weights), gains, hidden)
    return NetworkOutput(gains.tolist(), [value], hidden.tolist())


def _means(lists: Iterable[list[float]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*lists, strict=True)]


def room_for(weights: Weights) -> NetworkBuffers:
    """Return buffers as wide as the layers."""
    layers = (weights.first, weights.second, weights.third)
    rows = [arrays.zeros(_SINGLE, SUIT_COUNT, len(layer.bias)) for layer in layers]
    rest = (weights.first.bias, weights.cards_bias, weights.plain_bias)
    return NetworkBuffers(*rows, *(arrays.zeros(_SINGLE, len(bias)) for bias in rest))


@cache
def load_weights(name: str) -> tuple[Weights, ...]:
    """Return the weights of each network in the shipped file `name`."""
    with files("ginrummy.players").joinpath(name).open("rb") as file, ZipFile(file) as kept:
        parts = ((path.removesuffix(_SUFFIX), array_in(kept.read(path))) for path in kept.namelist())
        return tuple(map(weights_for_loops, by_network(parts)))


def array_in(content: bytes) -> Any:
    """Return the array in an .npy file, of one or two dimensions, as 32-bit numbers."""
    (length,) = struct.unpack_from("<H", content, _HEAD - 2)
    told = literal_eval(content[_HEAD : _HEAD + length].decode("latin-1"))
    shape, kind = told["shape"], {"<f2": "e", "<f4": "f"}[told["descr"]]
    found = struct.unpack_from(f"<{prod(shape)}{kind}", content, _HEAD + length)
    if told["fortran_order"]:  # column by column
        found = tuple(value for row in range(shape[0]) for value in found[row :: shape[0]])
    return arrays.table(_SINGLE, shape, found)
