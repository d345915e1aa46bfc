"""The events of a game in the third person: each half-turn and the end of a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ginrummy.game.cards import CardText, Spelling, card_sign, faces_of
from ginrummy.game.game import Game
from ginrummy.game.moves import MoveKind
from ginrummy.game.public_view import PublicView
from ginrummy.game.view import HIDDEN, last_event
from ginrummy.locale import N_, _, ngettext, pgettext
from ginrummy.rules import melds, scoring, showdown
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.spreads import Spread
from ginrummy.rules.types import Seat
from ginrummy.text.sentences import cards_text, melds_text

Names = tuple[str, str]

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
    scoring.WALL_COMPARE: N_("The stock has run out and both hands are equal: nobody scores."),
}


@lru_cache(maxsize=4)
def games_by_half_turn(game: Game) -> tuple[Game, ...]:
    """Return `game` at the deal and after each half-turn."""
    return tuple(game.positions())


def event_line(game: Game, names: Names, seat: Seat | None, spelling: Spelling = card_sign) -> str:
    """Return the last half-turn of `game` in words, as `seat` saw it, or both seats for `None`."""
    mover, move, _face = game.plays[-1]
    name = names[mover]
    if move.kind is MoveKind.SPREAD:
        assert game.spread is not None
        cards = _shown_text(game, game.spread, spelling)
        return _("{name} lays out: {cards}.").format(name=name, cards=cards)
    if move.kind is MoveKind.LAY_OFF:
        return _defence_line(name, game, spelling)
    face = last_event(game, mover if seat is None else seat).face
    words = _UNSEEN if face == HIDDEN and move.kind in _UNSEEN else _SEEN
    card = "" if face == HIDDEN else spelling(face)
    return _(words[move.kind]).format(name=name, card=card)


def public_event_line(view: PublicView, step: int, names: Names, spelling: Spelling = card_sign) -> str:
    """Return half-turn `step` of `view`, from 0, in words, with public knowledge only."""
    mover, kind, face = (event := view.events[step]).seat, event.kind, event.face
    if kind in (MoveKind.SPREAD, MoveKind.LAY_OFF):
        return _("{name} lays out.").format(name=names[mover])
    words = _UNSEEN if face == HIDDEN and kind in _UNSEEN else _SEEN
    return _(words[kind]).format(name=names[mover], card=CardText("") if face == HIDDEN else spelling(face))


def _defence_line(name: str, game: Game, spelling: Spelling) -> str:
    assert game.defence is not None
    laid = faces_of(showdown.laid_off_cards(game.defence))
    text = _("{name} lays off {laid}, and lays out: {cards}.") if laid else _("{name} lays out: {cards}.")
    cards = _shown_text(game, game.defence.own, spelling)
    return text.format(name=name, laid=cards_text(laid, spelling), cards=cards)


def _shown_text(game: Game, shown: Spread, spelling: Spelling) -> str:
    points = melds.points_of(game.variant, shown.unmatched)
    return f"{spread_text(shown, spelling)} ({deadwood_text(points)})"


def spread_text(shown: Spread, spelling: Spelling = card_sign) -> str:
    """Return melds separated by bars, with the unmatched cards after the last bar."""
    return melds_text(shown.melds, shown.unmatched, spelling)


def deadwood_text(points: int) -> str:
    """Return the deadwood in words."""
    return ngettext("{points} point of deadwood", "{points} points of deadwood", points).format(points=points)


def ending_commentary(score: HandScore, names: Names) -> str:
    """Return how a hand ended, its winner and the points."""
    if score.winner == scoring.NOBODY:
        return _(_UNSCORED[score.kind])
    text = ngettext(
        "{kind}: {name} scores {sum} = {points} point.",
        "{kind}: {name} scores {sum} = {points} points.",
        score.points,
    )
    if not score.bonus and score.multiplier == 1:
        text = ngettext(
            "{kind}: {name} scores {points} point.", "{kind}: {name} scores {points} points.", score.points
        )
    total = f"{score.difference} + {score.bonus}" if score.bonus else str(score.difference)
    if score.multiplier > 1:
        total = f"({total}) × {score.multiplier}" if score.bonus else f"{total} × {score.multiplier}"
    return text.format(kind=ending_kind_text(score), name=names[score.winner], sum=total, points=score.points)


def ending_kind_text(score: HandScore) -> str:
    """Return the kind of ending of a hand with a winner."""
    kinds = {
        scoring.KNOCK: pgettext("how a hand ended", "Knock"),
        scoring.UNDERCUT: pgettext("how a hand ended", "Undercut"),
        scoring.GIN: pgettext("how a hand ended", "Gin"),
        scoring.BIG_GIN: pgettext("how a hand ended", "Big gin"),
        scoring.WALL_COMPARE: pgettext("how a hand ended", "The stock has run out"),
    }
    return kinds[score.kind]
