"""`ginrummy export`: the decisions of recorded matches as a table, for whatever reads tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ginrummy.cli.think import seed_option
from ginrummy.coach import review
from ginrummy.coach.decision_table import COLUMNS, rows_of
from ginrummy.locale import _
from ginrummy.record import read_records, record_files


def command() -> click.Command:
    """Return the command `export` in the language spoken."""
    return click.Command(
        "export",
        callback=export,
        help=_(
            "Print the decisions of the matches in FILE, or in all files of a folder, as a table: one row a "
            "decision, what the player saw, what was played, and what the coach thinks of it."
        ),
        params=[
            click.Argument(["file"], type=click.Path(path_type=Path), metavar=_("FILE")),
            click.Option(["--format", "form"], type=click.Choice(["csv", "json"]), default="csv",
                         show_default=True, help=_("CSV with a heading, or one JSON object a line.")),
            click.Option(["--unjudged"], is_flag=True,
                         help=_("Leave what the coach thinks empty: that takes no time.")),
            click.Option(["--full"], is_flag=True, help=_("Think as long as a whole review does.")),
            seed_option(),
        ],
    )  # fmt: skip


def export(*, file: Path, form: str, unjudged: bool, full: bool, seed: int) -> None:
    """Print the rows of all matches in `file`."""
    if form == "csv":
        print(_line(COLUMNS))
    for row in rows(file, unjudged=unjudged, full=full, seed=seed):
        print(json.dumps(row, ensure_ascii=False) if form == "json" else _line(row[name] for name in COLUMNS))


def rows(file: Path, *, unjudged: bool, full: bool, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of all matches in `file`."""
    found = ((each, record) for each in record_files(file) for record in read_records(each))
    for number, (place, record) in enumerate(found, start=1):
        judged = None if unjudged else review(record.match, quick=not full, seed=seed)
        yield from rows_of(record, judged, file=str(place), number=number)


def _line(cells: Any) -> str:
    """Return one line of CSV; what is not there is empty."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(["" if cell is None else cell for cell in cells])
    return text.getvalue()
