"""Text of a record position by position, from both seats or from one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from ginrummy.game.cards import Hand, face_text, faces_of
from ginrummy.game.game import Game
from ginrummy.game.view import View, view_of_game
from ginrummy.locale import _, language, ngettext
from ginrummy.rules import melds, scoring, spreads
from ginrummy.rules.card_encoding import is_card
from ginrummy.rules.types import SEATS, Face, Seat
from ginrummy.terminal.output import cards_text
from ginrummy.text.game_text import with_possible
from ginrummy.text.ledger.text_columns import in_columns
from ginrummy.text.play_by_play import ending_text, spread_text
from ginrummy.text.record import Record

INDENT: Final = " " * 8


class Position(NamedTuple):
    """Position in a record: the number of the hand, from 0, and the number of half-turns played in it."""

    hand: int
    played: int


def title_line(record: Record) -> str:
    """Return the variant, the players and the date."""
    date = record.headers.get("Date", ("",))[0]
    title = record.variant.title(language())
    first, second = record.players
    text = _("{variant}. {first} against {second}.").format(variant=title, first=first, second=second)
    return f"{text} {date}".rstrip()


def head_line(record: Record, hand: int) -> str:
    """Return the number of a hand, its dealer and the upcard."""
    game = record.match.games[hand]
    text = _("Hand {number}. {name} deals.").format(number=hand + 1, name=record.players[game.dealer])
    if not is_card(game.state.upcard):
        return text
    upcard = _("Upcard: {card}.").format(card=face_text(Face(game.state.upcard), language()))
    return f"{text} {upcard}"


def hand_rows(record: Record, game: Game, seat: Seat | None) -> list[str]:
    """Return the two hands, one per line: both open, or the other seat's as far as `seat` knows it."""
    rows = [[record.players[place], hand_text(game, place, seat)] for place in SEATS]
    return in_columns(rows, indent=INDENT)


def hand_text(game: Game, place: Seat, seat: Seat | None) -> str:
    """Return the melds and cards of seat `place`, or what `seat` knows of them."""
    view = view_of_game(game, place if seat is None else seat)
    if seat in (None, place) or view.shown is not None:
        return _arranged(game, game.state.hands[place])
    return _known_text(view)


def _arranged(game: Game, hand: Hand) -> str:
    shown = spreads.freest_spread(game.variant, hand, game.state.pile.cards)
    return f"{spread_text(shown)} ({melds.points_of(game.variant, shown.unmatched)})"


def _known_text(view: View) -> str:
    size = view.opponent_size
    text = ngettext("{size} card", "{size} cards", size).format(size=size)
    known, possible = faces_of(view.opponent_known), faces_of(view.opponent_possible)
    if known:
        text = _("{cards}, known: {known}").format(cards=text, known=cards_text(known))
    return with_possible(text, cards_text(possible)) if possible else text


def score_lines(record: Record, hand: int) -> Iterator[str]:
    """Yield the result of a hand and the sheet after it, or nothing before its end."""
    match = record.match
    score = match.games[hand].score
    if score is None:
        return
    yield ending_text(score, record.players)
    sheet = match.score_sheet.rows[hand].sheet
    rows = [[name, *(str(column.points[seat]) for column in sheet.columns[: match.variant.columns])]
            for seat, name in zip(SEATS, record.players, strict=True)]  # fmt: skip
    if scoring.plays_manches(match.variant):
        for row, points in zip(rows, sheet.partie, strict=True):
            row.append(_("partie: {points}").format(points=points))
    yield from in_columns(rows, right=range(1, len(rows[0])), indent=INDENT)


def result_line(record: Record) -> str:
    """Return the winner, or that the match is not over."""
    match = record.match
    if match.winner is None:
        return _("The match is not finished.")
    own, other = scoring.totals(match.variant, match.sheet_now)[:: 1 - 2 * match.winner]
    text = _("{name} has won the match, {own} to {other}.")
    return text.format(name=record.players[match.winner], own=own, other=other)
