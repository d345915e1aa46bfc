"""Whole runs: true differences are found, false ones are not, and the way of execution changes nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from ginrummy.lab.arena.results import PlayedPiece
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_piece import play_piece
from ginrummy.lab.arena.run_plan import ArenaError, RunPlan, Unit, WorkPiece
from ginrummy.lab.arena.sequential_test import Hypotheses, SprtState
from ginrummy.lab.arena.workers import run_in_processes
from ginrummy.locale.errors import GinRummyError
from tests.arena.plans import BOTS, ERRATIC, WILD, journal_of, plan_of, played, table

PROJECT = Path(__file__).parents[2]


def test_a_known_edge_is_found() -> None:
    line = table(played(plan_of("simple", "random", pairs=40))).pairings[0]
    assert line.points.low > 30
    assert line.share.low > 0.85
    assert line.hands == 80


@pytest.mark.long
def test_a_smaller_edge_is_found_from_either_side() -> None:
    ahead = table(played(plan_of("simple", WILD, pairs=60))).pairings[0]
    behind = table(played(plan_of(WILD, "simple", pairs=60))).pairings[0]
    assert ahead.points.low > 0 > behind.points.high
    assert ahead.share.low > 0.5 > behind.share.high


@pytest.mark.long
def test_no_edge_is_found_where_there_is_none() -> None:
    runs = [
        table(played(plan_of(ERRATIC, ERRATIC, pairs=4, seed=str(seed)))).pairings[0] for seed in range(20)
    ]
    wrong = sum(not line.points.low <= 0 <= line.points.high for line in runs)
    assert wrong <= 4  # of 20 at 95 %: one is expected, five or more come once in 400 times
    assert sum(not line.share.low <= 0.5 <= line.share.high for line in runs) <= 4
    assert sum(line.points.value > 0 for line in runs) > 4
    assert sum(line.points.value < 0 for line in runs) > 4


def test_a_player_without_chance_has_no_edge_on_itself() -> None:
    line = table(played(plan_of("simple", "simple", pairs=30))).pairings[0]
    assert tuple(line.points) == (0, 0, 0)
    assert line.share.value == 0.5


@pytest.mark.long
def test_the_test_stops_early_and_for_the_right_side() -> None:
    run = played(plan_of("simple", WILD, pairs=500), hypotheses=Hypotheses(Unit.HANDS, 0, 10))
    assert run.watch is not None
    assert run.watch.verdict is SprtState.H1
    assert run.pairs == run.watch.pairs < 500
    null = played(plan_of("simple", "simple", pairs=500), hypotheses=Hypotheses(Unit.HANDS, 0, 10))
    assert null.watch is not None
    assert null.watch.verdict is SprtState.H0


def test_a_test_is_between_two() -> None:
    with pytest.raises(ArenaError, match="between two players"):
        Run(plan_of("simple", "random", "simple"), Hypotheses(Unit.HANDS, 0, 1))


@pytest.mark.long
def test_a_test_resumed_ends_at_the_same_pair(tmp_path: Path) -> None:
    hypotheses = Hypotheses(Unit.HANDS, 0, 10)
    due = played(plan_of("simple", WILD, pairs=500), hypotheses=hypotheses)
    played(plan_of("simple", WILD, pairs=20), folder=tmp_path)
    found = played(plan_of("simple", WILD, pairs=500), folder=tmp_path, hypotheses=hypotheses, workers=2)
    assert (found.pairs, table(found)) == (due.pairs, table(due))
    assert journal_of(tmp_path).count(b"\n") == due.pairs


@pytest.mark.long
def test_the_standings_rank_the_players() -> None:
    found = table(played(plan_of(WILD, "simple", "random", pairs=20)))
    assert [standing.player for standing in found.standings] == ["simple", WILD, "random"]
    assert len(found.pairings) == 3
    assert sum(standing.rating.value for standing in found.standings) == pytest.approx(0, abs=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("unit", list(Unit))
def test_one_worker_and_two_give_the_same(tmp_path: Path, unit: Unit) -> None:
    plan = plan_of(ERRATIC, "simple", WILD, unit=unit, pairs=2)
    one = played(plan, folder=tmp_path / "one")
    two = played(plan, folder=tmp_path / "two", workers=2)
    assert table(one) == table(two)
    assert journal_of(tmp_path / "one") == journal_of(tmp_path / "two")


def test_an_unknown_player_is_an_error_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(GinRummyError, match="nobody_of_that_name"):
        played(plan_of("simple", "nobody_of_that_name"), folder=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.long
def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    plan = plan_of(f"{BOTS}:Slow", "simple", pairs=12)
    run = Run(plan)
    killed: list[int] = []

    def kill(going: Run) -> None:
        if going.pairs == 3 and not killed:
            killed.extend(children(os.getpid()))
            os.kill(killed[-1], signal.SIGKILL)

    play_run(run, workers=2, folder=tmp_path, listener=kill)
    assert killed
    assert table(run) == table(played(plan))


class Breaking(Executor):
    """A pool that fails on more than it can do."""

    def __init__(self, left: int) -> None:
        self.left = left

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.left == 0:
            raise BrokenProcessPool
        self.left -= 1
        found: Future[Any] = Future()
        found.set_result(fn(*args, **kwargs))
        return found


@pytest.mark.parametrize("first", range(7))
def test_a_piece_that_finds_the_workers_dead_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    pools = iter([Breaking(first), Breaking(2), Breaking(100)])
    monkeypatch.setattr(
        "ginrummy.lab.arena.workers.ProcessPoolExecutor", lambda *_args, **_named: next(pools)
    )
    plan, pieces = plan_of("simple", "random"), [WorkPiece(0, pair, 1) for pair in range(9)]
    assert [one.piece for one in run_in_processes(unplayed, plan, pieces, 1)] == pieces


def unplayed(_plan: RunPlan, piece: WorkPiece) -> PlayedPiece:
    return PlayedPiece(piece, ())


@pytest.mark.long
def test_a_piece_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(ArenaError, match="died 3 times over pair 5"):
        list(run_in_processes(deadly, plan_of("simple", "random"), [WorkPiece(0, 4, 1)], 1))


def deadly(_plan: RunPlan, _piece: WorkPiece) -> PlayedPiece:
    os._exit(1)


def test_a_run_that_is_left_leaves_no_process() -> None:
    before = set(children(os.getpid()))
    results = run_in_processes(
        play_piece, plan_of("simple", f"{BOTS}:Slow"), (WorkPiece(0, n, 1) for n in range(99)), 2
    )
    assert next(results).piece == WorkPiece(0, 0, 1)
    assert len(set(children(os.getpid())) - before) == 2
    results.close()
    assert set(children(os.getpid())) <= before


@pytest.mark.long
def test_killed_in_the_middle_and_resumed(tmp_path: Path) -> None:
    plan = plan_of(f"{BOTS}:Slow", "simple", pairs=30, records=True)
    due = table(played(plan, folder=tmp_path / "whole"))
    torn = killed_in_the_middle(tmp_path)
    assert table(played(plan, folder=torn, workers=2)) == due
    assert journal_of(torn) == journal_of(tmp_path / "whole")
    assert contents(torn / "records") == contents(tmp_path / "whole" / "records")


def killed_in_the_middle(tmp_path: Path) -> Path:
    """Return the folder of a run that was killed, resumed and killed again.

    On a busy machine a run may end before this process checks it. Then another is started.
    """
    for attempt in range(10):
        folder = tmp_path / f"torn{attempt}"
        found = [killed_after(lines, folder) for lines in (3, 9)]
        assert all(gone(workers) for workers in found)
        if all(len(workers) == 2 for workers in found):
            return folder
    raise AssertionError("no run was killed in its middle")


def killed_after(lines: int, folder: Path) -> list[int]:
    """Run the arena in another process, kill it with `lines` lines in its journal, and return its workers."""
    command = [
        sys.executable,
        "-m",
        "ginrummy",
        "arena",
        f"{BOTS}:Slow",
        "simple",
        "--seed",
        "7",
        "--hands",
        "60",
    ]
    command += ["--workers", "2", "--records", "--out", str(folder)]
    process = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.DEVNULL)
    journal = folder / "journal.jsonl"
    patience = time.monotonic() + 60
    while not journal.exists() or journal_of(folder).count(b"\n") < lines:
        assert process.poll() in (None, 0)
        assert time.monotonic() < patience
        time.sleep(0.01)
    workers = children(process.pid)
    process.kill()
    process.wait()
    return workers


def children(parent: int) -> list[int]:
    """Return the worker processes of `parent`."""
    columns = ["-o", "pid=", "-o", "ppid=", "-o", "args="]
    found = subprocess.run(["ps", "-A", "-ww", *columns], capture_output=True, text=True, check=True)
    rows = [row.split(None, 2) for row in found.stdout.splitlines()]
    return [int(pid) for pid, above, command in rows if int(above) == parent and "spawn_main" in command]


def gone(processes: list[int]) -> bool:
    """Return whether `processes` have ended, now or within some seconds."""
    for _attempt in range(100):
        left = [process for process in processes if is_running(process)]
        if not left:
            return True
        time.sleep(0.1)
    return False


def is_running(process: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()[:1] not in ("", "Z")


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}
