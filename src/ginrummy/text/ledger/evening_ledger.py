"""Ledger of an evening of more people than two: its headings, and one hand a line (RULES 14).

Anna gin 31             against whom Anna plays now
Anna Boris knock 3 25   Anna against Boris: where any two may play
void                    at the only board, else: Anna void
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, takewhile
from types import MappingProxyType
from typing import Final, NamedTuple
from unicodedata import normalize

from ginrummy.game.evening import Evening, EveningError, start_evening
from ginrummy.game.evening_matches import BoardHand
from ginrummy.game.score_sheet import ending_title, parse_ending
from ginrummy.game.stakes import NO_STAKES, Stakes
from ginrummy.game.totals import Total, total_evening
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.rules.forms import SEAT_BOARDS, Form
from ginrummy.rules.types import NOBODY
from ginrummy.text.ledger.hand_line_parser import (
    NAMELESS,
    HandLine,
    LedgerError,
    has_nameless_ending,
    line_tokens,
    read_line,
    token_spans,
)
from ginrummy.text.ledger.ledger_text import LedgerText, TextPart
from ginrummy.text.ledger.score_ledger import (
    Heading,
    at_heading,
    load_heading_variant,
    parse_names,
    read_part_headings,
    validate_names,
)
from ginrummy.text.ledger.stakes_text import parse_stakes
from ginrummy.variants import NamedVariant
from ginrummy.variants.form_files import NamedForm, load_form

_BETWEEN_SIDES: Final = re.compile(r"\s[-–—]\s|/")
_COMMA: Final = re.compile("[,;]")
_DASHES: Final = ("-", "–", "—")
_NUMBERED: Final = re.compile(r"\s*([01])(?=\s)")


@dataclass(frozen=True, slots=True)
class EveningEntry:
    """A hand of an evening: the number of its line, the line as written, and what it says."""

    number: int
    text: str
    hand: BoardHand
    line: HandLine


@dataclass(frozen=True, slots=True)
class EveningLedger:
    """The hands of an evening as they are written down, and the evening that they make.

    The lines from the first that cannot be are `uncounted`, and `fault` says why: a correction of an earlier
    hand may have changed who sits down. An evening may have had `earlier` parts with other headings.
    """

    form: NamedForm
    variant: NamedVariant
    evening: Evening
    entries: tuple[EveningEntry, ...] = ()
    stakes: Stakes = NO_STAKES
    uncounted: tuple[tuple[int, str], ...] = ()
    fault: LedgerError | None = field(default=None, compare=False)
    earlier: tuple[EveningLedger, ...] = ()
    headings: Mapping[str, Heading] = field(default_factory=dict, compare=False)

    @property
    def people(self) -> tuple[str, ...]:
        """The names of the people, in order."""
        return self.evening.people

    @property
    def title(self) -> str:
        """The names of the people, with a dash between two sides."""
        return people_text(self.people, self.form.row)

    @property
    def parts(self) -> tuple[EveningLedger, ...]:
        """The parts of the evening; the last is this ledger."""
        return (*self.earlier, self)

    def hand_number(self, place: int) -> int:
        """Return the number by which the hand at `place` is corrected: its place in all parts, from 1."""
        return place + 1 + sum(len(part.entries) + len(part.uncounted) for part in self.earlier)

    @property
    def totals(self) -> tuple[Total, ...]:
        """Everybody's gains in all parts."""
        return total_evening((part.evening, part.stakes) for part in self.parts)

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of the people of all parts."""
        return tuple(total.name for total in self.totals)

    @property
    def faults(self) -> tuple[LedgerError, ...]:
        """The errors of all parts."""
        return tuple(part.fault for part in self.parts if part.fault)

    @property
    def lines(self) -> tuple[tuple[int, str], ...]:
        """The hands of all parts as written, with their numbers."""
        return tuple(line for part in self.parts for line in part.part_lines)

    @property
    def part_lines(self) -> tuple[tuple[int, str], ...]:
        """The hands of this part as written, with their numbers."""
        return (*((entry.number, entry.text) for entry in self.entries), *self.uncounted)

    @property
    def is_over(self) -> bool:
        """Whether no hand can follow."""
        return self.evening.is_over

    def append_line(self, text: str, *, number: int = 0) -> EveningLedger:
        """Return this ledger with one more hand; `number` is that of its line. Raises `LedgerError`."""
        if self.fault:
            told = _("first correct hand {number}: {error}")
            shown = told.format(number=self.uncounted[0][0], error=self.fault.what)
            raise LedgerError(shown, clause=self.fault.clause)
        (first, second), line = read_board_line(text, self.evening)
        try:
            evening = self.evening.play(first, second, line.score)
        except EveningError as error:
            raise LedgerError(error.what, clause=error.clause) from None
        entry = EveningEntry(number or len(self.entries) + 1, text, evening.hands[-1], line)
        return replace(self, evening=evening, entries=(*self.entries, entry))

    def append_lines(self, hands: Iterable[tuple[int, str]], *, where: str = "") -> EveningLedger:
        """Return this ledger with numbered `hands`; the first that cannot be is its `fault`."""
        ledger, hands = self, tuple(hands)
        for place, (number, line) in enumerate(hands):
            try:
                ledger = ledger.append_line(line, number=number)
            except GinRummyError as error:
                at = f"{where}:{number}" if where else str(number)
                fault = LedgerError(error.what, where=at, clause=error.clause)
                return replace(ledger, uncounted=hands[place:], fault=fault)
        return ledger


class RuleFiles(NamedTuple):
    """The variants and the forms that are already loaded, by the value of their heading."""

    variants: Mapping[str, NamedVariant] = MappingProxyType({})
    forms: Mapping[str, NamedForm] = MappingProxyType({})


NOTHING_LOADED: Final = RuleFiles()


def read_evening(text: str, *, where: str = "", **given: str) -> EveningLedger:
    """Return the evening in `text`; `given` headings (form, variant, players, dealer) precede its own.

    Raises `LedgerError`, which names the line, for an invalid one.
    """
    options = {field: Heading(value, f"--{field}") for field, value in given.items() if value}
    ledger = _read_parts(LedgerText.from_text(text).parts, options, where=where)
    if ledger.faults:
        raise ledger.faults[0]
    return ledger


def build_evening_ledger(text: LedgerText, loaded: RuleFiles = NOTHING_LOADED) -> EveningLedger:
    """Return the evening of a pad: hands are numbered from 1, without other lines.

    A hand that cannot be is a fault of the ledger. Raises `LedgerError` for a heading.
    """
    numbers = count(1)
    parts = [
        part._replace(hands=[(next(numbers), line) for _number, line in part.hands]) for part in text.parts
    ]
    return _read_parts(parts, {}, loaded)


def _read_parts(
    parts: Sequence[TextPart],
    given: dict[str, Heading],
    loaded: RuleFiles = NOTHING_LOADED,
    *,
    where: str | None = None,
) -> EveningLedger:
    """Return the evening of `parts`; what a part does not name is as before, but for its dealer.

    Errors name the line of a heading if `where` is given.
    """
    headings: dict[str, Heading] = {}
    ledger: EveningLedger | None = None
    for part in parts:
        own = read_part_headings(part.headings, f"{where}:" if where else "")
        if where is None:
            own = {field: heading._replace(place="") for field, heading in own.items()}
        headings = {field: headings[field] for field in headings if field != "dealer"} | own | given
        fresh = replace(
            start_ledger(headings, loaded), headings=headings, earlier=ledger.parts if ledger else ()
        )
        ledger = fresh.append_lines(part.hands, where=where or "")
        given = {}
    assert ledger is not None
    return ledger


def start_ledger(headings: Mapping[str, Heading], loaded: RuleFiles = NOTHING_LOADED) -> EveningLedger:
    """Return the evening of `headings`, before its first hand. Raises `LedgerError` with the place."""
    none = Heading("", "")
    if "form" not in headings:
        raise LedgerError(_("name a form before the first hand, such as “form: free”"), clause="14.1")
    with at_heading(headings["form"]):
        form = loaded.forms.get(headings["form"].value) or load_form(headings["form"].value)
    variant = loaded.variants.get(headings.get("variant", none).value) or load_heading_variant(headings)
    if "players" not in headings:
        told = _("first say who plays, as in “players: Anna, Boris, Clara”")
        raise LedgerError(told, where=headings["form"].place, clause="14.1")
    players, dealer = headings["players"], headings.get("dealer", none)
    with at_heading(players):
        people = read_people(players.value, form)
    validate_names(people, players.place)
    with at_heading(dealer):
        first = find_person(dealer.value, people) if dealer.value else NOBODY
    with at_heading(players):
        evening = start_evening(form.row, variant.row, people, dealer=first)
    stakes = headings.get("stakes", none)
    with at_heading(stakes):
        prices = parse_stakes(stakes.value) if stakes.value else NO_STAKES
    return EveningLedger(form, variant, evening, stakes=prices)


def read_people(text: str, form: NamedForm) -> tuple[str, ...]:
    """Return the names in `text`; a dash with blanks, or a slash, stands between two sides (14.4).

    Raises `LedgerError` for sides of unequal size.
    """
    parts = _BETWEEN_SIDES.split(text)
    if not (_COMMA.search(text) or "/" in text or (form.row.seating == SEAT_BOARDS and len(parts) == 2)):
        parts = [text]  # a dash between two names
    groups = [parse_names(part) for part in parts]
    sizes = {len(group) for group in groups}
    if form.row.seating == SEAT_BOARDS and len(groups) > 1 and (len(groups) > 2 or len(sizes) > 1):
        raise LedgerError(_("two sides of equal size belong here"), clause="14.4")
    return tuple(name for group in groups for name in group)


def people_text(people: Sequence[str], form: Form) -> str:
    """Return the names of `people` as `read_people` reads them, with a dash between two sides."""
    half = len(people) // 2
    sides = (people[:half], people[half:]) if form.seating == SEAT_BOARDS else (people,)
    return " – ".join(", ".join(side) for side in sides)


def read_board_line(text: str, evening: Evening) -> tuple[tuple[int, int], HandLine]:
    """Return the two people of a hand and what its line says. Raises `LedgerError` or `EveningError`."""
    tokens = line_tokens(text)
    if has_nameless_ending(tokens):
        board = _only_board(evening)
        return board, read_line(text, evening.variant, _names(evening, board))
    first, *others = leading_people(tokens, evening.people)
    second = others[0].person if others else evening.opponent(first.person)
    rest = _without_dashes(tokens[(others[0] if others else first).stop :])
    board = (first.person, second)
    return board, read_line(" ".join(("0", *rest)), evening.variant, _names(evening, board))


class PersonAtStart(NamedTuple):
    """A person at the start of a line, and the words of the name: from `start` up to `stop`."""

    person: int
    start: int
    stop: int


def leading_people(tokens: Sequence[str], people: Sequence[str]) -> tuple[PersonAtStart, ...]:
    """Return the one or two people at the start of `tokens`. Raises `LedgerError` if there is none."""
    person, words = person_at_start(tokens, people)
    first = PersonAtStart(person, 0, words)
    start = words + sum(1 for _dash in takewhile(_DASHES.__contains__, tokens[words:]))
    if not _begins_with_person(tokens[start:], people):
        return (first,)
    person, words = person_at_start(tokens[start:], people)
    return first, PersonAtStart(person, start, start + words)


def translate_ending(line: str, people: Sequence[str]) -> str:
    """Return a hand's `line` with its ending in the words of the current language.

    A line without one of `people` at its start is returned unchanged. The seats 0 and 1 become names.

    >>> from ginrummy.locale import using_language
    >>> with using_language("fr"):
    ...     translate_ending("Anna knock 3–25", ("Anna", "Boris"))
    'Anna frappe 3–25'
    """
    line = normalize("NFC", line)
    if len(people) == len(NAMELESS) and (found := _NUMBERED.match(line)) is not None:
        line = people[int(found[1])] + line[found.end() :]
    tokens = line_tokens(line)
    try:
        start = 0 if has_nameless_ending(tokens) else leading_people(tokens, people)[-1].stop
    except LedgerError:
        return line
    for place in range(start, len(tokens)):
        ending = parse_ending(tokens[place:])
        if ending is not None:
            kind, count = ending
            spans = token_spans(line)
            return line[: spans[place][0]] + ending_title(kind) + line[spans[place + count - 1][1] :]
    return line


def _names(evening: Evening, board: tuple[int, int]) -> tuple[str, str]:
    return evening.people[board[0]], evening.people[board[1]]


def _without_dashes(tokens: Sequence[str]) -> list[str]:
    return [token for token in tokens if token not in _DASHES]


def _only_board(evening: Evening) -> tuple[int, int]:
    if not evening.boards:
        raise LedgerError(_("say who has played the hand"), clause="14.3")
    if len(evening.boards) > 1:
        raise LedgerError(_("say whose hand it was: several boards are in play"), clause="14.11")
    return evening.boards[0]


def _begins_with_person(tokens: Sequence[str], people: Sequence[str]) -> bool:
    """Return whether `tokens` begin with one more person, not with an ending or a number."""
    if not tokens or parse_ending(tokens) is not None:
        return False
    return bool(_people_at_start(tokens, people)) or len(_people_meant(tokens[0], people)) == 1


def person_at_start(tokens: Sequence[str], people: Sequence[str]) -> tuple[int, int]:
    """Return the person named at the start of `tokens`, and the number of words of the name.

    If several names match, the longest is meant. A beginning will do if it fits one person only. Raises
    `LedgerError` for any other word.
    """
    if not tokens:
        raise LedgerError(_("the line does not say how the hand ended"))
    named = _people_at_start(tokens, people)
    if named:
        return max(named, key=lambda found: found[1])
    return find_person(tokens[0], people), 1


def find_person(word: str, people: Sequence[str]) -> int:
    """Return the person called `word`, or whose name alone begins with it. Raises `LedgerError`."""
    word = normalize("NFC", word)
    for person, name in enumerate(people):
        if name.casefold() == word.casefold():
            return person
    meant = _people_meant(word, people)
    if len(meant) != 1:
        text = _("“{word}” is no player; there are: {players}")
        raise LedgerError(text.format(word=word, players=", ".join(people)))
    return meant[0]


def _people_at_start(tokens: Sequence[str], people: Sequence[str]) -> list[tuple[int, int]]:
    """Return each person whose full name begins `tokens`, with the number of its words."""
    said = [token.casefold() for token in tokens]
    names = [(person, name.casefold().split()) for person, name in enumerate(people)]
    return [(person, len(words)) for person, words in names if said[: len(words)] == words]


def _people_meant(word: str, people: Sequence[str]) -> list[int]:
    return [person for person, name in enumerate(people) if name.casefold().startswith(word.casefold())]
