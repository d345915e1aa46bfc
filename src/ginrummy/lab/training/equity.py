"""Generator of `players/points_won.json`, the source of the match equity.

`python -m ginrummy.lab.training.equity` plays `steady` against itself. For each preset it writes the number
of hands won with 0, 1, 2 ... points. The seed is fixed: the file is reproducible.
"""

from __future__ import annotations

import json
from pathlib import Path

import ginrummy.players
from ginrummy.players import match_equity
from ginrummy.text.atomic_files import write_atomically
from ginrummy.variants import load_variant, preset_names


def write_points_won(path: Path, *, hands: int = match_equity.HANDS) -> None:
    """Write the counts of all presets to `path`, one preset per line."""
    lines = [
        f'"{name}": {json.dumps(match_equity.points_won(load_variant(name).row, hands=hands))}'
        for name in preset_names()
    ]
    write_atomically(path, "{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    write_points_won(Path(ginrummy.players.__file__).with_name(match_equity.KEPT))
