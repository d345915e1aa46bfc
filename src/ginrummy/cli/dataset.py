"""`ginrummy dataset`: matches between players as Parquet tables of decisions and hands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from ginrummy.cli.arena import HANDS, length_and_seed_options, worker_options
from ginrummy.cli.options import debug_option, reject_conflicting_options, variant_option
from ginrummy.lab.arena.run_plan import RunPlan, Unit
from ginrummy.lab.dataset.writer import DatasetPlan, write_tables
from ginrummy.locale import _
from ginrummy.players import MOST_WORLDS
from ginrummy.variants import NamedVariant


def command() -> click.Command:
    """Return the command `dataset` in the current language."""
    return click.Command(
        "dataset",
        callback=dataset,
        help=_(
            "Write matches between each two of PLAYERS to a folder, as Parquet files: every decision with "
            "what the player saw, what it might do and what it did, the hidden hand, and every hand with its "
            "deck and its score. docs/dataset.md has the columns."
        ),
        params=[
            click.Argument(["players"], nargs=-1, required=True, metavar=_("PLAYERS") + "..."),
            variant_option(),
            *length_and_seed_options(),
            click.Option(
                ["--worlds"],
                type=click.IntRange(50, MOST_WORLDS),
                help=_("Let the coach judge each decision, in this many hands of the other player."),
            ),
            *worker_options(),
            click.Option(
                ["--out"],
                type=click.Path(file_okay=False, path_type=Path),
                required=True,
                help=_("Write the files to this folder; the same command resumes there."),
            ),
            debug_option(),
        ],
    )


def dataset(
    *,
    players: tuple[str, ...],
    variant: NamedVariant,
    hands: int | None,
    games: int | None,
    seed: str,
    worlds: int | None,
    workers: int | None,
    move_time: float,
    out: Path,
) -> None:
    """Play the matches between `players` and write their tables to the folder `out`."""
    reject_conflicting_options(("hands", "games"))
    unit, deals = (Unit.HANDS, hands or HANDS) if games is None else (Unit.GAMES, games)
    run = RunPlan(players, variant, unit, seed, deals, move_time)
    with show_progress() as report:
        write_tables(DatasetPlan(run, worlds or 0), out, workers=workers, report=report)
    click.echo(_("The data set lies in {folder}.").format(folder=out))


@contextmanager
def show_progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a function of the deals done and of all. It draws a bar where the output is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("")
        yield lambda done, total: progress.update(task, completed=done, total=total)
