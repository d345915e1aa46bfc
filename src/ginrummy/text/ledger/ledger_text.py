"""Text of a ledger, line by line as its owner wrote it: an edit changes one line and no other."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from io import StringIO
from typing import Final, Generic, TypeVar
from unicodedata import normalize

from ginrummy.locale import _
from ginrummy.text.ledger.hand_line_parser import LedgerError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EditHistory(Generic[T]):
    """The value `now`, with `past` values for undo and `future` values for redo.

    >>> history = EditHistory("a").edit("b").edit("c").undo()
    >>> history.now, history.redo().now, history.edit("d").future
    ('b', 'c', ())
    """

    now: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()

    def edit(self, value: T) -> EditHistory[T]:
        """Return the history after an edit; an edit without a change is ignored."""
        return self if value == self.now else EditHistory(value, (*self.past, self.now))

    def undo(self) -> EditHistory[T]:
        """Return the history without its last edit; `past` must not be empty."""
        return EditHistory(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> EditHistory[T]:
        """Return the history with the last undone edit redone; `future` must not be empty."""
        return EditHistory(self.future[0], (*self.past, self.now), self.future[1:])


HEADINGS: Final = {
    "variant": "variant", "variante": "variant", "вариант": "variant",
    "players": "players", "joueurs": "players", "игроки": "players",
    "dealer": "dealer", "donneur": "dealer", "сдающий": "dealer", "сдаёт": "dealer", "сдает": "dealer",
}  # fmt: skip
_HEADING: Final = re.compile(r"\s*([^\W\d_]+)\s*(?:[:=]\s*|\s+)(.*)")
_REMARK: Final = re.compile(r"(?:^|\s)#.*")
_BREAKS: Final = "\r\n"
_BYTE_ORDER_MARK: Final = "\ufeff"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class LedgerText:
    """The lines of a ledger with their line ends, and the byte order mark if there is one.

    Hands are counted from 1. A remark stays in place when its hand changes or is deleted.
    """

    lines: tuple[str, ...] = ()
    mark: str = ""

    @classmethod
    def from_text(cls, text: str) -> LedgerText:
        """Return `text` as lines, the inverse of `str()`."""
        bare = text.removeprefix(_BYTE_ORDER_MARK)
        return cls(tuple(StringIO(bare, newline="")), text[: len(text) - len(bare)])

    def __str__(self) -> str:
        return self.mark + "".join(self.lines)

    @property
    def hands(self) -> list[tuple[int, str]]:
        """The hands, with the numbers of their lines."""
        return [(number, line) for number, line in self._written if not parse_heading(line)[0]]

    @property
    def headings(self) -> list[tuple[int, str]]:
        """The headings, with the numbers of their lines."""
        return [(number, line) for number, line in self._written if parse_heading(line)[0]]

    @property
    def _written(self) -> list[tuple[int, str]]:
        said = ((number, strip_remark(line)) for number, line in enumerate(self.lines, start=1))
        return [(number, line) for number, line in said if line]

    def append_line(self, line: str) -> LedgerText:
        """Return the text with `line` appended."""
        return self._spliced(len(self.lines), 0, line)

    def insert_line(self, place: int, line: str) -> LedgerText:
        """Return the text with `line` before hand `place`. Raises `LedgerError` if there is none."""
        return self._spliced(self._index(place), 0, line)

    def replace_line(self, place: int, line: str) -> LedgerText:
        """Return the text with hand `place` replaced; its remark stays unless `line` has one."""
        return self._rewritten(self._index(place), line)

    def delete_line(self, place: int) -> LedgerText:
        """Return the text without hand `place`."""
        index = self._index(place)
        remark = self.lines[index].replace(strip_remark(self.lines[index]), "", 1).strip()
        return self._spliced(index, 1, *([remark] if remark else []))

    def set_heading(self, line: str) -> LedgerText:
        """Return the text with the heading `line`, which replaces one of its field."""
        field = parse_heading(line)[0]
        for number, heading in self.headings:
            if parse_heading(heading)[0] == field:
                return self._rewritten(number - 1, line)
        last = max((number for number, _line in self.headings), default=0)
        first = self.hands[0][0] - 1 if self.hands else len(self.lines)
        return self._spliced(last or first, 0, line)

    def value(self, field: str) -> str | None:
        """Return the value of the heading `field`, or `None`."""
        return dict(parse_heading(line) for _number, line in self.headings).get(field)

    def _rewritten(self, index: int, line: str) -> LedgerText:
        old = self.lines[index]
        if line.strip() != strip_remark(line):
            return self._spliced(index, 1, line)
        lines = (*self.lines[:index], old.replace(strip_remark(old), line, 1), *self.lines[index + 1 :])
        return replace(self, lines=lines)

    def _spliced(self, index: int, count: int, *lines: str) -> LedgerText:
        """Return the text with `lines` in place of `count` others, with the line end of its first line."""
        end = self.lines[0][len(self.lines[0].rstrip(_BREAKS)) :] if self.lines else ""
        end = end or "\n"
        before = [line if line.endswith(tuple(_BREAKS)) else line + end for line in self.lines[:index]]
        new = [line + end for line in lines]
        return replace(self, lines=(*before, *new, *self.lines[index + count :]))

    def _index(self, place: int) -> int:
        hands = self.hands
        if not 1 <= place <= len(hands):
            raise LedgerError(_("there is no hand {number}").format(number=place))
        return hands[place - 1][0] - 1


def strip_remark(line: str) -> str:
    """Return a line without surrounding blanks and the remark after it.

    >>> strip_remark(" Anna 25  # by luck"), strip_remark("# Friday")
    ('Anna 25', '')
    """
    return _REMARK.sub("", line).strip()


def parse_heading(line: str) -> tuple[str, str]:
    """Return the field of a heading line (`players: Anna, Boris`) and its value, or two empty texts."""
    found = _HEADING.fullmatch(normalize("NFC", line))
    field = HEADINGS.get(found[1].casefold(), "") if found else ""
    return (field, found[2].strip()) if found and field else ("", "")


def decode_ledger(data: bytes, where: str) -> str:
    """Return the bytes of a ledger as text. Raises `LedgerError` unless they are UTF-8."""
    if (
        data.startswith(_UTF_16) or b"\0" in data
    ):  # each line break has one, where there is no byte order mark
        raise LedgerError(_("this is text in UTF-16: save it as UTF-8"), where=where)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _("this is not text in UTF-8, perhaps in a Windows code page: save it as UTF-8")
        number = data.count(b"\n", 0, error.start) + 1
        raise LedgerError(text, where=f"{where}:{number}") from error
