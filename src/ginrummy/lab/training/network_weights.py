"""Weights of the network in training: initialisation and storage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.lab.training.forward_pass import LAYERS, PLAIN_ACTIONS
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE
from ginrummy.rules.cards import RANK_COUNT
from ginrummy.text.atomic_files import replace_atomically

Network = dict[str, NDArray[np.float32]]

WIDTH: Final = 160


class InputSize(NamedTuple):
    """Input size of a network: planes per suit, and numbers."""

    suit: int = SUIT_SIZE
    numbers: int = NUMBERS


ONE_HAND: Final = InputSize()
"""Input size of a playing network, which sees its own hand alone."""


def random_network(seed: int, *, width: int = WIDTH, reading: InputSize = ONE_HAND) -> Network:
    """Return random initial weights, uniform within 1 / sqrt(number of inputs) of each part."""
    random = np.random.default_rng(seed)
    network: Network = {}
    for name, size, given in layer_sizes(width, reading):
        bound = size**-0.5
        network[f"{name}.weight"] = random.uniform(-bound, bound, (size, given)).astype(np.float32)
        if not name.endswith((".all", ".numbers")):
            network[f"{name}.bias"] = random.uniform(-bound, bound, given).astype(np.float32)
    return network


def layer_sizes(width: int, reading: InputSize) -> Iterator[tuple[str, int, int]]:
    """Yield each part's name and its numbers of inputs and outputs."""
    size = reading.suit
    for layer in LAYERS:
        yield f"{layer}.own", size, width
        yield f"{layer}.all", size, width
        size = width
    yield "first.numbers", reading.numbers, width
    yield "cards", width, 3 * RANK_COUNT
    yield "plain", width, PLAIN_ACTIONS + 1


def write_networks(networks: Sequence[Network], path: Path) -> None:
    """Write the ensemble `networks` for `players.network`, in half precision."""
    arrays: dict[str, Any] = {
        f"{number}/{name}": values.astype(np.float16)
        for number, network in enumerate(networks)
        for name, values in network.items()
    }
    with replace_atomically(path) as file:
        np.savez_compressed(file, **arrays)
