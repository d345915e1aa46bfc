"""Forward pass of the network in NumPy, or in CuPy on a graphics card, for training.

Players use the compiled loops (`players.network_loops`), which compute the same values.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.players.network import NetworkOutput
from ginrummy.players.network_evaluator import PLAYING, group_by_network
from ginrummy.rules.cards import RANK_COUNT, SUIT_COUNT

Array: TypeAlias = Any  # NumPy's, or CuPy's on a graphics card
Networks = tuple[dict[str, NDArray[np.float32]], ...]

LAYERS: Final = ("first", "second", "third")
PLAIN_ACTIONS: Final = 4


@cache
def load_networks() -> Networks:
    """Return the playing networks that ship with this package."""
    with files("ginrummy.players").joinpath(PLAYING).open("rb") as file:
        return networks_in(file)


def networks_in(file: Any) -> Networks:
    """Return the networks in a file written by the training, with arrays named `0/...`, `1/...`."""
    with np.load(file) as kept:
        return group_by_network((path, kept[path].astype(np.float32)) for path in kept.files)


def network_output(
    weights: Mapping[str, Array], planes: Array, numbers: Array, *, arrays: Any = None
) -> NetworkOutput[Array]:
    """Return the network's output for `planes`, (..., 4, 208), and `numbers`, (..., 43).

    `arrays` is the array module: NumPy by default, CuPy in training on a graphics card.
    """
    return suits_output(weights, layers_of(weights, planes, numbers, arrays=arrays)[-1], arrays=arrays)


def layers_of(
    weights: Mapping[str, Array], planes: Array, numbers: Array, *, arrays: Any = None
) -> list[Array]:
    """Return the input of each layer per suit, first `planes`, and the output of the last: (..., 4, n)."""
    arrays, found = arrays or np, [planes]
    beside = numbers @ weights["first.numbers.weight"] + weights["first.own.bias"]
    for layer in LAYERS:
        suits = found[-1]
        common = suits.sum(-2) @ weights[f"{layer}.all.weight"]
        common = common + (beside if layer == "first" else weights[f"{layer}.own.bias"])
        own = _times(suits, weights[f"{layer}.own.weight"])
        found.append(arrays.maximum(own + arrays.expand_dims(common, -2), 0))
    return found


def suits_output(weights: Mapping[str, Array], suits: Array, *, arrays: Any = None) -> NetworkOutput[Array]:
    """Return the network's output for `suits`, (..., 4, n), the values of its last hidden layer."""
    arrays, before = arrays or np, suits.shape[:-2]
    cards = (_times(suits, weights["cards.weight"]) + weights["cards.bias"]).reshape(
        *before, SUIT_COUNT, 3, RANK_COUNT
    )
    plain = suits.sum(-2) @ weights["plain.weight"] + weights["plain.bias"]
    cards = cards.swapaxes(-3, -2).reshape(*before, 3 * FACE_COUNT)
    closings, hidden = arrays.split(cards, [2 * FACE_COUNT], axis=-1)
    others, value = arrays.split(plain, [PLAIN_ACTIONS], axis=-1)
    return NetworkOutput(arrays.concatenate([closings, others], axis=-1), value.reshape(before), hidden)


def _times(values: Array, weights: Array) -> Array:
    """Return `values` @ `weights` as one product of two matrices."""
    flat = values.reshape(-1, values.shape[-1]) @ weights
    shaped: Array = flat.reshape(*values.shape[:-1], weights.shape[-1])
    return shaped
