"""Files of positions, gathered on cores or on a cluster. Existing files are reused."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import islice, product
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from zlib import crc32

import numpy as np

from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.vectorized_rules import Rows
from ginrummy.lab.arena.ray_cluster import run_on_cluster
from ginrummy.lab.arena.workers import run_in_threads
from ginrummy.lab.training.compiled_evaluator import make_evaluators
from ginrummy.lab.training.forward_pass import Networks, load_networks
from ginrummy.lab.training.opponents import NETWORK_ALONE, POOL, pool_action, rival_action
from ginrummy.lab.training.positions import POSITION_ROW, NetworksInUse, gather, new_position_buffers
from ginrummy.lab.training.seer import seer_value, seer_weights
from ginrummy.players.match_equity import match_equity
from ginrummy.players.network_evaluator import evaluator_by
from ginrummy.players.network_loops import weights_for_loops
from ginrummy.players.rollouts import other_rollout_action
from ginrummy.players.truncated_rollout import horizon_value, other_seat_action
from ginrummy.text.atomic_files import replace_atomically, write_atomically
from ginrummy.variants import load_variant

SHARES: Final = {
    "eaai": 16, "eleven_card": 18, "high_low_ace": 7, "round_the_corner": 6, "straight": 6,
    "round_the_corner_hoyle": 5, "standard": 4, "modern": 4, "classic": 10, "oklahoma": 3, "oklahoma_full": 4,
    "spades_double": 3, "hollywood": 12, "hollywood_full": 2, "hollywood_oklahoma": 2, "oklahoma_extra": 2,
    "russian": 1, "russian_tournament": 1, "two_pack": 7, "two_pack_gin_only": 7,
}  # fmt: skip
GAMES: Final = tuple(SHARES)
OFTEN: Final = 10
"""Factor on the number of positions for games with extra weight."""
A_FILE: Final = 50_000
MARK: Final = "gathered.json"
"""File with the settings of the gathering, so that a run with other settings is refused."""
LEAST_A_GAME: Final = 120
A_FILE_AHEAD: Final = len(GAMES)
"""Parts per core that are started ahead: a game with extra positions may be half of its file."""
DEALS_APART: Final = 100_000
DEALS_A_FILE: Final = 32


class Gathering(NamedTuple):
    """Settings of the gathering: about `a_file` positions per file, from deals by `seed`.

    The games named `often` get `OFTEN` times as many. The `pupils` play, or by default the package's
    networks. The other seat plays in the styles of the pool or, with `against_itself`, as the package's
    networks do.
    """

    seed: int
    a_file: int = A_FILE
    often: tuple[str, ...] = ()
    against_itself: bool = False
    pupils: Networks = ()


class Part(NamedTuple):
    """The positions of one game in one file, by their numbers."""

    file: int
    game: int


Gather: TypeAlias = Callable[[Gathering, Part], Rows]
Engine: TypeAlias = Callable[[Gather, Gathering, Iterable[Part]], Generator[Rows]]


def local_engine(workers: int | None = None) -> Engine:
    """Return an engine that gathers on `workers` cores of this machine, by default on all."""
    return partial(run_in_threads, workers=workers or core_count(), ahead=A_FILE_AHEAD)


def cluster_engine(address: str, workers: int | None = None) -> Engine:
    """Return an engine on the Ray cluster at `address`, or on a local one of `workers` processes."""
    return partial(run_on_cluster, address=address, workers=workers, ahead=A_FILE_AHEAD)


def gather_positions(
    folder: Path, gathering: Gathering, engine: Engine, *, count: int, aside: int
) -> tuple[Rows, Rows]:
    """Return `count` training positions and `aside` validation positions from files in `folder`.

    `engine` gathers the missing ones. The result does not depend on the engine. Raises `ValueError` when the
    folder was gathered with other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    gathering = gathering._replace(a_file=min(gathering.a_file, count + aside))
    found: list[Rows] = []
    while (left := count + aside - sum(map(len, found))) > 0:
        files = range(len(found), len(found) + ceil(left / gathering.a_file))
        found += load_position_files(folder, gathering, engine, files)
    together = np.concatenate(found)
    return together[aside : aside + count], together[:aside]


def load_position_files(folder: Path, gathering: Gathering, engine: Engine, files: range) -> list[Rows]:
    """Return the positions of `files` in `folder`. Missing ones are gathered and saved."""
    paths = {file: folder / f"positions-{file:04}.npy" for file in files}
    missing = [file for file in files if not paths[file].exists()]
    if missing:
        how, mark = settings_line(gathering), folder / MARK
        if mark.exists() and (before := mark.read_text("utf-8")) != how:
            raise ValueError(f"the positions in {folder} were gathered otherwise: {before}, not {how}")
        for file, rows in zip(missing, gather_files(gathering, engine, missing), strict=True):
            if not mark.exists():
                write_atomically(mark, how)
            write_rows(paths[file], rows)
            print(f"{paths[file].name} gathered", flush=True)
    return [np.load(path) for path in paths.values()]


def settings_line(gathering: Gathering) -> str:
    """Return the settings that positions depend on, except their number, as a line of text."""
    pupils = gathering.pupils or load_networks()
    weights = b"".join(pupil[name].tobytes() for pupil in pupils for name in sorted(pupil))
    how = {"seed": gathering.seed, "often": gathering.often, "against_itself": gathering.against_itself}
    return json.dumps(how | {"pupils": crc32(weights)})


def gather_files(gathering: Gathering, engine: Engine, files: Iterable[int]) -> Iterator[Rows]:
    """Yield the positions of each of `files`, each from deals of its own."""
    parts = (Part(file, game) for file, game in product(files, range(len(GAMES))))
    with closing(engine(gather_part, gathering, parts)) as found:
        while of_games := list(islice(found, len(GAMES))):
            yield np.concatenate(of_games)


def gather_part(gathering: Gathering, part: Part) -> Rows:
    """Return the positions of one game in one file.

    Each file uses one of the pupils, in rotation: a single network is twice as fast.
    """
    pupils, row = gathering.pupils or load_networks(), load_variant(GAMES[part.game]).row
    styles = np.array(NETWORK_ALONE if gathering.against_itself else POOL, np.int64)
    shares = [share * (OFTEN if name in gathering.often else 1) for name, share in SHARES.items()]
    share = shares[part.game] / sum(shares)
    rows = np.zeros(max(LEAST_A_GAME, int(gathering.a_file * share)), POSITION_ROW)
    first = (part.file * DEALS_A_FILE + part.game) * DEALS_APART
    pupil = evaluator_by(weights_for_loops(pupils[part.file % len(pupils)]))
    asked = NetworksInUse(pupil, (evaluator_by(seer_weights()),), make_evaluators(load_networks()))
    loop = compile_function(
        gather,
        {other_rollout_action: pool_action, other_seat_action: rival_action, horizon_value: seer_value},
    )
    filled, _next = loop(
        variant_record(row), part.game, match_equity(row), gathering.seed, first, styles, asked,
        new_position_buffers(row), rows,
    )  # fmt: skip
    return rows[:filled]


def write_rows(path: Path, rows: Rows) -> None:
    """Write `rows` to `path` atomically."""
    with replace_atomically(path, durable=False) as file:
        np.save(file, rows)
