"""Aligned columns of text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

GAP: Final = "   "
_CUT: Final = "…"
NARROWEST: Final = 20
"""Least width of a folded line, however small the terminal."""
_HANGING: Final = 4
_LAST_COLUMN: Final = re.compile(rf".*\S {{{len(GAP)},}}(?=\S)")


class Grid(NamedTuple):
    """Rows of cells: the first `heads` of them are headings, the columns in `right` are right-aligned.

    The last `ends` rows have a label. A screen too narrow for both has the label above the numbers.
    """

    rows: Sequence[Sequence[str]]
    right: tuple[int, ...] = ()
    heads: int = 0
    ends: int = 0
    indent: str = ""

    def lines(self, most: int | None) -> list[str]:
        """Return the rows as lines, of at most `most` characters if the numbers allow it."""
        lines = column_lines(self.rows, right=self.right, indent=self.indent)
        if most is None or max(map(len, lines), default=0) <= most:
            return lines
        if not self.ends:
            return column_lines(self.rows, right=self.right, indent=self.indent, most=most)
        start = len(self.rows) - self.ends
        bare = [[head, "", *numbers] for head, _label, *numbers in self.rows[start:]]
        lines = column_lines([*self.rows[:start], *bare], right=self.right, most=most)
        below = zip(self.rows[start:], lines[start:], strict=True)
        return [
            *lines[:start],
            *(part for end, line in below for part in ((f"  {end[1]}", line) if end[1] else (line,))),
        ]


Block = str | Grid
"""A line of text, which may be empty, or rows of cells."""


class Section(NamedTuple):
    """A part of a sheet: its title, which may be empty, and its lines and rows."""

    title: str
    blocks: list[Block]


def fold_blocks(blocks: Iterable[Block], most: int | None) -> list[str]:
    """Return `blocks` as lines of at most `most` characters, long ones folded."""
    lines = (line for block in blocks for line in ([block] if isinstance(block, str) else block.lines(most)))
    return [part for line in lines for part in fold_line(line, most)]


def fold_line(line: str, most: int | None) -> list[str]:
    """Return `line` in lines of `most` characters, continued under the last column or indented.

    >>> fold_line("6♥   14   14 points would be left", 24)
    ['6♥   14   14 points', '          would be left']
    """
    if most is None or len(line) <= most:
        return [line]
    width = max(most, NARROWEST)
    last = _LAST_COLUMN.match(line)
    own = len(line) - len(line.lstrip())
    if last and 2 * last.end() <= width:
        indent = last.end()
    else:
        indent = min(own + _HANGING, width // 2) if last or own else 0
    return textwrap.wrap(
        line, width, subsequent_indent=" " * indent, break_on_hyphens=False, replace_whitespace=False
    )


def column_lines(
    rows: Sequence[Sequence[str]], *, right: Iterable[int] = (), indent: str = "", most: int | None = None
) -> list[str]:
    """Return `rows` as lines with aligned columns, those numbered in `right` right-aligned.

    If lines would exceed `most` characters, first the gaps shrink, then words are cut, but no numbers.
    """
    if not rows:
        return []
    to_the_right = set(right)
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    gap = GAP
    if most is not None:
        room = most - len(indent)
        while len(gap) > 1 and sum(widths) + len(gap) * (len(widths) - 1) > room:
            gap = gap[1:]
        widths = _narrow_widths(rows, widths, room - len(gap) * (len(widths) - 1))
    return [
        indent
        + gap.join(
            cut.rjust(width) if place in to_the_right else cut.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            for cut in (shorten_text(cell, width),)
        ).rstrip()
        for row in rows
    ]


def responsive_column_lines(
    rows: Sequence[Sequence[str]], *, right: Iterable[int] = (), indent: str = "", most: int | None = None
) -> list[str]:
    """Return `rows` in columns, or on a narrow screen each row's first cell on a line above the others.

    >>> responsive_column_lines([["discard K♠", "50.2%", "−12.1"]], right=(1, 2), most=20)
    ['discard K♠', '  50.2%   −12.1']
    """
    if columns_fit(rows, None if most is None else most - len(indent)):
        return column_lines(rows, right=right, indent=indent, most=most)
    others = [row[1:] for row in rows]
    lines = column_lines(others, right=[place - 1 for place in right], indent=f"{indent}  ", most=most)
    named = zip(rows, lines, strict=True)
    return [part for row, line in named for part in ((indent + row[0], line) if row[0] else (line,))]


def columns_fit(rows: Sequence[Sequence[str]], most: int | None) -> bool:
    """Return whether `column_lines` with the narrowest gaps cuts nothing."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    return most is None or sum(widths) + len(widths) - 1 <= most


def shorten_text(text: str, width: int) -> str:
    """Return `text`, cut with a `…` if it has more than `width` characters."""
    return text if len(text) <= width else text[: width - 1] + _CUT


def shorten_names(names: Sequence[str], width: int) -> list[str]:
    """Return `names` of at most `width` characters; those that would be cut alike are cut in the middle.

    >>> shorten_names(["Alexandra B.", "Alexandra C.", "Denis"], 9)
    ['A…B.', 'A…C.', 'Denis']
    """
    cuts = [shorten_text(name, width) for name in names]
    found = []
    for name, cut in zip(names, cuts, strict=True):
        alike = [other for other, its_cut in zip(names, cuts, strict=True) if its_cut == cut]
        start = sum(1 for _signs in takewhile(lambda signs: len(set(signs)) == 1, zip(*alike, strict=False)))
        is_clear = name == cut or start == len(name)
        found.append(cut if is_clear else shorten_text(f"{name[0]}{_CUT}{name[start:]}", width))
    return found


def _narrow_widths(rows: Sequence[Sequence[str]], widths: list[int], room: int) -> list[int]:
    """Return `widths` reduced to fit in `room`, the widest first, as long as only words are cut."""
    least = [max(_least(row[place]) for row in rows) for place in range(len(widths))]
    while sum(widths) > room and widths != least:
        place = max(range(len(widths)), key=lambda one: (widths[one] > least[one], widths[one]))
        widths = [width - (one == place) for one, width in enumerate(widths)]
    return widths


def _least(cell: str) -> int:
    """Return the least width of `cell`: numbers and signs are never cut, words to two characters."""
    return min(len(cell), 2) if any(sign.isalpha() for sign in cell) else len(cell)
