"""Files of positions, gathered on all cores and kept: those that are there are not made again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from ginrummy.kernel.compile import compiled
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.row_layouts import Rows
from ginrummy.players.match_equity import match_equity
from ginrummy.training.positions import POSITION_ROW, gather
from ginrummy.variants import load_variant

GAMES: Final = (
    "eaai", "eaai", "eaai", "eaai", "standard", "classic", "modern", "straight", "oklahoma",
    "oklahoma_full", "spades_double", "eleven_card",
)  # fmt: skip
A_GAME: Final = 5000
LEAST_A_GAME: Final = 200
ROLLOUTS: Final = 2
DEALS_APART: Final = 100_000
DEALS_A_FILE: Final = 16


def gather_positions(
    folder: Path, *, count: int, aside: int, seed: int, workers: int | None = None
) -> tuple[Rows, Rows]:
    """Return `count` positions to learn from and `aside` others to check with, from files in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Rows] = []
    a_game = min(A_GAME, max(LEAST_A_GAME, (count + aside) // len(GAMES)))
    while sum(map(len, found)) < count + aside:
        path = folder / f"positions-{len(found):04}.npy"
        if not path.exists():
            keep(path, gathered(len(found), seed=seed, a_game=a_game, workers=workers))
            print(f"{path.name} gathered", flush=True)
        found.append(np.load(path))
    together = np.concatenate(found)
    return together[aside : aside + count], together[:aside]


def gathered(number: int, *, seed: int, a_game: int, workers: int | None = None) -> Rows:
    """Return the positions of file `number`: about `a_game` of each game, all of deals of their own."""

    def of_game(place: int) -> Rows:
        row = load_variant(GAMES[place]).row
        rows, first = np.zeros(a_game, POSITION_ROW), (number * DEALS_A_FILE + place) * DEALS_APART
        equity = match_equity(row)
        game = GAMES.index(GAMES[place])
        filled, _next = compiled(gather)(variant_record(row), game, equity, seed, first, ROLLOUTS, rows)
        return rows[:filled]

    with ThreadPoolExecutor(workers or core_count()) as pool:
        return np.concatenate(list(pool.map(of_game, range(len(GAMES)))))


def keep(path: Path, rows: Rows) -> None:
    """Write `rows` to `path`, all of them or nothing."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        np.save(file, rows)
    beside.replace(path)
