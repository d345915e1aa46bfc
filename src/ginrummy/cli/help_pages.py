"""Pages of help as wide as the terminal: Click leaves no line shorter than 50 characters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import click

from ginrummy.cli.line_width import text_width

_MARGIN: Final = 2


class HelpFormatter(click.HelpFormatter):
    """Writes a page in lines of the terminal's width."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        super().__init__(width=text_width() - _MARGIN, max_width=max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and what they mean beside them: below them where a term takes a third of the line."""
        super().write_dl(list(rows), min(col_max, self.width // 3), col_spacing)


class HelpContext(click.Context):
    """The context of a command, with pages of help of our own."""

    formatter_class = HelpFormatter
