"""`ginrummy export`: the decisions of recorded matches as a table, for whatever reads tables."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click

from ginrummy.cli.missing_records_check import refuse_empty_folders
from ginrummy.cli.options import refuse_together
from ginrummy.cli.output_file_check import refuse_output
from ginrummy.cli.think import seed_option
from ginrummy.coach import review
from ginrummy.coach.decision_table import COLUMNS, TYPES, Row, rows_of
from ginrummy.errors import GinRummyError
from ginrummy.installed_extras import install_command
from ginrummy.locale import _
from ginrummy.record import read_records, record_files, save_record
from ginrummy.record.files import save_bytes

PARQUET: Final = "parquet"
DATABASE_TYPES: Final = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}
"""What DuckDB calls the types of the columns."""


def command() -> click.Command:
    """Return the command `export` in the language spoken."""
    return click.Command(
        "export",
        callback=export,
        help=_(
            "Print the decisions of the matches in each FILE, or in all files of a folder, as a table: one "
            "row a decision, what the player saw, what was played, and what the coach thinks of it."
        ),
        params=[
            click.Argument(["files"], type=click.Path(path_type=Path), nargs=-1, required=True,
                           metavar=_("FILE")),
            click.Option(["--format", "form"], type=click.Choice([*WRITERS, PARQUET]), default="csv",
                         show_default=True,
                         help=_("CSV with a heading, one JSON object a line, or a Parquet file (--output).")),
            click.Option(["--output"], type=click.Path(path_type=Path), metavar=_("FILE"),
                         help=_("Write the table to this file instead.")),
            click.Option(["--unjudged"], is_flag=True,
                         help=_("Leave what the coach thinks empty: that takes no time.")),
            click.Option(["--full"], is_flag=True, help=_("Think as long as a whole review does.")),
            seed_option(),
        ],
    )  # fmt: skip


def export(
    *, files: tuple[Path, ...], form: str, output: Path | None, unjudged: bool, full: bool, seed: int
) -> None:
    """Print the rows of all matches in `files`, or write them to the file `output`."""
    refuse_together(("unjudged", "full"))
    refuse_empty_folders(files)
    refuse_output(output, read=files)
    found = rows(files, unjudged=unjudged, full=full, seed=seed)
    if form == PARQUET:
        write_parquet(found, output)
        return
    lines = WRITERS[form](found)
    if output is not None:
        save_record(output, "".join(f"{line}\n" for line in lines))
        return
    for line in lines:
        print(line)


def rows(files: Iterable[Path], *, unjudged: bool, full: bool, seed: int) -> Iterator[Row]:
    """Yield the rows of all matches in `files`."""
    places = (place for file in files for place in record_files(file))
    found = ((place, record) for place in places for record in read_records(place))
    for number, (place, record) in enumerate(found, start=1):
        judged = None if unjudged else review(record.match, quick=not full, seed=seed)
        yield from rows_of(record, judged, file=str(place), number=number)


def csv_lines(found: Iterable[Row]) -> Iterator[str]:
    """Yield rows as CSV under a heading."""
    yield _line(COLUMNS)
    for row in found:
        yield _line(row[name] for name in COLUMNS)


def json_lines(found: Iterable[Row]) -> Iterator[str]:
    """Yield rows as one JSON object a line."""
    for row in found:
        yield json.dumps(row, ensure_ascii=False)


def write_parquet(found: Iterable[Row], output: Path | None) -> None:
    """Write rows as a Parquet file, each column of its type; raises `GinRummyError` where that cannot be."""
    if output is None:
        raise GinRummyError(_("a Parquet file is no text: say where with --output FILE"), where="--format")
    try:
        import duckdb
    except ModuleNotFoundError as error:
        text = _("--format parquet needs DuckDB: {command}")
        raise GinRummyError(text.format(command=install_command("data"))) from error
    with TemporaryDirectory() as folder, duckdb.connect() as database:
        lines, table = Path(folder, "rows"), Path(folder, "table")
        with lines.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in json_lines(found))
        types = {name: DATABASE_TYPES[kind] for name, kind in TYPES.items()}
        rows = database.read_json(str(lines), format="newline_delimited", columns=types)
        rows.write_parquet(str(table))
        save_bytes(output, table.read_bytes())


def _line(cells: Iterable[Any]) -> str:
    """Return one line of CSV; what is not there is empty."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(["" if cell is None else cell for cell in cells])
    return text.getvalue()


WRITERS: Final[dict[str, Callable[[Iterable[Row]], Iterator[str]]]] = {"csv": csv_lines, "json": json_lines}
"""How rows are written as text."""
