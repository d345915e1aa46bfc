"""Lines of a record, with their places for errors."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Final, NamedTuple

from ginrummy.game.cards import face_code, faces_of
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.game.shuffle import deck_text
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, RecordError
from ginrummy.rules import scoring
from ginrummy.rules.cards import is_card
from ginrummy.rules.scoring import HandScore, Sheet
from ginrummy.rules.types import SEATS, Seat
from ginrummy.text.record.notation import faces_text, lay_off_text, spread_text, turn_tokens
from ginrummy.variants import Variant
from ginrummy.variants.header_text import UNWRITABLE


def hand_heading_line(number: int, dealer: Seat) -> str:
    """Return the first line of hand `number` (from 0)."""
    return f"hand {number + 1} dealer {dealer}"


def deck_line(game: Game) -> str:
    """Return the line of a deck dealt without seeds."""
    return f"deck {deck_text(game.deck)}"


def deal_lines(game: Game) -> tuple[str, ...]:
    """Return the lines of the dealt hands and of the upcard, if one is turned."""
    dealt = Game.deal(game.variant, dealer=game.dealer, deck=game.deck).state
    hands = tuple(f"deal {seat} {faces_text(faces_of(dealt.hands[seat]))}" for seat in SEATS)
    return hands if not is_card(dealt.upcard) else (*hands, f"upcard {face_code(dealt.upcard)}")


def turn_lines(game: Game) -> Iterator[str]:
    """Yield the turns, two to a row, that of the non-dealer first."""
    tokens = turn_tokens(game.plays)
    for first in range(0, len(tokens), 2):
        yield " ".join([f"{first // 2 + 1}.", *tokens[first : first + 2]])


def showdown_lines(game: Game) -> Iterator[str]:
    """Yield the spread and the lay-offs, if they are made."""
    for seat, move, _face in game.plays:
        if move.kind is MoveKind.SPREAD:
            yield spread_text(move, game.state.hands[seat])
        elif move.kind is MoveKind.LAY_OFF:
            yield lay_off_text(move, game.state.hands[seat])


def score_line(score: HandScore) -> str:
    """Return the line of a hand's score: its ending, and for a winner the sum and any extra boxes."""
    kind = scoring.KIND_NAMES[score.kind]
    if score.winner == scoring.NOBODY:
        return f"score {kind}"
    sum_text = f"{score.difference}+{score.bonus}"
    if score.multiplier > 1:
        sum_text = f"({sum_text})*{score.multiplier}"
    extra = f" extra {score.extra_coups}" if score.extra_coups else ""
    return f"score {kind} {score.winner} {sum_text}={score.points}{extra}"


def sheet_line(variant: Variant, sheet: Sheet) -> str:
    """Return the line of the points in each column, and of the partie if one is played."""
    columns = [_pair(column.points) for column in sheet.columns[: variant.columns]]
    partie = ["partie", _pair(sheet.partie)] if scoring.plays_manches(variant) else []
    return " ".join(["sheet", *columns, *partie])


def result_line(match: Match) -> str:
    """Return the last line: the winner and the final totals, or that the match is unfinished."""
    if not match.is_over:
        return "result unfinished"
    return f"result {match.winner} {_pair(scoring.totals(match.variant, match.current_sheet))}"


def _pair(points: tuple[int, int]) -> str:
    return f"{points[0]}-{points[1]}"


LONGEST_RECORD: Final = 1 << 22
LONGEST_LINE: Final = 2000
LONGEST_EXCERPT: Final = 60
_KIND: Final = re.compile(r"\[|\d+\.(?: |$)|(?:hand|deck|deal|upcard|spread|lay|score|sheet|result)(?: |$)")
_BLANKS: Final = re.compile(r"[ \t]+")


class RecordLine(NamedTuple):
    """A line with content: its number in the file, its text without comment and extra blanks."""

    number: int
    text: str


class RecordLines:
    """Iterator over the lines of a record that have content."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_RECORD:
            raise RecordError(too_long_message(), clause="12.1")
        self._rest = _speaking_lines(text.removeprefix("\ufeff"))
        self._ahead: list[RecordLine] = []
        self._last = 0

    def peek(self) -> RecordLine | None:
        """Return the next line without consuming it, `None` at the end."""
        if not self._ahead:
            self._ahead.extend(islice(self._rest, 1))
        return self._ahead[0] if self._ahead else None

    def next_starts_with(self, start: str) -> bool:
        """Return whether the next line begins with `start`."""
        line = self.peek()
        return line is not None and line.text.startswith(start)

    def take(self) -> RecordLine:
        """Return and consume the next line. Raises `RecordError` at the end of the record."""
        line = self.peek()
        if line is None:
            raise RecordError(
                _("the record breaks off after this"), where=line_location(self._last), clause="12.3"
            )
        self._last = line.number
        self._ahead.clear()
        return line

    def expect_line(self, expected: str, *, clause: str) -> None:
        """Consume the next line, which must be `expected`; `clause` is the rule that determines it."""
        require_line(self.take(), expected, clause=clause)


def too_long_message() -> str:
    """Return the error for a text that is too long to read."""
    return _("this is longer than any record: more than {most} characters").format(most=LONGEST_RECORD)


def require_line(line: RecordLine, expected: str, *, clause: str) -> None:
    """Raise `RecordError` unless `line` is `expected`."""
    if line.text != expected:
        message = _("“{due}” is due here, not “{found}”").format(due=expected, found=excerpt(line.text))
        raise RecordError(message, where=line_location(line.number), clause=clause)


def line_location(number: int, token: str = "") -> str:
    """Return the place of an error, such as `line 12, “+7H-9C”`."""
    if not token:
        return _("line {number}").format(number=number)
    return _("line {number}, “{token}”").format(number=number, token=excerpt(token))


def excerpt(text: str) -> str:
    """Return `text`, cut if it is too long to show."""
    return text if len(text) <= LONGEST_EXCERPT else text[: LONGEST_EXCERPT - 1] + "…"


@contextmanager
def locate_errors(line: RecordLine, token: str = "") -> Iterator[None]:
    """Convert a refusal inside the block to a `RecordError` at `line`."""
    try:
        yield
    except GinRummyError as error:
        raise RecordError(error.what, where=line_location(line.number, token), clause=error.clause) from error


def _speaking_lines(text: str) -> Iterator[RecordLine]:
    for number, raw in enumerate(io.StringIO(text, newline="\n"), start=1):
        try:
            speaking = _speaking(raw.removesuffix("\n").removesuffix("\r"))
        except RecordError as error:
            raise RecordError(error.what, where=line_location(number), clause=error.clause) from error
        if speaking:
            yield RecordLine(number, speaking)


def _speaking(raw: str) -> str:
    """Return the content of a line, empty for a comment. Raises `RecordError` for an invalid line."""
    if len(raw) > LONGEST_LINE:
        message = _("a line has at most {most} characters").format(most=LONGEST_LINE)
        raise RecordError(message, clause="12.1")
    if UNWRITABLE.search(raw):
        raise RecordError(_("here stands a character that cannot be written on one line"), clause="12.1")
    text = raw.strip(" \t")
    if not text.startswith("["):
        text = _BLANKS.sub(" ", text.partition(";")[0]).strip(" ")
    if text and not _KIND.match(text):
        message = _("“{text}” is no line of a record").format(text=excerpt(text))
        raise RecordError(message, clause="12.1")
    return text
