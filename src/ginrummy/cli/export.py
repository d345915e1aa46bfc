"""`ginrummy export`: the decisions of recorded matches as a table (CSV, JSON lines, Parquet)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from ginrummy.cli.file_arguments import OutputFile, check_output_file, refuse_empty_folders
from ginrummy.cli.options import conflict_error, explicit_options, reject_conflicting_options
from ginrummy.cli.think import seed_option
from ginrummy.coach import review
from ginrummy.coach.decision_table import COLUMNS, TYPES, Row, decision_table_rows
from ginrummy.lab.dataset.parquet import parquet_bytes
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.csv_text import BYTE_ORDER_MARK, COMMA, csv_lines, spreadsheet_separator
from ginrummy.text.record import read_records, record_files

CSV: Final = "csv"
JSON: Final = "json"
PARQUET: Final = "parquet"
SEPARATORS: Final = {COMMA: COMMA, ";": ";", "tab": "\t"}
_LONGEST_LINE: Final = 100_000  # a file of another kind may have no line ends
_PARQUET_MARK: Final = b"PAR1"
DATABASE_TYPES: Final = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN"}
"""DuckDB's names of the column types."""


def command() -> click.Command:
    """Return the command `export` in the current language."""
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
            click.Option(["--format", "form"], type=click.Choice([CSV, JSON, PARQUET]), default=CSV,
                         show_default=True,
                         help=_("CSV with a heading, one JSON object a line, or a Parquet file (--output).")),
            click.Option(["--separator"], type=click.Choice(tuple(SEPARATORS)),
                         help=_("What separates the cells of CSV; with “;” numbers have a decimal comma. "
                                "Without it a file of --output is as Excel in your language opens it.")),
            click.Option(["--bom"], is_flag=True,
                         help=_("Begin CSV with the mark by which Excel knows UTF-8.")),
            click.Option(["--output"], type=click.Path(path_type=Path), metavar=_("FILE"),
                         help=_("Write the table to this file instead.")),
            click.Option(["--unjudged"], is_flag=True,
                         help=_("Leave what the coach thinks empty: that takes no time.")),
            click.Option(["--full"], is_flag=True, help=_("Think as long as a whole review does.")),
            seed_option(),
        ],
    )  # fmt: skip


def export(
    *,
    files: tuple[Path, ...],
    form: str,
    separator: str | None,
    bom: bool,
    output: Path | None,
    unjudged: bool,
    full: bool,
    seed: int,
) -> None:
    """Print the rows of all matches in `files`, or write them to the file `output`."""
    reject_conflicting_options(("unjudged", "full"))
    for name in explicit_options("separator", "bom") if form != CSV else ():
        raise conflict_error(f"--{name}", f"--format {form}")
    refuse_empty_folders(files)
    file = check_output_file(output, is_decision_table, read=files)
    found = decision_rows(files, unjudged=unjudged, full=full, seed=seed)
    if form == PARQUET:
        write_parquet(found, file)
        return
    is_for_excel = separator is None and file is not None
    sign = spreadsheet_separator() if is_for_excel else SEPARATORS[separator or COMMA]
    lines = json_row_lines(found) if form == JSON else csv_lines(COLUMNS, found, separator=sign)
    mark = BYTE_ORDER_MARK if form == CSV and (bom or (is_for_excel and sign != COMMA)) else ""
    if file is not None:
        file.write(mark + "".join(f"{line}\n" for line in lines))
        return
    print(mark, end="")
    for line in lines:
        print(line)


def decision_rows(files: Iterable[Path], *, unjudged: bool, full: bool, seed: int) -> Iterator[Row]:
    """Yield the rows of all matches in `files`."""
    places = (place for file in files for place in record_files(file))
    found = ((place, record) for place in places for record in read_records(place))
    for number, (place, record) in enumerate(found, start=1):
        judged = None if unjudged else review(record.match, quick=not full, seed=seed)
        yield from decision_table_rows(record, judged, file=str(place), number=number)


def json_row_lines(found: Iterable[Row]) -> Iterator[str]:
    """Yield each row as one line of JSON."""
    for row in found:
        yield json.dumps(row, ensure_ascii=False)


def is_decision_table(path: Path) -> bool:
    """Return whether the file `path` is a table of decisions, in any of our formats."""
    with path.open("rb") as file:
        first = file.readline(_LONGEST_LINE).decode(errors="replace").strip().removeprefix(BYTE_ORDER_MARK)
    if any(first == separator.join(COLUMNS) for separator in SEPARATORS.values()):
        return True
    if first.startswith("{"):
        return _keys_of(first) == COLUMNS
    content = path.read_bytes() if first.startswith(_PARQUET_MARK.decode()) else b""
    return content.endswith(_PARQUET_MARK) and all(name.encode() in content for name in COLUMNS)


def _keys_of(line: str) -> tuple[str, ...]:
    try:
        return tuple(json.loads(line))
    except (ValueError, RecursionError):
        return ()


def write_parquet(found: Iterable[Row], output: OutputFile | None) -> None:
    """Write rows as a typed Parquet file. Raise `GinRummyError` where that fails."""
    if output is None:
        raise GinRummyError(_("a Parquet file is no text: say where with --output FILE"), where="--format")
    output.write(parquet_bytes(found, {name: DATABASE_TYPES[kind] for name, kind in TYPES.items()}))
