"""Data sets: matches of any players as Parquet tables of decisions and hands (docs/dataset.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ginrummy.lab.arena.python_api import read_length, read_players
from ginrummy.lab.arena.run_plan import MOST_WORKERS, MOVE_TIME, MOVE_TIMES, RunPlan
from ginrummy.lab.dataset.rows import DECISION_TYPES, HAND_TYPES
from ginrummy.lab.dataset.writer import SAMPLE, DatasetPlan, write_tables
from ginrummy.locale.argument_checks import as_number, as_path, as_whole_number
from ginrummy.variants import load_variant

__all__ = ["DECISION_TYPES", "HAND_TYPES", "SAMPLE", "write_dataset"]


def write_dataset(
    players: Sequence[str],
    folder: str | Path,
    *,
    variant: str | Path = "standard",
    hands: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    worlds: int = 0,
    workers: int | None = None,
    move_time: float = MOVE_TIME,
) -> None:
    """Write the data set of matches between each two of `players` to `folder`, or resume it there.

    The arguments are those of `ginrummy.lab.arena.tournament`, but each deal is played once. `worlds` above 0
    has the coach judge each choice in as many hands of the other seat. Raises `GinRummyError` for invalid
    arguments, without DuckDB, and for a folder with other settings or other files.
    """
    unit, deals = read_length(hands, games, "write_dataset")
    move_time = as_number(move_time, "write_dataset", least=MOVE_TIMES[0], most=MOVE_TIMES[1])
    seed = seed if isinstance(seed, str) else as_whole_number(seed, "write_dataset")
    cores = None if workers is None else as_whole_number(workers, "write_dataset", least=1, most=MOST_WORKERS)
    names = read_players(players, "write_dataset")
    run = RunPlan(names, load_variant(variant), unit, str(seed), deals, move_time)
    plan = DatasetPlan(run, as_whole_number(worlds, "write_dataset", least=0))
    write_tables(plan, as_path(folder, "folder"), workers=cores)
