"""Progress bar of an arena run: work done, time left, result so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrummy.lab.arena.confidence_intervals import mean_interval
from ginrummy.lab.arena.run import Run
from ginrummy.locale.numbers import signed_text


@contextmanager
def shown(run: Run) -> Iterator[Callable[[Run], None]]:
    """Yield a callback to call after each piece of work. It draws nothing where output is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda _run: None
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=2 * run.plan.pairs * len(run.tallies), start=False)

        def listen(run: Run) -> None:
            if not progress.tasks[task].started:
                progress.update(task, completed=2 * run.pairs)
                progress.start_task(task)
            progress.update(task, completed=2 * run.pairs, description=_so_far(run))

        yield listen


def _so_far(run: Run) -> str:
    """Return the first player's edge so far, for two players only."""
    if len(run.tallies) > 1 or run.pairs < 2:
        return ""
    points = mean_interval(run.tallies[0].moments).scaled(0.5)
    return f"{signed_text(points.value)} ± {points.half_width:.2f}"
