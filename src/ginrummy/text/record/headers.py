"""Headers of a record: bracketed lines with quoted texts, and their order."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import RecordError
from ginrummy.text.record.lines import Line, Lines, excerpt, place
from ginrummy.variants.header_text import fault_of

VERSION: Final = "1"
SIZES: Final = {
    "GinRummy": 1, "Variant": 1, "House": 1, "Title": 2, "Rule": 2, "Players": 2, "Date": 1, "Site": 1,
    "Commitment": 1, "Secret": 1, "Cuts": 2, "Seals": 2, "Nonces": 2, "Cut": 1, "Dealer": 1,
}  # fmt: skip
REPEATED: Final = ("Title", "Rule")
_TEXT: Final = r'"(?:[^"\\]|\\["\\])*"'
_TEXTS: Final = re.compile(rf"(?<= ){_TEXT}")
_COMMENT: Final = r"[ \t]*(?:;.*)?"
_HEADER: Final = re.compile(rf"\[([A-Za-z]+)((?: +{_TEXT})+)\]{_COMMENT}")
_PLAIN: Final = r'(?:true|false|[0-9]{1,7}|"[a-z_]{1,30}")'
_TABLE: Final = rf"\{{ [a-z_]+ = {_PLAIN}(?:, [a-z_]+ = {_PLAIN})* \}}"
_RULE: Final = re.compile(rf"\[Rule +([a-z_]+) = ({_PLAIN}|{_TABLE})\]{_COMMENT}")


class Header(NamedTuple):
    """A header: its place, its name and its texts. A rule's texts are its field and its value in TOML."""

    line: Line
    name: str
    texts: tuple[str, ...]

    @property
    def where(self) -> str:
        """Its place, for an error."""
        return place(self.line.number, self.name)


@dataclass(frozen=True, slots=True)
class Headers:
    """The headers of a record by name; a title's key is `Title fr`, a rule's `Rule gin_bonus`."""

    entries: dict[str, Header]

    def get(self, name: str) -> Header | None:
        """Return the header called `name`, or `None`."""
        return self.entries.get(name)

    def need(self, name: str) -> Header:
        """Return the header called `name`. Raises `RecordError` if it is missing."""
        if name not in self.entries:
            raise RecordError(_("the header [{name}] is missing").format(name=name), clause="12.1")
        return self.entries[name]

    def all_of(self, name: str) -> tuple[Header, ...]:
        """Return the headers called `name`, of which there may be many."""
        return tuple(header for header in self.entries.values() if header.name == name)


def header_line(name: str, *texts: str) -> str:
    """Return a header line. Raises `RecordError` for texts that no reader would accept."""
    if SIZES.get(name) != len(texts):
        raise RecordError(_size_refusal(name), where=name, clause="12.1")
    for text in texts:
        if fault := fault_of(text):
            raise RecordError(fault, where=name, clause="12.1")
    return f"[{' '.join([name, *map(quoted, texts)])}]"


def quoted(text: str) -> str:
    """Return `text` in quotation marks, quoted as in TOML."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _unquoted(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text[1:-1])


def read_headers(lines: Lines) -> Headers:
    """Return the headers at the start of `lines`. Raises `RecordError` for wrong, unknown, repeated ones."""
    entries = {"GinRummy": _read_version(lines)}
    while lines.begins("["):
        header = parse_header(lines.take())
        key = f"{header.name} {header.texts[0]}" if header.name in REPEATED else header.name
        if key in entries:
            raise RecordError(_("this header is there already"), where=header.where, clause="12.1")
        entries[key] = header
    return Headers(entries)


def _read_version(lines: Lines) -> Header:
    line = lines.peek()
    header = parse_header(line) if line is not None and line.text.startswith("[GinRummy") else None
    if header is None:
        number = 1 if line is None else line.number
        message = _('a record begins with [GinRummy "{version}"]').format(version=VERSION)
        raise RecordError(message, where=place(number), clause="12.1")
    if header.texts != (VERSION,):
        message = _("this is a record of version {found}; version {known} is read here")
        found = excerpt(header.texts[0])
        raise RecordError(message.format(found=found, known=VERSION), where=header.where, clause="12.1")
    lines.take()
    return header


def parse_header(line: Line) -> Header:
    """Return the header in `line`. Raises `RecordError` if it is none."""
    rule = _RULE.fullmatch(line.text)
    if rule:
        return Header(line, "Rule", (rule[1], rule[2].strip()))
    found = _HEADER.fullmatch(line.text)
    if found is None or found[1] == "Rule":
        message = _("“{text}” is no header").format(text=excerpt(line.text))
        raise RecordError(message, where=place(line.number), clause="12.1")
    texts = tuple(_unquoted(text) for text in _TEXTS.findall(found[2]))
    header = Header(line, found[1], texts)
    if SIZES.get(header.name) != len(texts):
        raise RecordError(_size_refusal(header.name), where=header.where, clause="12.1")
    return header


def _size_refusal(name: str) -> str:
    if name not in SIZES:
        return _("there is no such header; there are: {known}").format(known=", ".join(SIZES))
    size = SIZES[name]
    text = ngettext("this header takes {size} text in quotation marks",
                    "this header takes {size} texts in quotation marks", size)  # fmt: skip
    return text.format(size=size)
