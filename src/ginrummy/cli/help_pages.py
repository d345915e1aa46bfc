"""Formatting of help pages at the terminal's width. Click does not go below 50 characters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click

from ginrummy.terminal.line_width import text_width

_MARGIN: Final = 2


class HelpFormatter(click.HelpFormatter):
    """Formatter of pages as wide as the terminal."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=text_width() - _MARGIN, max_width=max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and definitions in two columns, or in one where a term takes a third of the line."""
        super().write_dl(list(rows), min(col_max, self.width // 3), col_spacing)


class HelpContext(click.Context):
    """Context of a command that uses `HelpFormatter`."""

    formatter_class = HelpFormatter
