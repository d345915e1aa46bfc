"""Merge of two ledgers that were edited apart from one: line by line, so that no line of either is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from ginrummy.locale import _
from ginrummy.locale.errors import prefix_place
from ginrummy.text.ledger.ledger_text import LINE_ENDS, LedgerText, parse_heading, strip_remark

Lines = list[str]


class _Change(NamedTuple):
    """Lines in place of a line of the base, or before it: `stop` is `start` or the next number.

    `side` is 0 for mine, 1 for theirs; `first` is the number of the first of `lines` there, from 0.
    """

    start: int
    stop: int
    side: int
    first: int
    lines: Lines

    @property
    def numbers(self) -> range:
        """The numbers of the lines, from 1."""
        return range(self.first + 1, self.first + 1 + len(self.lines))


class Clash(NamedTuple):
    """A line of theirs, with its number, where mine has others: `mine` has the numbers of those.

    It is a remark now, or else a hand that both have added, so that it counts in the merge as well.
    """

    number: int
    line: str
    mine: range
    is_remark: bool


class Merge(NamedTuple):
    """The lines of a merge, and what both have changed."""

    lines: Lines
    clashes: tuple[Clash, ...] = ()


def merge_texts(base: LedgerText | None, mine: LedgerText, theirs: LedgerText) -> tuple[LedgerText, Merge]:
    """Return `mine` with what `theirs` has changed since both were `base`, by default what they share."""
    own, other = _bare(mine), _bare(theirs)
    merge = merge_lines(_shared_lines(own, other) if base is None else _bare(base), own, other)
    return replace(mine, lines=tuple(line + mine.line_end for line in merge.lines)), merge


def merge_lines(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Merge:
    """Return `base` with the changes of both. Where both changed a line, theirs stands below as a remark.

    Lines that both have added all stay, equal ones too, unless the whole texts are equal. A heading that
    both have added stays once. A different value of theirs becomes a remark.

    >>> merge_lines(["Anna 5", "Boris 6"], ["Anna 7", "Boris 6"], ["Anna 5", "Boris 6", "Anna 9"])
    Merge(lines=['Anna 7', 'Boris 6', 'Anna 9'], clashes=())
    >>> merge_lines(["Anna 5"], ["Anna 7"], ["Anna 8", "Anna 9"])
    Merge(lines=['Anna 7', '# Anna 8', 'Anna 9'], clashes=(Clash(number=1, line='Anna 8', mine=range(1, 2), \
is_remark=True),))
    """
    if mine == theirs:
        return Merge(list(mine))
    changes = sorted([*_changes(base, mine, 0), *_changes(base, theirs, 1)])
    merged: Lines = []
    clashes: list[Clash] = []
    done = 0
    for (start, stop), group in groupby(changes, key=lambda change: change[:2]):
        lines, found = _resolve_place(*group)
        merged += [*base[done:start], *lines]
        clashes += found
        done = stop
    return Merge([*merged, *base[done:]], tuple(clashes))


def clash_lines(clashes: Sequence[Clash], mine: LedgerText, where: str) -> Lines:
    """Return each clash in words, with its line in the file `where`, if there is one."""
    lines = Lines()
    for clash in clashes:
        told = _("“{line}” is a remark now: both have changed this line")
        if not clash.is_remark:
            told = _("“{line}” counts, and so does “{other}”: if that is one hand, delete one")
        other = next((strip_remark(mine.lines[number - 1]) for number in clash.mine), "")
        place = f"{where}:{clash.number}" if where else ""
        lines.append(prefix_place(place, told.format(line=clash.line.strip(), other=other)))
    return lines


def _bare(text: LedgerText) -> Lines:
    """Return the lines without their ends, which the last one may lack."""
    return [line.rstrip(LINE_ENDS) for line in text.lines]


def _shared_lines(mine: Lines, theirs: Lines) -> Lines:
    blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
    return [line for start, _other, count in blocks for line in mine[start : start + count]]


def _changes(base: Sequence[str], lines: Sequence[str], side: int) -> Iterable[_Change]:
    """Yield the changes line by line; what is more than it replaces is an addition."""
    for tag, start, stop, first, last in SequenceMatcher(None, base, lines, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for place in range(start, stop):
            number = min(first + place - start, last)
            yield _Change(place, place + 1, side, number, list(lines[number : min(number + 1, last)]))
        if last - first > stop - start:
            number = first + stop - start
            yield _Change(stop, stop, side, number, list(lines[number:last]))


def _resolve_place(mine: _Change, theirs: _Change | None = None) -> Merge:
    """Return the lines of both sides, or of the only one, for one place."""
    is_new = mine.start == mine.stop
    if theirs is None or (mine.lines == theirs.lines and not is_new):
        return Merge(mine.lines)
    fields = {parse_heading(strip_remark(line))[0] for line in mine.lines} - {""}
    lines, clashes = list(mine.lines), list[Clash]()
    for number, line in zip(theirs.numbers, theirs.lines, strict=True):
        said = strip_remark(line)
        field = parse_heading(said)[0]
        if is_new and field in fields and line in mine.lines:
            continue
        is_remark = bool(said) and (not is_new or field in fields)
        if is_new or line.strip():
            lines.append(f"# {line}" if is_remark else line)
        if is_remark or (said and not field):
            clashes.append(Clash(number, line, mine.numbers, is_remark))
    return Merge(lines, tuple(clashes))
