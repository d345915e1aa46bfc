"""Files of positions, gathered on all cores and kept: those that are there are not made again."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from ginrummy.kernel.compile import compiled
from ginrummy.kernel.numpy_rows import Rows
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.players.match_equity import match_equity
from ginrummy.players.network import kept_networks
from ginrummy.players.network_evaluator import evaluator_by
from ginrummy.players.network_loops import weights_for_loops
from ginrummy.players.search_strategy import other_seat
from ginrummy.players.truncated_rollout import facing_seat, horizon_value
from ginrummy.training.compiled_evaluator import evaluators_by
from ginrummy.training.opponents import NETWORK_ALONE, POOL, pool_seat, rival_seat
from ginrummy.training.positions import POSITION_ROW, Asked, bench_for, gather
from ginrummy.training.seer import seer_weights, value_seen
from ginrummy.variants import load_variant

SHARES: Final = {
    "eaai": 16, "eleven_card": 18, "high_low_ace": 7, "round_the_corner": 6, "straight": 6,
    "round_the_corner_hoyle": 5, "standard": 4, "modern": 4, "classic": 10, "oklahoma": 3, "oklahoma_full": 4,
    "spades_double": 3, "hollywood": 12, "hollywood_full": 2, "hollywood_oklahoma": 2, "oklahoma_extra": 2,
    "russian": 1, "russian_tournament": 1, "two_pack": 7, "two_pack_gin_only": 7,
}  # fmt: skip
GAMES: Final = tuple(SHARES)
OFTEN: Final = 10
"""How many times as many positions there are of a game that is to be learnt most of all."""
A_FILE: Final = 50_000
LEAST_A_GAME: Final = 120
DEALS_APART: Final = 100_000
DEALS_A_FILE: Final = 32


def gather_positions(
    folder: Path,
    *,
    count: int,
    aside: int,
    seed: int,
    workers: int | None = None,
    often: Collection[str] = (),
    against_itself: bool = False,
) -> tuple[Rows, Rows]:
    """Return `count` positions to learn from and `aside` others to check with, from files in `folder`.

    Of the games named `often` there are `OFTEN` times as many. The other seat plays in the styles of the
    pool or, `against_itself`, as the package's networks do.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Rows] = []
    a_file = min(A_FILE, count + aside)
    while sum(map(len, found)) < count + aside:
        path = folder / f"positions-{len(found):04}.npy"
        if not path.exists():
            rows = gathered(
                len(found),
                seed=seed,
                a_file=a_file,
                workers=workers,
                often=often,
                against_itself=against_itself,
            )
            keep(path, rows)
            print(f"{path.name} gathered", flush=True)
        found.append(np.load(path))
    together = np.concatenate(found)
    return together[aside : aside + count], together[:aside]


def gathered(
    number: int,
    *,
    seed: int,
    a_file: int,
    workers: int | None = None,
    often: Collection[str] = (),
    against_itself: bool = False,
) -> Rows:
    """Return the positions of file number `number`, about `a_file`, all of deals of their own.

    One of the package's networks gathers them, another those of the next file: alone each is twice as fast.
    """
    networks, styles = kept_networks(), np.array(NETWORK_ALONE if against_itself else POOL, np.int64)
    shares = [share * (OFTEN if name in often else 1) for name, share in SHARES.items()]
    weights = weights_for_loops(networks[number % len(networks)])

    def of_game(game: int) -> Rows:
        row, share = load_variant(GAMES[game]).row, shares[game] / sum(shares)
        rows = np.zeros(max(LEAST_A_GAME, int(a_file * share)), POSITION_ROW)
        first = (number * DEALS_A_FILE + game) * DEALS_APART
        loop = compiled(gather, {other_seat: pool_seat, facing_seat: rival_seat, horizon_value: value_seen})
        asked = Asked(evaluator_by(weights), (evaluator_by(seer_weights()),), evaluators_by(networks))
        record, equity, bench = variant_record(row), match_equity(row), bench_for(row)
        filled, _next = loop(record, game, equity, seed, first, styles, asked, bench, rows)
        return rows[:filled]

    with ThreadPoolExecutor(workers or core_count()) as pool:
        return np.concatenate(list(pool.map(of_game, range(len(GAMES)))))


def keep(path: Path, rows: Rows) -> None:
    """Write `rows` to `path`, all of them or nothing."""
    beside = path.with_suffix(".new")
    with beside.open("wb") as file:
        np.save(file, rows)
    beside.replace(path)
