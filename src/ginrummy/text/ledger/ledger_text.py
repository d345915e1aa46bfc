"""Text of a ledger, line by line as its owner wrote it: an edit changes one line and no other."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar
from unicodedata import normalize

from ginrummy.locale import _
from ginrummy.text.ledger.hand_line_parser import LedgerError

T = TypeVar("T")
LONGEST_LEDGER: Final = 1 << 22
"""Bytes of a file, more than years of evenings have."""


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
    "form": "form", "formule": "form", "вид": "form",
    "stakes": "stakes", "enjeu": "stakes", "enjeux": "stakes", "ставка": "stakes", "ставки": "stakes",
    "dealer": "dealer", "donneur": "dealer", "сдающий": "dealer", "сдаёт": "dealer", "сдает": "dealer",
}  # fmt: skip
WITH_COLON: Final = ("form", "stakes")
"""Headings that need their colon: older files may have players with such names."""
_HEADING: Final = re.compile(r"\s*([^\W\d_]+)\s*(?:([:=])\s*|\s+)(.*)", re.DOTALL)
_REMARK: Final = re.compile(r"(?:^|\s)#.*")
LINE_ENDS: Final = "\r\n"
_BYTE_ORDER_MARK: Final = "\ufeff"
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class TextPart(NamedTuple):
    """Headings and the hands below them, each with the number of its line."""

    headings: list[tuple[int, str]]
    hands: list[tuple[int, str]]


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
    def parts(self) -> list[TextPart]:
        """The parts of the text, at least one: a heading below a hand begins the next."""
        found = [TextPart([], [])]
        for number, line in self._written:
            is_heading = bool(parse_heading(line)[0])
            if is_heading and found[-1].hands:
                found.append(TextPart([], []))
            (found[-1].headings if is_heading else found[-1].hands).append((number, line))
        return found

    @property
    def _written(self) -> list[tuple[int, str]]:
        said = ((number, strip_remark(line)) for number, line in enumerate(self.lines, start=1))
        return [(number, line) for number, line in said if line]

    def append_line(self, line: str) -> LedgerText:
        """Return the text with `line` appended."""
        return self._splice_lines(len(self.lines), 0, line)

    def insert_line(self, place: int, line: str) -> LedgerText:
        """Return the text with `line` before hand `place`. Raises `LedgerError` if there is none."""
        return self._splice_lines(self._index(place), 0, line)

    def replace_line(self, place: int, line: str) -> LedgerText:
        """Return the text with hand `place` replaced; its remark stays unless `line` has one."""
        return self._rewritten(self._index(place), line)

    def delete_line(self, place: int) -> LedgerText:
        """Return the text without hand `place`."""
        index = self._index(place)
        remark = self.lines[index].replace(strip_remark(self.lines[index]), "", 1).strip()
        return self._splice_lines(index, 1, *([remark] if remark else []))

    def move_line(self, place: int, to: int) -> LedgerText:
        """Return the text with hand `place` as hand `to`; its remark moves with it."""
        index = self._index(place)
        self._index(to)
        rest = self._splice_lines(index, 1)
        line = self.lines[index].rstrip(LINE_ENDS)
        if to > len(rest.hands):
            return rest._splice_lines(rest.hands[-1][0] if rest.hands else index, 0, line)
        return rest._splice_lines(rest._index(to), 0, line)

    def rewrite_line(self, number: int, line: str) -> LedgerText:
        """Return the text with `line` in place of what line `number` says; its remark stays."""
        return self._rewritten(number - 1, line)

    def set_heading(self, line: str) -> LedgerText:
        """Return the text with the heading `line` in its last part, where it replaces one of its field."""
        field, headings = parse_heading(line)[0], self.parts[-1].headings
        for number, heading in headings:
            if parse_heading(heading)[0] == field:
                return self._rewritten(number - 1, line)
        last = max((number for number, _line in headings), default=0)
        first = self.hands[0][0] - 1 if self.hands else len(self.lines)
        return self._splice_lines(last or first, 0, line)

    def value(self, field: str) -> str | None:
        """Return the last value of the heading `field`, or `None`."""
        return dict(parse_heading(line) for _number, line in self.headings).get(field)

    @property
    def is_evening(self) -> bool:
        """Whether it names a form: an evening, not a match of two."""
        return self.value("form") is not None

    def _rewritten(self, index: int, line: str) -> LedgerText:
        old = self.lines[index]
        _verify_one_line(line)
        if line.strip() != strip_remark(line):
            return self._splice_lines(index, 1, line)
        lines = (*self.lines[:index], old.replace(strip_remark(old), line, 1), *self.lines[index + 1 :])
        return replace(self, lines=lines)

    def _splice_lines(self, index: int, count: int, *lines: str) -> LedgerText:
        """Return the text with `lines` in place of `count` others, with the line end of its first line."""
        for line in lines:
            _verify_one_line(line)
        end = self.line_end
        before = [line if line.endswith(tuple(LINE_ENDS)) else line + end for line in self.lines[:index]]
        new = [line + end for line in lines]
        return replace(self, lines=(*before, *new, *self.lines[index + count :]))

    @property
    def line_end(self) -> str:
        """The line end of the first line."""
        end = self.lines[0][len(self.lines[0].rstrip(LINE_ENDS)) :] if self.lines else ""
        return end or "\n"

    def _index(self, place: int) -> int:
        hands = self.hands
        if not 1 <= place <= len(hands):
            raise LedgerError(_("there is no hand {number}").format(number=place))
        return hands[place - 1][0] - 1


def _verify_one_line(line: str) -> None:
    """Raise `LedgerError` for a line that would become two."""
    if any(sign in line for sign in LINE_ENDS):
        raise LedgerError(_("there is a line break within the line"))


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
    if not found or not field or (field in WITH_COLON and not found[2]):
        return "", ""
    return field, found[3].strip()


def ledger_bytes(path: Path) -> bytes:
    """Return the content of the file `path`, of a longer one just enough for `decode_ledger` to refuse it."""
    with path.open("rb") as file:
        return file.read(LONGEST_LEDGER + 1)


def decode_ledger(data: bytes, where: str) -> str:
    """Return the bytes of a ledger as text. Raises `LedgerError` unless they are UTF-8, and not too long."""
    if len(data) > LONGEST_LEDGER:
        raise LedgerError(_("that is too long for an evening"), where=where)
    if data.startswith(_UTF_16) or b"\0" in data:  # each line break has one, without a byte order mark too
        encoding = "UTF-32" if b"\0\0\0" in data else "UTF-16"
        text = _("this is text in {encoding}: save it as UTF-8").format(encoding=encoding)
        raise LedgerError(text, where=where)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        text = _("this is not text in UTF-8, perhaps in a Windows code page: save it as UTF-8")
        number = data.count(b"\n", 0, error.start) + 1
        raise LedgerError(text, where=f"{where}:{number}") from error
