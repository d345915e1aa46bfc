"""A record as it is told: the hands position by position, in words, as both seats or one of them saw it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from ginrummy.cards import Hand, face_text, faces_of
from ginrummy.cli.paper import cards_text, melds_text
from ginrummy.game import Game
from ginrummy.ledger.columns import in_columns
from ginrummy.locale import N_, _, language, ngettext, pgettext
from ginrummy.match import sheets_of
from ginrummy.moves import MoveKind, held
from ginrummy.record import Record
from ginrummy.rules import melds, scoring, showdown, spreads
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.spreads import Spread
from ginrummy.view import HIDDEN, View, view_of_game

INDENT: Final = " " * 8
_SEEN: Final = {
    MoveKind.PASS: N_("{name} passes."),
    MoveKind.TAKE: N_("{name} takes the {card}."),
    MoveKind.DRAW: N_("{name} draws the {card}."),
    MoveKind.DISCARD: N_("{name} discards the {card}."),
    MoveKind.KNOCK: N_("{name} knocks and puts the {card} face down."),
    MoveKind.GIN: N_("{name} goes gin and puts the {card} face down."),
    MoveKind.BIG_GIN: N_("{name} has big gin!"),
}
_UNSEEN: Final = {
    MoveKind.DRAW: N_("{name} draws from the stock."),
    MoveKind.KNOCK: N_("{name} knocks!"),
    MoveKind.GIN: N_("{name} goes gin!"),
}
_UNSCORED: Final = {
    scoring.VOID: N_("The hand is void: nobody scores."),
    scoring.TIE: N_("A tie: nobody scores."),
    scoring.GIN_VOID: N_("Gin, but the defender has no deadwood left: it is void."),
    scoring.WALL_COMPARE: N_("The stock is finished and both hands are equal: nobody scores."),
}


class Position(NamedTuple):
    """A moment of a record: the number of the hand, from 0, and how many half-turns of it are played."""

    hand: int
    played: int


@lru_cache(maxsize=4)
def positions(game: Game) -> tuple[Game, ...]:
    """Return `game` from its deal on, after each half-turn."""
    games = [Game.deal(game.variant, dealer=game.dealer, deck=game.deck)]
    for move in game.moves:
        games.append(games[-1].play(move))
    return tuple(games)


def title_line(record: Record) -> str:
    """Return what was played, by whom and when."""
    date = record.headers.get("Date", ("",))[0]
    title = record.variant.title(language())
    first, second = record.players
    text = _("{variant}. {first} against {second}.").format(variant=title, first=first, second=second)
    return f"{text} {date}".rstrip()


def head_line(record: Record, hand: int) -> str:
    """Return the number of a hand, who deals and the upcard."""
    game = record.match.games[hand]
    text = _("Hand {number}. {name} deals.").format(number=hand + 1, name=record.players[game.dealer])
    if game.state.upcard < 0:
        return text
    upcard = _("Upcard: {card}.").format(card=face_text(game.state.upcard, language()))
    return f"{text} {upcard}"


def event_line(record: Record, game: Game, seat: int | None) -> str:
    """Return the last half-turn of `game` in words, as `seat` saw it, `None` being both."""
    mover, move, _face = game.plays[-1]
    name = record.players[mover]
    if move.kind is MoveKind.SPREAD:
        assert game.spread is not None
        return _("{name} lays out: {cards}.").format(name=name, cards=_shown_text(game, game.spread))
    if move.kind is MoveKind.LAY_OFF:
        return _defence_line(name, game)
    view = view_of_game(game, mover if seat is None else seat)
    face = view.events[-1].face
    words = _UNSEEN if face == HIDDEN and move.kind in _UNSEEN else _SEEN
    card = "" if face == HIDDEN else face_text(face, language())
    return _(words[move.kind]).format(name=name, card=card)


def _defence_line(name: str, game: Game) -> str:
    assert game.defence is not None
    laid = faces_of(showdown.laid_off(game.defence))
    text = _("{name} lays off {laid}, and lays out: {cards}.") if laid else _("{name} lays out: {cards}.")
    return text.format(name=name, laid=cards_text(laid), cards=_shown_text(game, game.defence.own))


def _shown_text(game: Game, shown: Spread) -> str:
    points = melds.points_of(game.variant, shown.unmatched)
    return f"{spread_text(shown)} ({deadwood_text(points)})"


def spread_text(shown: Spread) -> str:
    """Return melds with bars between them, the unmatched cards after the last bar."""
    parts = [melds_text(shown.melds)] if held(shown.melds) else []
    if shown.unmatched.cards:
        parts.append(cards_text(faces_of(shown.unmatched)))
    return " | ".join(parts)


def deadwood_text(points: int) -> str:
    """Return so much deadwood, in words."""
    return ngettext("{points} point of deadwood", "{points} points of deadwood", points).format(points=points)


def hand_rows(record: Record, game: Game, seat: int | None) -> list[str]:
    """Return the two hands, a line each: both open, or that of the other seat as far as `seat` knows it."""
    rows = [[record.players[place], hand_text(game, place, seat)] for place in (0, 1)]
    return in_columns(rows, indent=INDENT)


def hand_text(game: Game, place: int, seat: int | None) -> str:
    """Return the cards of seat `place` in melds, or what `seat` knows of them."""
    view = view_of_game(game, place if seat is None else seat)
    if seat in (None, place) or view.shown is not None:
        return _arranged(game, game.state.hands[place])
    return _known_text(view)


def _arranged(game: Game, hand: Hand) -> str:
    shown = spreads.freest_spread(game.variant, hand, game.state.pile)
    return f"{spread_text(shown)} ({melds.points_of(game.variant, shown.unmatched)})"


def _known_text(view: View) -> str:
    size = view.opponent_size
    text = ngettext("{size} card", "{size} cards", size).format(size=size)
    if not view.known.cards:
        return text
    return _("{cards}, known: {known}").format(cards=text, known=cards_text(faces_of(view.known)))


def score_lines(record: Record, hand: int) -> Iterator[str]:
    """Yield how a hand ended and the sheet after it; nothing while it is being played."""
    match = record.match
    score = match.games[hand].score
    if score is None:
        return
    yield ending_text(record, score)
    sheet = sheet_after(record, hand)
    rows = [[name, *(str(column.points[seat]) for column in sheet.columns[: match.variant.columns])]
            for seat, name in enumerate(record.players)]  # fmt: skip
    if scoring.plays_manches(match.variant):
        for row, points in zip(rows, sheet.partie, strict=True):
            row.append(_("partie: {points}").format(points=points))
    yield from in_columns(rows, right=range(1, len(rows[0])), indent=INDENT)


def ending_text(record: Record, score: HandScore) -> str:
    """Return how a hand ended and who scores how much."""
    if score.winner == scoring.NOBODY:
        return _(_UNSCORED[score.kind])
    text = ngettext(
        "{kind}: {name} scores {sum} = {points} point.",
        "{kind}: {name} scores {sum} = {points} points.",
        score.points,
    )
    total = f"{score.difference} + {score.bonus}"
    if score.multiplier > 1:
        total = f"({total}) × {score.multiplier}"
    name = record.players[score.winner]
    return text.format(kind=kind_text(score), name=name, sum=total, points=score.points)


def kind_text(score: HandScore) -> str:
    """Return how a hand with a winner ended."""
    kinds = {
        scoring.KNOCK: pgettext("how a hand ended", "Knock"),
        scoring.UNDERCUT: pgettext("how a hand ended", "Undercut"),
        scoring.GIN: pgettext("how a hand ended", "Gin"),
        scoring.BIG_GIN: pgettext("how a hand ended", "Big gin"),
        scoring.WALL_COMPARE: pgettext("how a hand ended", "The stock is finished"),
    }
    return kinds[score.kind]


def sheet_after(record: Record, hand: int) -> scoring.Sheet:
    """Return the score sheet after hand number `hand`."""
    match = record.match
    return sheets_of(match.variant, match.games)[hand + 1]


def result_line(record: Record) -> str:
    """Return who has won, or that the match goes on."""
    match = record.match
    if match.winner is None:
        return _("The match is not finished.")
    own, other = scoring.totals(match.variant, match.sheet_now)[:: 1 - 2 * match.winner]
    text = _("{name} has won the match, {own} to {other}.")
    return text.format(name=record.players[match.winner], own=own, other=other)
