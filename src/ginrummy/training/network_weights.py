"""The network as it is trained: its first weights, and how they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.players.network import LAYERS, PLAIN_ACTIONS
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE
from ginrummy.rules.card_encoding import RANK_COUNT

Network = dict[str, NDArray[np.float32]]

WIDTH: Final = 160


def first_network(seed: int, *, width: int = WIDTH) -> Network:
    """Return random weights to begin with, each within one over the root of what its part reads."""
    random = np.random.default_rng(seed)
    network: Network = {}
    for name, size, given in parts(width):
        bound = size**-0.5
        network[f"{name}.weight"] = random.uniform(-bound, bound, (size, given)).astype(np.float32)
        if not name.endswith((".all", ".numbers")):
            network[f"{name}.bias"] = random.uniform(-bound, bound, given).astype(np.float32)
    return network


def parts(width: int) -> Iterator[tuple[str, int, int]]:
    """Yield each part's name, how many values it reads and how many it gives."""
    size = SUIT_SIZE
    for layer in LAYERS:
        yield f"{layer}.own", size, width
        yield f"{layer}.all", size, width
        size = width
    yield "first.numbers", NUMBERS, width
    yield "cards", width, 3 * RANK_COUNT
    yield "plain", width, PLAIN_ACTIONS + 1


def write_networks(networks: Sequence[Network], path: Path) -> None:
    """Write `networks`, whose mean is to be said, for `players.network`, in half precision."""
    arrays: dict[str, Any] = {
        f"{number}/{name}": values.astype(np.float16)
        for number, network in enumerate(networks)
        for name, values in network.items()
    }
    np.savez_compressed(path, **arrays)
