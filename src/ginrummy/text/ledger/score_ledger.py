"""Ledger of a match: its heading, its hands, the sheet after each, and the lines after the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, NamedTuple
from unicodedata import normalize

from ginrummy.game.score_sheet import BLANK, ScoreSheet, SheetRow, endings_by_words, sheet_row
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, on_one_line, prefix_place
from ginrummy.rules import scoring
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.types import NOBODY, Seat
from ginrummy.text.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line, read_player
from ginrummy.text.ledger.ledger_text import HEADINGS, WITH_COLON, LedgerText, parse_heading
from ginrummy.variants import NamedVariant, load_variant

_NAME: Final = re.compile(r"[^\W\d_][^:()]*")
LONGEST_NAME: Final = 40
_BETWEEN_NAMES: Final = (re.compile("[,;]"), re.compile(r"\s[-–—]\s"), re.compile(r"\s"))
DEFAULT_VARIANT: Final = "standard"


class Heading(NamedTuple):
    """The value of a heading, and its place for errors."""

    value: str
    place: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand of the ledger: its line, its dealer if known, its row of the sheet."""

    number: int
    text: str
    line: HandLine
    dealer: Seat
    row: SheetRow

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns with the hand, from 1."""
        return tuple(place // 2 + 1 for place, mark in enumerate(self.row.marks) if mark != BLANK)

    @property
    def sheet(self) -> Sheet:
        """The sheet after the hand."""
        return self.row.sheet


@dataclass(frozen=True, slots=True)
class Ledger:
    """The hands of a match as they are written down; a change creates a new ledger, recomputed in full.

    `lines` are the hands with their numbers. Those after the end of the match are `unplayed`.
    """

    variant: NamedVariant
    players: tuple[str, str] = NAMELESS
    dealer: Seat = NOBODY
    lines: tuple[tuple[int, str], ...] = ()
    entries: tuple[Entry, ...] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the players."""
        return self.players

    @property
    def faults(self) -> tuple[LedgerError, ...]:
        """No errors: a line that cannot be is refused at once, since no other line can change that."""
        return ()

    @property
    def surplus_lines(self) -> tuple[tuple[int, str], ...]:
        """The lines after the end of the match."""
        return self.lines[len(self.entries) :]

    @property
    def score_sheet(self) -> ScoreSheet:
        """The score sheet of the hands."""
        return ScoreSheet(self.variant.row, tuple(entry.row for entry in self.entries))

    @property
    def law_sheet(self) -> Sheet:
        """The sheet of the law after the last hand."""
        return self.entries[-1].sheet if self.entries else scoring.new_sheet()

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return scoring.is_match_over(self.law_sheet)

    @property
    def winner(self) -> Seat:
        """The seat that has won the match, or `NOBODY` before its end."""
        return Seat(scoring.match_winner(self.variant.row, self.law_sheet))

    @property
    def next_dealer(self) -> Seat:
        """The dealer of the next hand, or `NOBODY` if unknown or after the last hand."""
        if self.is_over or self.dealer == NOBODY:
            return NOBODY
        if not self.entries:
            return self.dealer
        last = self.entries[-1]
        return Seat(scoring.next_dealer(self.variant.row, last.dealer, last.line.score.winner))

    def replace_hands(self, texts: Iterable[tuple[int, str]], *, where: str = "") -> Ledger:
        """Return this ledger with exactly the hands `texts`. Raises `LedgerError` for an invalid line."""
        lines, entries = tuple(texts), list[Entry]()
        last = replace(self, lines=(), entries=())
        for number, text in lines:
            try:
                line = read_line(text, self.variant.row, self.players)
            except GinRummyError as error:
                place = f"{where}:{number}" if where else str(number)
                raise LedgerError(error.what, where=place, clause=error.clause) from None
            if not last.is_over:
                entries.append(last._entry(line, number, text))
                last = replace(last, entries=(entries[-1],))
        return replace(self, lines=lines, entries=tuple(entries))

    def append_line(self, text: str) -> Ledger:
        """Return this ledger with one more hand. Raises `LedgerError`, also after the end of the match."""
        if self.is_over:
            raise LedgerError(_("the match is over"), clause="9.1")
        return self.append_hand(read_line(text, self.variant.row, self.players), text)

    def append_hand(self, line: HandLine, text: str = "") -> Ledger:
        """Return this ledger with one more hand, which may come from a table and then has no text."""
        number = len(self.lines) + 1
        entry = self._entry(line, number, text)
        return replace(self, lines=(*self.lines, (number, text)), entries=(*self.entries, entry))

    def _entry(self, line: HandLine, number: int, text: str) -> Entry:
        """Return the entry of a hand after the last one."""
        row = sheet_row(self.variant.row, self.law_sheet, line.score)
        return Entry(number, text, line, self.next_dealer, row)


def read_ledger(
    text: str, *, where: str = "", variant: str = "", players: str = "", dealer: str = ""
) -> Ledger:
    """Return the ledger in `text`; the arguments, written as in a heading, precede its heading.

    Raises `LedgerError`, which names the line, for an invalid one.
    """
    lines = LedgerText.from_text(text)
    headings = read_headings(lines, f"{where}:" if where else "")
    given = {"variant": variant, "players": players, "dealer": dealer}
    headings |= {field: Heading(value, f"--{field}") for field, value in given.items() if value}
    return _empty_ledger(headings).replace_hands(lines.hands, where=where)


def build_pad_ledger(text: LedgerText, named: NamedVariant | None = None) -> Ledger:
    """Return the ledger of a pad: hands, also in errors, are numbered from 1, without other lines.

    `named` is the variant named in the text, if it is already loaded.
    """
    hands = enumerate((line for _number, line in text.hands), start=1)
    headings = read_headings(text, "")
    return _empty_ledger(
        {field: each._replace(place="") for field, each in headings.items()}, named
    ).replace_hands(hands)


def read_headings(text: LedgerText, prefix: str) -> dict[str, Heading]:
    """Return the headings by field. Raises `LedgerError` for a late or repeated heading."""
    _first, *late = text.parts
    found = read_part_headings(text.headings, prefix)
    for number, line in late[0].headings if late else ():
        fault = _("“{line}”: headings stand before the first hand")
        raise LedgerError(fault.format(line=on_one_line(line, LONGEST_NAME)), where=f"{prefix}{number}")
    return found


def read_part_headings(lines: Iterable[tuple[int, str]], prefix: str) -> dict[str, Heading]:
    """Return numbered headings by field. Raises `LedgerError` for a repeated one."""
    found = dict[str, Heading]()
    numbers = dict[str, int]()
    for number, line in lines:
        field, value = parse_heading(line)
        if field in found:
            fault = _("“{line}”: there is such a heading already, in line {number}")
            shown = fault.format(line=on_one_line(line, LONGEST_NAME), number=numbers[field])
            raise LedgerError(shown, where=f"{prefix}{number}")
        found[field], numbers[field] = Heading(value, f"{prefix}{number}"), number
    return found


def _empty_ledger(headings: Mapping[str, Heading], named: NamedVariant | None = None) -> Ledger:
    """Return a ledger without hands from its headings."""
    none = Heading("", "")
    players, dealer = headings.get("players", none), headings.get("dealer", none)
    if "form" in headings:
        text = _("a form is for the file of an evening: this is a match of two players")
        raise LedgerError(text, where=headings["form"].place, clause="14.1")
    if "stakes" in headings:
        text = _("stakes are for an evening: name a form, such as “form: free”")
        raise LedgerError(text, where=headings["stakes"].place, clause="14.13")
    named = named or load_heading_variant(headings)
    names = _with_names(players.place, players.value)
    return Ledger(named, names, _seat(dealer.value, names, dealer.place))


def _with_names(where: str, text: str) -> tuple[str, str]:
    if not text:
        return NAMELESS
    names = parse_names(text)
    if len(names) != 2:
        raise LedgerError(_("two names belong here, a comma between them"), where=where)
    validate_names(names, where)
    if names[0].casefold() == names[1].casefold():
        raise LedgerError(_("both players have the same name"), where=where)
    return names[0], names[1]


def parse_names(text: str) -> list[str]:
    """Return the names listed in `text`: separated by commas, else by dashes, else by spaces.

    >>> parse_names("Anna Maria, Boris"), parse_names("Anna – Boris"), parse_names("Anna Boris")
    (['Anna Maria', 'Boris'], ['Anna', 'Boris'], ['Anna', 'Boris'])
    """
    text = normalize("NFC", text)
    parts = [text]
    for between in _BETWEEN_NAMES:
        parts = [" ".join(part.split()) for part in between.split(text.strip())]
        if len(parts) > 1:
            break
    return [part for part in parts if part not in ("", "-", "–", "—")]


def validate_names(names: Sequence[str], where: str) -> None:
    """Raise `LedgerError` for names that are ambiguous in a line."""
    for name in names:
        reason = _complaint_about(name)
        if reason:
            shown = on_one_line(name, LONGEST_NAME)
            message = _("“{name}” cannot be a player's name here: {reason}")
            raise LedgerError(message.format(name=shown, reason=reason), where=where)


def _complaint_about(name: str) -> str:
    """Return why `name` is not allowed as a player's name, or an empty text."""
    word = name.casefold()
    if len(name) > LONGEST_NAME:
        return _("it is longer than {most} characters").format(most=LONGEST_NAME)
    if not name.isprintable():
        return _("it holds a character that cannot be printed")
    if word in endings_by_words():
        return _("the word says how a hand ends")
    if word in HEADINGS and HEADINGS[word] not in WITH_COLON:
        return _("the word begins a heading")
    if not _NAME.fullmatch(name):
        return _("a name begins with a letter and holds no colon and no bracket")
    return ""


def load_heading_variant(headings: Mapping[str, Heading]) -> NamedVariant:
    """Return the variant that `headings` name. Raises `LedgerError` with its place."""
    heading = headings.get("variant", Heading(DEFAULT_VARIANT, ""))
    with at_heading(heading):
        return load_variant(heading.value)


@contextmanager
def at_heading(heading: Heading) -> Iterator[None]:
    """Give an error inside the place of `heading`."""
    try:
        yield
    except GinRummyError as error:
        inner = prefix_place(heading.place, error.where) if error.where else heading.place
        raise LedgerError(error.what, where=inner, clause=error.clause) from None


def _seat(text: str, players: tuple[str, str], place: str) -> Seat:
    if not text:
        return NOBODY
    try:
        return read_player(text, players)
    except LedgerError as error:
        raise LedgerError(error.what, where=place) from None
