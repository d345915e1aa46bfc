"""CSV writer: a heading and a line for each row, safe against formulas, for spreadsheets of each language."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ginrummy.locale import language

COMMA: Final = ","
BYTE_ORDER_MARK: Final = "\ufeff"
"""Start of a file that tells spreadsheets that it is UTF-8."""
_SPREADSHEETS: Final = {"fr": ";", "ru": ";"}
"""Separator of Excel in each language whose numbers have a decimal comma."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def spreadsheet_separator() -> str:
    """Return the separator that Excel expects in the current language."""
    return _SPREADSHEETS.get(language(), COMMA)


def csv_text(columns: Iterable[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a whole file that the Excel of the current language opens as a table.

    In French and Russian it has semicolons, decimal commas and a byte order mark.
    """
    separator = spreadsheet_separator()
    mark = "" if separator == COMMA else BYTE_ORDER_MARK
    return mark + "".join(f"{line}\n" for line in csv_lines(columns, rows, separator=separator))


def csv_lines(
    columns: Iterable[str], rows: Iterable[Mapping[str, Any]], *, separator: str = COMMA
) -> Iterator[str]:
    """Yield the heading, then a line for each row, without line ends.

    Missing values stay empty, and values outside the columns are left out. Text that starts like a formula
    gets an apostrophe before it. With any `separator` but a comma, numbers have a decimal comma.

    >>> list(csv_lines(["name", "won"], [{"name": "=1+1", "won": 0.5}, {"name": "Zoé"}], separator=";"))
    ['name;won', "'=1+1;0,5", 'Zoé;']
    """
    names = tuple(columns)
    yield _line(names, separator)
    for row in rows:
        yield _line((row.get(name) for name in names), separator)


def _line(cells: Iterable[Any], separator: str) -> str:
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="").writerow(
        [_cell(cell, separator) for cell in cells]
    )
    return text.getvalue()


def _cell(value: Any, separator: str) -> Any:
    if isinstance(value, str) and value.startswith(_FORMULAS):
        return f"'{value}"
    if isinstance(value, float) and separator != COMMA:
        return repr(value).replace(".", ",")
    return value
