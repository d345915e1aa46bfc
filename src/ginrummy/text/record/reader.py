"""Reader of records: the law replays every turn, and all derived lines are verified."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from ginrummy.game.cards import Hand, face_text, faces_of
from ginrummy.game.game import Game, Played
from ginrummy.game.match import Match
from ginrummy.game.moves import Move, MoveKind, remove_melds
from ginrummy.game.shuffle import parse_deck
from ginrummy.locale import _, language
from ginrummy.locale.argument_checks import as_text
from ginrummy.locale.errors import RecordError
from ginrummy.rules.types import Card, Face
from ginrummy.text.record.headers import DealOpening, RecordHeaders, read_headers, read_opening, read_variant
from ginrummy.text.record.lines import (
    RecordLines,
    deal_lines,
    hand_heading_line,
    locate_errors,
    require_line,
    result_line,
    score_line,
    sheet_line,
)
from ginrummy.text.record.notation import is_half_turn, parse_showdown_line, parse_turn
from ginrummy.text.record.writer import check_date
from ginrummy.variants import NamedVariant, Variant


class HandReplay:
    """A replay in progress.

    The plays are collected and joined at the end, so that the longest hand is read in linear time.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._plays: list[Played] = []
        self._is_half = False

    def replayed_game(self) -> Game:
        """Return the hand replayed so far."""
        return replace(self._game, plays=tuple(self._plays))

    def play_turn(self, token: str) -> None:
        """Play the turn in `token`. Raises `RecordError` or `IllegalMove`."""
        if self._is_half:
            raise RecordError(_("the turn before this one lacks its discard"), clause="4.5")
        for move, face in parse_turn(token):
            moved = self._play(move)
            if moved != face:
                raise _other_card(move, due=moved, found=face)
        self._is_half = is_half_turn(token)

    def play_showdown_line(self, text: str) -> None:
        """Play the spread or the lay-offs of the line `text`. Raises `RecordError` or `IllegalMove`."""
        move, rest = parse_showdown_line(text)
        hand = self._game.state.hands[self._game.turn]
        self._play(move)
        left = remove_melds(remove_melds(hand, move.laid), move.melds)
        if left != rest:
            message = _("in brackets stands what is left over: {due}")
            raise RecordError(message.format(due=_cards(left)), clause="2.6")

    def _play(self, move: Move) -> Face:
        """Play `move` and return the face that it moved, `NO_FACE` for none."""
        self._game = replace(self._game, plays=()).play(move)
        self._plays += self._game.plays
        return self._plays[-1].face


def _other_card(move: Move, *, due: Face, found: Face) -> RecordError:
    cards = {"due": face_text(due, language()), "found": face_text(found, language())}
    if move.kind is MoveKind.DRAW:
        return RecordError(_("the stock gives {due} here, not {found}").format(**cards), clause="3.6")
    return RecordError(_("on the pile lies {due} here, not {found}").format(**cards), clause="4.4")


def _cards(hand: Hand) -> str:
    return " ".join(face_text(face, language()) for face in faces_of(hand)) or "–"


_DEAL_CLAUSES: Final = ("3.2", "3.2", "3.3")


@dataclass(frozen=True, slots=True)
class Record:
    """Content of a record: the replayed match, its variant, the players, and the texts of its headers.

    A player's name is in Unicode's form NFC, in which names that look the same are equal.
    """

    match: Match
    variant: NamedVariant
    players: tuple[str, str]
    headers: dict[str, tuple[str, ...]]


def read_record(text: str) -> Record:
    """Return the record in `text`, replayed through the law.

    Raises `RecordError`, which names the line and the clause, for anything that differs.
    """
    lines = RecordLines(as_text(text, "read_record", error=RecordError))
    headers = read_headers(lines)
    variant = read_variant(headers)
    opening = read_opening(headers, variant.row)
    first, second = (normalize("NFC", name) for name in headers.require("Players").texts)
    _check_occasion(headers)
    match = _read_hands(lines, variant.row, opening)
    lines.expect_line(result_line(match), clause="9.6")
    _refuse_more(lines)
    texts = {name: header.texts for name, header in headers.entries.items()}
    return Record(match, variant, (first, second), texts)


def _check_occasion(headers: RecordHeaders) -> None:
    date = headers.get("Date")
    if date is not None:
        with locate_errors(date.line, "Date"):
            check_date(date.texts[0])


def _refuse_more(lines: RecordLines) -> None:
    line = lines.peek()
    if line is not None:
        with locate_errors(line):
            raise RecordError(_("nothing follows the result"), clause="12.1")


def _read_hands(lines: RecordLines, variant: Variant, opening: DealOpening) -> Match:
    def first(deck: tuple[Card, ...] | None) -> Match:
        if opening.seeds is not None:
            return Match.start(variant, opening.seeds, dealer=opening.dealer)
        return Match.from_deck(variant, deck or (), dealer=opening.dealer)

    match = _read_hand(lines, first, is_dealt=opening.seeds is not None, packs=variant.decks)
    while lines.next_starts_with("hand "):
        match = _read_hand(lines, match.next_hand, is_dealt=match.seeds is not None, packs=variant.decks)
    return match


def _read_hand(
    lines: RecordLines, deal: Callable[[tuple[Card, ...] | None], Match], *, is_dealt: bool, packs: int
) -> Match:
    """Read a hand to its end or to the end of the record; with `is_dealt` the seeds give the deck."""
    head = lines.take()
    if not head.text.startswith("hand "):
        with locate_errors(head):
            raise RecordError(_("here a hand begins, as in “hand 1 dealer 0”"), clause="12.1")
    deck = None if is_dealt else _read_deck(lines, packs)
    with locate_errors(head):
        match = deal(deck)
    require_line(head, hand_heading_line(match.number, match.game.dealer), clause="3.4")
    return _read_play(lines, match)


def _read_deck(lines: RecordLines, packs: int) -> tuple[Card, ...]:
    line = lines.take()
    if not line.text.startswith("deck "):
        with locate_errors(line):
            raise RecordError(_("without seeds the deck stands here"), clause="3.6")
    with locate_errors(line):
        return parse_deck(line.text.removeprefix("deck "), packs=packs)


def _read_play(lines: RecordLines, match: Match) -> Match:
    """Read a dealt hand, from its cards to its score or to the end of the record."""
    for due, clause in zip(deal_lines(match.game), _DEAL_CLAUSES, strict=False):
        lines.expect_line(due, clause=clause)
    replay = HandReplay(match.game)
    _read_rows(lines, replay)
    while lines.next_starts_with("spread ") or lines.next_starts_with("lay "):
        line = lines.take()
        with locate_errors(line):
            replay.play_showdown_line(line.text)
    match = replace(match, game=replay.replayed_game())
    if match.game.score is not None:
        lines.expect_line(score_line(match.game.score), clause="7")
        lines.expect_line(sheet_line(match.variant, match.current_sheet), clause="9")
    return match


def _read_rows(lines: RecordLines, replay: HandReplay) -> None:
    row = 1
    is_full = True
    while (line := lines.peek()) is not None and line.text[0] in "0123456789":
        number, *tokens = lines.take().text.split(" ")
        with locate_errors(line):
            if number != f"{row}.":
                raise RecordError(_("here row {number} is due").format(number=row), clause="12.1")
            if not is_full or not 1 <= len(tokens) <= 2:
                raise RecordError(
                    _("a row holds two turns, the last one of a hand may hold one"), clause="12.1"
                )
        for token in tokens:
            with locate_errors(line, token):
                replay.play_turn(token)
        is_full = len(tokens) == 2
        row += 1
