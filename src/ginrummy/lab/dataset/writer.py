"""Writer of data sets: a folder with Parquet files of decisions and of hands, a part at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import ginrummy
from ginrummy.kernel.parallel import core_count
from ginrummy.lab.arena.match_play import check_player, play_leg
from ginrummy.lab.arena.run_piece import seated_players
from ginrummy.lab.arena.run_plan import ArenaError, RunPlan, Unit, WorkPiece
from ginrummy.lab.arena.workers import run_in_processes, run_sequentially
from ginrummy.lab.dataset.parquet import parquet_bytes, require_duckdb
from ginrummy.lab.dataset.rows import DECISION_TYPES, HAND_TYPES, DatasetMatch, MatchRows, match_rows
from ginrummy.locale import _, using_language
from ginrummy.rules.types import SEATS
from ginrummy.text.atomic_files import write_atomically

FORMAT: Final = 1
"""Version of the columns. A changed column is a new version."""
SETTINGS_FILE: Final = "dataset.json"
TABLES: Final = {"decisions": DECISION_TYPES, "hands": HAND_TYPES}
MATCHES_A_PART: Final = {Unit.HANDS: 2000, Unit.GAMES: 200}
"""About how many matches a file holds: its rows are in memory while it is written."""
DEALS_A_PIECE: Final = 4
SAMPLE: Final = Path(__file__).with_name("thousand_hands")
"""Folder of the data set that ships: a thousand hands."""

Report = Callable[[int, int], object]


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """Content of a data set: `run.pairs` deals, each played once by each pair of players.

    The seats alternate from deal to deal. `worlds` are the hands of the other seat in which the coach judges
    each choice, 0 for no judgement.
    """

    run: RunPlan
    worlds: int = 0

    @property
    def deals_a_part(self) -> int:
        """The number of deals of each file."""
        return max(1, MATCHES_A_PART[self.run.unit] // len(self.run.pairings))

    @property
    def parts(self) -> list[range]:
        """The deals of each file."""
        deals, size = self.run.pairs, self.deals_a_part
        return [range(start, min(deals, start + size)) for start in range(0, deals, size)]

    def settings(self) -> dict[str, Any]:
        """Return the settings as `dataset.json` has them."""
        run = self.run.identity()
        run = {name: run[name] for name in ("players", "variant", "rules", "unit", "seed", "move_time")}
        size = {"deals": self.run.pairs, "worlds": self.worlds}
        return {"ginrummy": ginrummy.__version__, "format": FORMAT, **run, **size}


def write_tables(
    plan: DatasetPlan, folder: Path, *, workers: int | None = None, report: Report = lambda _done, _all: None
) -> None:
    """Write the data set of `plan` to `folder`. Parts that exist are kept, so that the same call resumes.

    `workers` is the number of cores, by default all; the rows do not depend on it. `report` is called with
    the number of written deals and of all. Raises `ArenaError` for a folder with other settings.
    """
    require_duckdb()
    for player in dict.fromkeys(plan.run.players):
        check_player(player, plan.run.variant.row, move_time=plan.run.move_time)
    claim_folder(folder, plan)
    missing = [
        (number, part)
        for number, part in enumerate(plan.parts)
        if not part_path(folder, "hands", number).exists()
    ]
    pieces = (piece for _number, part in missing for piece in part_pieces(plan, part))
    play, cores = partial(play_piece_rows, worlds=plan.worlds), workers or core_count()
    results: Generator[MatchRows] = (
        run_sequentially(play, plan.run, pieces)
        if cores == 1
        else run_in_processes(play, plan.run, pieces, cores)
    )
    with closing(results):
        for number, part in missing:
            write_part(folder, number, next_part_rows(results, plan, part, report))


def part_pieces(plan: DatasetPlan, part: range) -> Iterator[WorkPiece]:
    """Yield the pieces of work of a part."""
    for first in part[::DEALS_A_PIECE]:
        for pairing in range(len(plan.run.pairings)):
            yield WorkPiece(pairing, first, min(DEALS_A_PIECE, part.stop - first))


def next_part_rows(results: Iterator[MatchRows], plan: DatasetPlan, part: range, report: Report) -> MatchRows:
    """Return the rows of the deals of `part`, the next of `results`."""
    rows = MatchRows([], [])
    for piece in part_pieces(plan, part):
        found = next(results)
        rows.decisions.extend(found.decisions)
        rows.hands.extend(found.hands)
        report(piece.first + piece.pairs, plan.run.pairs)
    return rows


def claim_folder(folder: Path, plan: DatasetPlan) -> None:
    """Write the settings to `folder`. Raise `ArenaError` if it has others, or files of another kind."""
    wanted = json.dumps(plan.settings(), ensure_ascii=False, indent=2) + "\n"
    path = folder / SETTINGS_FILE
    if path.exists():
        if path.read_text(encoding="utf-8") != wanted:
            raise ArenaError(_("this data set has other settings: write to another folder"), where=str(path))
        return
    if folder.exists() and any(folder.iterdir()):
        raise ArenaError(_("this folder is not empty: write to another one"), where=str(folder))
    for name in TABLES:
        (folder / name).mkdir(parents=True)
    write_atomically(path, wanted)


def part_path(folder: Path, table: str, number: int) -> Path:
    """Return the file of part `number` of a table."""
    return folder / table / f"{number:05}.parquet"


def write_part(folder: Path, number: int, rows: MatchRows) -> None:
    """Write both tables of a part, the hands last: their file marks the part as complete."""
    for (name, types), found in zip(TABLES.items(), rows, strict=True):
        write_atomically(part_path(folder, name, number), parquet_bytes(found, types))


def play_piece_rows(plan: RunPlan, piece: WorkPiece, *, worlds: int) -> MatchRows:
    """Return the rows of the deals of `piece`, each played once."""
    rows = MatchRows([], [])
    with using_language("en"):
        for deal in range(piece.first, piece.first + piece.pairs):
            played = play_deal(plan, piece.pairing, deal)
            found = match_rows(played, worlds=worlds, seed=deal)
            rows.decisions.extend(found.decisions)
            rows.hands.extend(found.hands)
    return rows


def play_deal(plan: RunPlan, pairing: int, deal: int) -> DatasetMatch:
    """Return the match of deal `deal` between the players of `pairing`."""
    leg = deal % len(SEATS)
    names = [plan.names[place] for place in plan.pairings[pairing]]
    outcome = play_leg(plan, deal, seated_players(plan, pairing, deal, leg))
    return DatasetMatch(deal * len(plan.pairings) + pairing, (names[leg], names[1 - leg]), outcome)
