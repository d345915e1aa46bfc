"""Short helpers to play plans."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import RunPlan
from ginrummy.lab.arena.standings import ResultTable, result_table
from ginrummy.variants import load_variant

BOTS = "tests.arena.bots"
ERRATIC, WILD = f"{BOTS}:Erratic", f"{BOTS}:Wild"


def plan_of(*players: str, variant: str = "standard", **given: Any) -> RunPlan:
    """Return a plan of ten pairs, or of the given number."""
    return RunPlan(players, load_variant(variant), **{"pairs": 10, "seed": "7", **given})


def played(plan: RunPlan, *, workers: int = 1, **given: Any) -> Run:
    """Return the finished run of `plan`."""
    run = Run(plan, given.pop("hypotheses", None))
    play_run(run, workers=workers, **given)
    return run


def table(run: Run) -> ResultTable:
    """Return the table of a run."""
    return result_table(run.plan, run.tallies, 0.95)


def journal_of(folder: Path) -> bytes:
    """Return the content of the journal in `folder`."""
    return (folder / "journal.jsonl").read_bytes()
