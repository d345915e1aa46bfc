"""Several networks as one, which says the mean of what they say: each errs in its own way, the mean less.

    python -m ginrummy.training.ensemble OUT.npz WEIGHTS.npz WEIGHTS.npz ...

Their units stand side by side, and none reads those of another network: the same form, only wider.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.players.network import weights_in
from ginrummy.training.model import Network, write_weights

READING: Final = ("first.own.weight", "first.all.weight", "first.numbers.weight")
SAYING: Final = ("cards", "plain")


def ensemble(networks: Sequence[Network]) -> Network:
    """Return the network that says the mean of what `networks` say."""
    return {name: _joined(name, [network[name] for network in networks]) for name in networks[0]}


def _joined(name: str, parts: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the part `name` of all networks as one part."""
    if name.startswith(SAYING):
        shares = [part / np.float32(len(parts)) for part in parts]
        return np.concatenate(shares) if name.endswith("weight") else np.sum(shares, axis=0)
    if name in READING or name.endswith("bias"):
        return np.concatenate(parts, axis=-1)
    return side_by_side(parts)


def side_by_side(parts: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return a table with `parts` along its diagonal, and nothing elsewhere."""
    found = np.zeros(np.sum([part.shape for part in parts], axis=0), np.float32)
    row, column = 0, 0
    for part in parts:
        found[row : row + part.shape[0], column : column + part.shape[1]] = part
        row, column = row + part.shape[0], column + part.shape[1]
    return found


def main() -> None:
    """Read the networks and write the one."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("out", type=Path)
    options.add_argument("weights", type=Path, nargs="+")
    chosen = options.parse_args()
    networks = []
    for path in chosen.weights:
        with path.open("rb") as file:
            networks.append(weights_in(file))
    write_weights(ensemble(networks), chosen.out)


if __name__ == "__main__":
    main()
