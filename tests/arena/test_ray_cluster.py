"""Ray: the same table, also if a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import ArenaError
from tests.arena.plans import BOTS, journal_of, plan_of, played, table
from tests.arena.test_run import PROJECT


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")
def test_a_worker_killed_by_force_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    plan = plan_of(f"{BOTS}:Slow", f"{PROJECT}/examples/bots/ten_lines.py", pairs=30)
    run = Run(plan)
    killed: list[int] = []

    def kill(going: Run) -> None:
        if going.pairs >= 4 and not killed:
            killed.extend(working()[:1])  # none between two pieces: then at the next result
            for process in killed:
                os.kill(process, signal.SIGKILL)

    play_run(run, cluster="local", workers=2, folder=tmp_path / "cluster", listener=kill)
    assert killed
    assert table(run) == table(played(plan, folder=tmp_path / "here"))
    assert journal_of(tmp_path / "cluster") == journal_of(tmp_path / "here")


def working() -> list[int]:
    """Return the processes in which Ray plays."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_text()
        except OSError:
            continue
        if command.startswith("ray::play_piece"):
            found.append(int(folder.name))
    return found


def test_no_cluster_is_an_error() -> None:
    with pytest.raises(ArenaError, match="the cluster cannot be reached"):
        play_run(Run(plan_of("simple", "random")), cluster="127.0.0.1:1")
