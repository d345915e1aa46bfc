"""The opinion of the network where there is no NumPy: its weights as they were written, compiled loops."""

from __future__ import annotations

import struct
from ast import literal_eval
from functools import cache
from importlib.resources import files
from math import prod
from typing import Any, Final
from zipfile import ZipFile

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compiled
from ginrummy.players.match_scores import scores_of
from ginrummy.players.network import KEPT
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.network_loops import SUITS, Room, Weights, fill_opinion, weights_for_loops
from ginrummy.rules.faces import FACE_COUNT
from ginrummy.view import View

_SINGLE: Final = "f4"
_SUFFIX: Final = ".npy"
_HEAD: Final = 10
"""Of a file of NumPy (version 1): its mark, its version, and the length of what describes the array."""


def compiled_gains(view: View) -> Any:
    """Return what the network thinks each action is worth in the position that `view` shows, (108,)."""
    planes, numbers = arrays.zeros(_SINGLE, SUITS, SUIT_SIZE), arrays.zeros(_SINGLE, NUMBERS)
    record = variant_record(view.variant)
    compiled(fill_input)(record, view.state, view.memory, *scores_of(view), planes, numbers)
    weights, gains = _weights(), arrays.zeros(_SINGLE, ACTION_COUNT)
    hidden = arrays.zeros(_SINGLE, FACE_COUNT)
    compiled(fill_opinion)(weights, planes, numbers, _room_for(weights), gains, hidden)
    return gains


def _room_for(weights: Weights) -> Room:
    """Return room to reckon in, as wide as the layers."""
    layers = (weights.first, weights.second, weights.third)
    rows = [arrays.zeros(_SINGLE, SUITS, len(layer.bias)) for layer in layers]
    rest = (weights.first.bias, weights.cards_bias, weights.plain_bias)
    return Room(*rows, *(arrays.zeros(_SINGLE, len(bias)) for bias in rest))


@cache
def _weights() -> Weights:
    """Return the weights that come with this package."""
    with files("ginrummy.players").joinpath(KEPT).open("rb") as file, ZipFile(file) as kept:
        return weights_for_loops(
            {name.removesuffix(_SUFFIX): array_in(kept.read(name)) for name in kept.namelist()}
        )


def array_in(content: bytes) -> Any:
    """Return the array in a file of NumPy's, of one or two dimensions, as numbers of 32 bits."""
    (length,) = struct.unpack_from("<H", content, _HEAD - 2)
    told = literal_eval(content[_HEAD : _HEAD + length].decode("latin-1"))
    shape, kind = told["shape"], {"<f2": "e", "<f4": "f"}[told["descr"]]
    found = struct.unpack_from(f"<{prod(shape)}{kind}", content, _HEAD + length)
    if told["fortran_order"]:  # column by column
        found = tuple(value for row in range(shape[0]) for value in found[row :: shape[0]])
    return arrays.table(_SINGLE, shape, found)
