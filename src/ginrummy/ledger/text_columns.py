"""Rows of text set in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

GAP: Final = "   "


def in_columns(rows: Sequence[Sequence[str]], *, right: Iterable[int] = (), indent: str = "") -> list[str]:
    """Return `rows` as lines whose columns are aligned, those numbered in `right` to the right."""
    if not rows:
        return []
    to_the_right = set(right)
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        indent
        + GAP.join(
            cell.rjust(width) if place in to_the_right else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
