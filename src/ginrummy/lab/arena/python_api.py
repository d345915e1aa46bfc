"""Python interface of the arena: two players, or many, and the table of results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ginrummy.lab.arena.confidence_intervals import CONFIDENCE, CONFIDENCES
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import MOST_LEGS, MOST_WORKERS, MOVE_TIME, MOVE_TIMES, RunPlan, Unit
from ginrummy.lab.arena.standings import PairingResult, ResultTable, result_table
from ginrummy.locale import _
from ginrummy.locale.argument_checks import (
    as_flag,
    as_number,
    as_path,
    as_text,
    as_tuple,
    as_whole_number,
)
from ginrummy.locale.errors import GinRummyError
from ginrummy.variants import NamedVariant, load_variant

HANDS: Final = 1000


def duel(
    first: str,
    second: str,
    *,
    variant: NamedVariant | str | Path = "standard",
    hands: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    workers: int | None = None,
    move_time: float = MOVE_TIME,
    folder: str | Path | None = None,
    records: bool = False,
    reduce: bool = False,
    confidence: float = CONFIDENCE,
) -> PairingResult:
    """Return the result of `first` against `second`, as `tournament` does for two players."""
    table = tournament(
        [first, second], variant=variant, hands=hands, games=games, seed=seed, workers=workers,
        move_time=move_time, folder=folder, records=records, reduce=reduce, confidence=confidence,
    )  # fmt: skip
    return table.pairings[0]


def tournament(
    players: Sequence[str],
    *,
    variant: NamedVariant | str | Path = "standard",
    hands: int | None = None,
    games: int | None = None,
    seed: int | str = 0,
    workers: int | None = None,
    move_time: float = MOVE_TIME,
    folder: str | Path | None = None,
    records: bool = False,
    reduce: bool = False,
    confidence: float = CONFIDENCE,
) -> ResultTable:
    """Return the table of a round-robin, with `hands` (1,000) for each two players, or `games` instead.

    `players` are names, programs or classes as `ginrummy arena` takes them (docs/arena.md). The results are
    the same as its own. `reduce` removes the luck of the draw. With a `folder` the run is saved there,
    `records` included, and resumed. `workers` is the number of cores, by default all. A script that uses
    several must call this under `if __name__ == "__main__":`. The same `seed`, a number or a text, gives the
    same results. Intervals have the given `confidence`, a share such as 0.95. Raises `GinRummyError` for an
    invalid tournament.
    """
    unit, number = read_length(hands, games, "tournament")
    confidence = as_number(confidence, "tournament", least=CONFIDENCES[0], most=CONFIDENCES[1])
    move_time = as_number(move_time, "tournament", least=MOVE_TIMES[0], most=MOVE_TIMES[1])
    seed = seed if isinstance(seed, str) else as_whole_number(seed, "tournament")
    workers = None if workers is None else as_whole_number(workers, "tournament", least=1, most=MOST_WORKERS)
    reduce, records = as_flag(reduce, "reduce"), as_flag(records, "records")
    kept = _folder_for(folder, records=records)
    plan = RunPlan(
        read_players(players, "tournament"),
        variant if isinstance(variant, NamedVariant) else load_variant(variant),
        unit,
        str(seed),
        (number + 1) // 2,
        move_time,
        records,
        reduce=reduce,
    )
    run = Run(plan)
    play_run(run, workers=workers, folder=kept)
    return result_table(plan, run.tallies, confidence)


def read_length(hands: int | None, games: int | None, where: str) -> tuple[Unit, int]:
    """Return the unit and the number that are asked for, 1,000 hands by default."""
    if hands is not None and games is not None:
        raise GinRummyError(_("either hands or games, not both"), where=where)
    unit, asked = (Unit.HANDS, HANDS if hands is None else hands) if games is None else (Unit.GAMES, games)
    return unit, as_whole_number(asked, where, least=1, most=MOST_LEGS)


def read_players(players: Sequence[str], where: str) -> tuple[str, ...]:
    """Return the names of `players`."""
    return tuple(as_text(each, where) for each in as_tuple(players, where))


def _folder_for(folder: str | Path | None, *, records: bool) -> Path | None:
    """Return `folder` as a path. Raises `GinRummyError` when `records` have no folder."""
    if folder is not None:
        return as_path(folder, "folder")
    if records:
        raise GinRummyError(_("this is of use with {option} only").format(option="folder"), where="records")
    return None
