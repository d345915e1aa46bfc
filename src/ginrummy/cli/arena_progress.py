"""The progress bar of an arena, on a terminal: how far it is, how long it will take, what it shows so far."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ginrummy.arena.confidence_intervals import mean_interval
from ginrummy.arena.run import Run
from ginrummy.number_format import signed_text


@contextmanager
def shown(run: Run) -> Iterator[Callable[[Run], None]]:
    """Yield what is to be called after each piece of work; it draws nothing where nobody watches."""
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
    """Return the first player's edge as it stands, where there are two players."""
    if len(run.tallies) > 1 or run.pairs < 2:
        return ""
    points = mean_interval(run.tallies[0].moments).scaled(0.5)
    return f"{signed_text(points.value)} ± {points.half_width:.2f}"
