"""Result of a hand: who closed and how, both hands laid out, the arithmetic in one line."""

from __future__ import annotations

from dataclasses import dataclass

from ginrummy.game.cards import faces_of
from ginrummy.game.moves import NO_MELDS, Melds, non_empty_melds, ordered_faces
from ginrummy.game.public_view import PublicView
from ginrummy.game.view import View
from ginrummy.locale import _, ngettext, pgettext
from ginrummy.rules import scoring
from ginrummy.rules.cards import Hand, join_hands
from ginrummy.rules.melds import deadwood, points_of
from ginrummy.rules.scoring import HandScore
from ginrummy.rules.types import NOBODY, SEATS, Points, Seat
from ginrummy.text import commentary, sentences
from ginrummy.web.board.cards import CardGroup, ShownCard, inactive_cards, meld_group
from ginrummy.web.tables.table_state import CLAIM, RESIGN, TIME, VOID, TableState


def early_end_for_seat(state: TableState, seat: Seat, other: str) -> str:
    """Return how the match ended early, addressed to `seat`, or an empty text if it did not."""
    if state.ending == VOID:
        return _("Both players ran out of time at once: nobody has won.")
    if not state.ending:
        return ""
    own = {
        RESIGN: _("You resigned: {name} has won."),
        TIME: _("You ran out of time: {name} has won the match."),
        CLAIM: _("You were away, and {name} has claimed the win."),
    }
    theirs = {
        RESIGN: _("{name} has resigned: you have won the match."),
        TIME: _("{name} ran out of time: you have won the match."),
        CLAIM: _("{name} was away, and you have claimed the win."),
    }
    return (own if state.resigned == seat else theirs)[state.ending].format(name=other)


def early_end_text(state: TableState, names: tuple[str, str]) -> str:
    """Return how the match ended early, for any reader, or an empty text if it did not."""
    if state.ending == VOID:
        return _("Both players ran out of time at once: nobody has won.")
    if state.resigned is None:
        return ""
    text = {
        RESIGN: _("{loser} resigned: {winner} has won."),
        TIME: _("{loser} ran out of time: {winner} has won."),
        CLAIM: _("{loser} was away, and {winner} has claimed the win."),
    }[state.ending]
    return text.format(loser=names[state.resigned], winner=names[1 - state.resigned])


_GINS = (scoring.GIN, scoring.BIG_GIN)
_VOIDS = (scoring.VOID, scoring.GIN_VOID)


@dataclass(frozen=True, slots=True)
class ShownHand:
    """Hand laid out on the table: melds with lay-offs, deadwood and its points in words."""

    melds: tuple[CardGroup, ...]
    left: tuple[ShownCard, ...]
    points: str = ""


@dataclass(frozen=True, slots=True)
class HandEnd:
    """Result of a hand: `title`, `detail` below it, the arithmetic in a line, and `mood` (won, lost or even).

    The title of a void hand says everything, so it has no `gain`.
    """

    title: str
    detail: str
    sums: str
    gain: str
    mood: str
    is_gin: bool


def seat_hand_end(view: View, name: str) -> HandEnd | None:
    """Return the result of the hand for the viewer, `None` before. `name` is the other player's."""
    score = view.score
    if score is None:
        return None
    is_own = view.spread is not None and view.state.turn == view.seat
    title, detail = _title(view, score, name, is_own=is_own)
    if score.kind in _VOIDS:
        detail = sentences.ending_text(view, score, name)
    mood = "even" if score.winner == scoring.NOBODY else "won" if score.winner == view.seat else "lost"
    names = (_("You"), name) if view.seat == 0 else (name, _("You"))
    gain = _gain(score, view.seat, name)
    return HandEnd(title, detail, _sums(view, score, names), gain, mood, score.kind in _GINS)


def public_hand_end(view: PublicView, names: tuple[str, str]) -> HandEnd | None:
    """Return the result of the hand for spectators, `None` before."""
    score = view.score
    if score is None:
        return None
    title, detail = _title(view, score, names[view.state.turn], is_own=False)
    if score.kind in _VOIDS:
        detail = commentary.ending_commentary(score, names)
    gain = _gain(score, NOBODY, names[score.winner])
    return HandEnd(title, detail, _sums(view, score, names), gain, "even", score.kind in _GINS)


def _title(view: View | PublicView, score: HandScore, name: str, *, is_own: bool) -> tuple[str, str]:
    """Return the title and the line below. `name` is the player who closed, unless the viewer did."""
    if score.kind in _GINS:
        words = {
            (scoring.GIN, True): _("Gin!"),
            (scoring.GIN, False): _("{name}: gin!"),
            (scoring.BIG_GIN, True): _("Big gin!"),
            (scoring.BIG_GIN, False): _("{name}: big gin!"),
        }
        return words[score.kind, is_own].format(name=name), _("Nothing is left, and nothing can be laid off.")
    if score.kind == scoring.UNDERCUT:
        detail = (
            _("Your deadwood was no lower than the other’s.")
            if is_own
            else _("{name} knocked without having less deadwood.")
        )
        return _("Undercut!"), detail.format(name=name)
    if score.kind in _VOIDS:
        return _("No score"), ""
    if view.spread is None:
        return _("The stock has run out"), _("The hands are compared.")
    left = sentences.knocker_and_defender_deadwood(view)[0]
    text = ngettext("with {count} point left", "with {count} points left", left).format(count=left)
    return (_("You knock") if is_own else _("{name} knocks").format(name=name)), text


def _sums(view: View | PublicView, score: HandScore, names: tuple[str, str]) -> str:
    """Return the arithmetic of the score: `Ada 14 − You 8 = 6, + 25 undercut, × 2 = 62`."""
    if score.winner == scoring.NOBODY:
        return ""
    left, winner, loser = _deadwoods(view), score.winner, 1 - score.winner
    parts = f"{names[loser]} {left[loser]} − {names[winner]} {left[winner]} = {score.difference}"
    if score.bonus:
        kinds = {
            scoring.UNDERCUT: pgettext("sums", "undercut"),
            scoring.GIN: pgettext("sums", "gin"),
            scoring.BIG_GIN: pgettext("sums", "big gin"),
        }
        parts += f", + {score.bonus} {kinds[score.kind]}"
    if score.multiplier > 1:
        parts += f", × {score.multiplier} ♠"
    return parts if parts.endswith(f"= {score.points}") else f"{parts} = {score.points}"


def _deadwoods(view: View | PublicView) -> tuple[Points, Points]:
    """Return the deadwood of both seats."""
    if view.spread is None:
        first, second = (_open_deadwood(view, seat) for seat in SEATS)
        return first, second
    knocker, defender = sentences.knocker_and_defender_deadwood(view)
    return (knocker, defender) if view.state.turn == 0 else (defender, knocker)


def _open_deadwood(view: View | PublicView, seat: Seat) -> Points:
    hand = view.shown_hand(seat)
    assert hand is not None
    return Points(deadwood(view.variant, hand))


def _gain(score: HandScore, seat: Seat, name: str) -> str:
    """Return the score in words for `seat`, empty for a void hand. `name` is the other player's."""
    if score.kind in _VOIDS:
        return ""
    text = sentences.hand_result_text(score, seat=seat, name=name)
    if not score.extra_coups:
        return text
    return f"{text} {sentences.extra_coups_text(score)}"


def showdown_hand(view: View | PublicView, seat: Seat) -> ShownHand | None:
    """Return the laid-out hand of `seat`, with lay-offs on the melds they extend."""
    if view.spread is None:
        return _compared_hand(view, seat)
    if seat == view.state.turn:
        return knocker_hand(view, NO_MELDS if view.defence is None else view.defence.laid)
    if view.defence is None:
        return None
    own = view.defence.own
    return hand_with_deadwood(
        view, tuple(meld_group(ordered_faces(meld)) for meld in non_empty_melds(own.melds)), own.unmatched
    )


def knocker_hand(view: View | PublicView, laid: Melds) -> ShownHand:
    """Return the knocker's hand with the cards `laid` off on its melds."""
    assert view.spread is not None
    groups = [
        meld_group(ordered_faces(join_hands(meld, added)), faces_of(added))
        for meld, added in zip(view.spread.melds, laid, strict=True)
        if meld.cards
    ]
    return hand_with_deadwood(view, tuple(groups), view.spread.unmatched)


def hand_with_deadwood(view: View | PublicView, melds: tuple[CardGroup, ...], left: Hand) -> ShownHand:
    """Return a laid-out hand whose deadwood is `left`."""
    points = sentences.points_text(points_of(view.variant, left))
    return ShownHand(melds, inactive_cards(faces_of(left)), points)


def _compared_hand(view: View | PublicView, seat: Seat) -> ShownHand | None:
    """Return a hand compared at the end of the stock, or one shown after the hand."""
    hand = view.shown_hand(seat)
    if hand is None:
        return None
    least = deadwood(view.variant, hand)
    return ShownHand((), inactive_cards(faces_of(hand)), sentences.points_text(least))
