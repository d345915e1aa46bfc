"""A whole ledger: its heading, its hands, the sheet after each, and the lines that come after the end."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ginrummy.card_seat_types import NOBODY, Seat
from ginrummy.errors import GinRummyError, on_one_line, placed
from ginrummy.ledger.ending_words import endings
from ginrummy.ledger.hand_line_parser import NAMELESS, HandLine, LedgerError, read_line, read_player
from ginrummy.ledger.score_sheet import BLANK, ScoreSheet, SheetRow, sheet_row
from ginrummy.locale import _
from ginrummy.rules import scoring
from ginrummy.rules.scoring import Sheet
from ginrummy.variants import NamedVariant, load_variant

_HEADINGS: Final = {
    "variant": "variant", "variante": "variant", "вариант": "variant",
    "players": "players", "joueurs": "players", "игроки": "players",
    "dealer": "dealer", "donneur": "dealer", "сдающий": "dealer", "сдаёт": "dealer", "сдает": "dealer",
}  # fmt: skip
_HEADING: Final = re.compile(r"\s*([^\W\d_]+)\s*(?:[:=]\s*|\s+)(.*)")
_NAME: Final = re.compile(r"[^\W\d_][^:()]*")
LONGEST_NAME: Final = 40
_BETWEEN_NAMES: Final = (re.compile("[,;]"), re.compile(r"\s[-–—]\s"), re.compile(r"\s"))
_COMMENT: Final = re.compile(r"(?:^|\s)#.*")


@dataclass(frozen=True, slots=True)
class Entry:
    """A hand of the ledger: its line, who dealt it if that is known, its row of the sheet."""

    number: int
    text: str
    line: HandLine
    dealer: Seat
    row: SheetRow

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that the hand is written in, from 1."""
        return tuple(place // 2 + 1 for place, mark in enumerate(self.row.marks) if mark != BLANK)

    @property
    def sheet(self) -> Sheet:
        """The sheet after the hand."""
        return self.row.sheet


@dataclass(frozen=True, slots=True)
class Ledger:
    """The hands of a match as they are written down; a change is a new ledger, all of it computed anew.

    `lines` are the hands with their line numbers; those that come after the end of the match are `unplayed`.
    `called` is how the variant was asked for, where that is not its name: the file of a house rule.
    """

    variant: NamedVariant
    players: tuple[str, str] = NAMELESS
    dealer: Seat = NOBODY
    lines: tuple[tuple[int, str], ...] = ()
    entries: tuple[Entry, ...] = ()
    called: str = ""

    @property
    def unplayed(self) -> tuple[tuple[int, str], ...]:
        """The lines after the end of the match."""
        return self.lines[len(self.entries) :]

    @property
    def score_sheet(self) -> ScoreSheet:
        """The score sheet that the hands make."""
        return ScoreSheet(self.variant.row, tuple(entry.row for entry in self.entries))

    @property
    def sheet(self) -> Sheet:
        """The sheet of the law after the last hand."""
        return self.entries[-1].sheet if self.entries else scoring.new_sheet()

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return scoring.is_over(self.sheet)

    @property
    def winner(self) -> Seat:
        """The seat that has won the match, `NOBODY` while it goes on."""
        return Seat(scoring.match_winner(self.variant.row, self.sheet))

    @property
    def next_dealer(self) -> Seat:
        """The seat that deals the next hand, `NOBODY` where that is not known or there is none."""
        if self.is_over or self.dealer == NOBODY:
            return NOBODY
        if not self.entries:
            return self.dealer
        last = self.entries[-1]
        return Seat(scoring.next_dealer(self.variant.row, last.dealer, last.line.score.winner))

    def written(self, texts: Iterable[tuple[int, str]], *, where: str = "") -> Ledger:
        """Return this ledger with the hands `texts` and no others; raises `LedgerError` for a wrong line."""
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

    def with_line(self, text: str) -> Ledger:
        """Return this ledger with one hand more; raises `LedgerError`, also when the match is over."""
        if self.is_over:
            raise LedgerError(_("the match is over"), clause="9.1")
        return self.with_hand(read_line(text, self.variant.row, self.players), text)

    def with_hand(self, line: HandLine, text: str = "") -> Ledger:
        """Return this ledger with one hand more, which may have come from a table: nobody wrote it down."""
        number = len(self.lines) + 1
        entry = self._entry(line, number, text)
        return replace(self, lines=(*self.lines, (number, text)), entries=(*self.entries, entry))

    def without_last(self) -> Ledger:
        """Return this ledger less its last hand."""
        return self.written(self.lines[:-1])

    def corrected(self, place: int, text: str) -> Ledger:
        """Return this ledger with hand `place`, counted from 1, replaced; all hands are computed anew."""
        self._refuse_place(place)
        number = self.lines[place - 1][0]
        return self.written([*self.lines[: place - 1], (number, text), *self.lines[place:]])

    def deleted(self, place: int) -> Ledger:
        """Return this ledger less hand `place`, counted from 1; all hands are computed anew."""
        self._refuse_place(place)
        texts = [text for _number, text in self.lines]
        return self.written(enumerate([*texts[: place - 1], *texts[place:]], start=1))

    def inserted(self, place: int, text: str) -> Ledger:
        """Return this ledger with a hand more before hand `place`, counted from 1; all are computed anew."""
        self._refuse_place(place)
        texts = [text for _number, text in self.lines]
        return self.written(enumerate([*texts[: place - 1], text, *texts[place - 1 :]], start=1))

    def _entry(self, line: HandLine, number: int, text: str) -> Entry:
        """Return the entry of a hand that comes after the last one."""
        row = sheet_row(self.variant.row, self.sheet, line.score)
        return Entry(number, text, line, self.next_dealer, row)

    def _refuse_place(self, place: int) -> None:
        if not 1 <= place <= len(self.lines):
            raise LedgerError(_("there is no hand {number}").format(number=place))

    def retitled(self, field: str, text: str) -> Ledger:
        """Return this ledger with another `variant`, `players` or `dealer`; all hands are computed anew."""
        if field == "variant":
            changed = replace(self, variant=load_variant(text), called=text)
        elif field == "players":
            changed = replace(self, players=_with_names("", text))
        else:
            changed = replace(self, dealer=_seat(text, self.players, ""))
        return changed.written(self.lines)

    def __str__(self) -> str:
        """Return the text of the ledger; `read_ledger` reads it back."""
        heading = [f"variant: {self.called or self.variant.name}"]
        if self.players != NAMELESS:
            heading.append(f"players: {', '.join(self.players)}")
        if self.dealer != NOBODY:
            heading.append(f"dealer: {self.players[self.dealer]}")
        return "\n".join([*heading, *(text for _number, text in self.lines)]) + "\n"


def heading_of(line: str) -> tuple[str, str]:
    """Return the field of a heading line (`players: Anna, Boris`) and its value, or two empty texts."""
    found = _HEADING.fullmatch(line)
    field = _HEADINGS.get(found[1].casefold(), "") if found else ""
    return (field, found[2].strip()) if found and field else ("", "")


def read_ledger(
    text: str,
    *,
    where: str = "",
    variant: str = "",
    players: str = "",
    dealer: str = "",
    default: str = "standard",
) -> Ledger:
    """Return the ledger that stands in `text`; what is given (as in a heading) comes before its heading.

    Raises `LedgerError`, which says the line, for a line that cannot be right.
    """
    heading = {"variant": variant, "players": players, "dealer": dealer}
    places = dict.fromkeys(heading, "")
    hands: list[tuple[int, str]] = []
    seen: set[str] = set()
    for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = _COMMENT.sub("", raw).strip()
        field, value = heading_of(line)
        place = f"{where}:{number}" if where else str(number)
        if field:
            _refuse_heading(line, place, is_late=bool(hands), is_there=field in seen)
            seen.add(field)
            places[field] = "" if heading[field] else place
            heading[field] = heading[field] or value
        elif line:
            hands.append((number, line))
    with_names = _with_names(places["players"] or "--players", heading["players"])
    called = heading["variant"] or default
    named = _load(called, places["variant"])
    seat = _seat(heading["dealer"], with_names, places["dealer"] or "--dealer")
    return Ledger(named, with_names, seat, called=called).written(hands, where=where)


def _refuse_heading(line: str, place: str, *, is_late: bool, is_there: bool) -> None:
    """Raise `LedgerError` for a heading after the first hand, and for one that stands there already."""
    late, twice = (
        _("“{line}”: headings stand before the first hand"),
        _("“{line}”: there is such a heading already"),
    )
    if is_late or is_there:
        shown = on_one_line(line, LONGEST_NAME)
        raise LedgerError((late if is_late else twice).format(line=shown), where=place)


def _with_names(where: str, text: str) -> tuple[str, str]:
    if not text:
        return NAMELESS
    names = names_in(text)
    if len(names) != 2:
        raise LedgerError(_("two names belong here, a comma between them"), where=where)
    refuse_names(names, where)
    return names[0], names[1]


def names_in(text: str) -> list[str]:
    """Return the names that `text` lists: between commas, else between dashes, else word by word.

    >>> names_in("Anna Maria, Boris"), names_in("Anna – Boris"), names_in("Anna Boris")
    (['Anna Maria', 'Boris'], ['Anna', 'Boris'], ['Anna', 'Boris'])
    """
    parts = [text]
    for between in _BETWEEN_NAMES:
        parts = [" ".join(part.split()) for part in between.split(text.strip())]
        if len(parts) > 1:
            break
    return [part for part in parts if part not in ("", "-", "–", "—")]


def refuse_names(names: Sequence[str], where: str) -> None:
    """Raise `LedgerError` for names that a line could not tell from something else."""
    for name in names:
        reason = _complaint_about(name)
        if reason:
            shown = on_one_line(name, LONGEST_NAME)
            message = _("“{name}” cannot be a player's name here: {reason}")
            raise LedgerError(message.format(name=shown, reason=reason), where=where)
    if names[0].casefold() == names[1].casefold():
        raise LedgerError(_("both players have the same name"), where=where)


def _complaint_about(name: str) -> str:
    """Return why nobody can be called `name` in a ledger, nothing where somebody can."""
    word = name.casefold()
    if len(name) > LONGEST_NAME:
        return _("it is longer than {most} characters").format(most=LONGEST_NAME)
    if not name.isprintable():
        return _("it holds a character that cannot be printed")
    if word in endings():
        return _("the word says how a hand ends")
    if word in _HEADINGS:
        return _("the word begins a heading")
    if not _NAME.fullmatch(name):
        return _("a name begins with a letter and holds no colon and no bracket")
    return ""


def _load(name: str, place: str) -> NamedVariant:
    try:
        return load_variant(name)
    except GinRummyError as error:
        if not place:
            raise
        inner = placed(place, error.where) if error.where else place
        raise LedgerError(error.what, where=inner, clause=error.clause) from None


def _seat(text: str, players: tuple[str, str], place: str) -> Seat:
    if not text:
        return NOBODY
    try:
        return read_player(text, players)
    except LedgerError as error:
        raise LedgerError(error.what, where=place) from None
