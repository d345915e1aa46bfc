"""Decisions after the closing: which melds to spread, and how to lay off on them."""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.game.cards import FACE_COUNT, Hand
from ginrummy.game.moves import Move, MoveKind, compact_melds, defence_from_move, remove_melds
from ginrummy.game.view import View
from ginrummy.players.judgement import ActionWorth, Endings, Judgement, OtherHand
from ginrummy.players.stakes import Stakes
from ginrummy.rules import melds, showdown
from ginrummy.rules.scoring import BIG_GIN, GIN, UNDERCUT, HandScore
from ginrummy.rules.spreads import Spread
from ginrummy.rules.types import Seat


def spread_choices(view: View, also: Iterable[Move]) -> list[Move]:
    """Return the spreads to compare: the automatic one first, then those in `also`."""
    automatic = compact_melds(view.automatic_layout())
    asked = [compact_melds(move) for move in also if move.kind is MoveKind.SPREAD]
    return list(dict.fromkeys([automatic, *asked]))


def spread_of_move(view: View, move: Move) -> Spread:
    """Return the melds that `move` lays out, and the cards left over."""
    return Spread(move.melds, remove_melds(view.hand, move.melds))


def judge_defence(view: View, stakes: Stakes, also: Iterable[Move], seed: int) -> Judgement:
    """Return the worth of the best defence and of those in `also`. All cards are seen: none is sampled."""
    asked = [compact_melds(move) for move in also if move.kind is MoveKind.LAY_OFF]
    moves = list(dict.fromkeys([compact_melds(view.automatic_layout()), *asked]))
    signed = [signed_points(score_of(view, move), view.seat) for move in moves]
    best = max(stakes.after(points) for points in signed)
    worths = tuple(
        ActionWorth(
            move,
            stakes.after(points),
            0.0,
            float(points),
            best - stakes.after(points),
            0.0,
            1,
            endings_of(score_of(view, move), view.seat),
        )
        for move, points in zip(moves, signed, strict=True)
    )
    other = seen_hand(view)
    return Judgement(
        view.seat, tuple(sorted(worths, key=lambda worth: worth.behind)), other, stakes.point, 1, seed
    )


def score_of(view: View, move: Move) -> HandScore:
    """Return the score of the hand after the defender's `move`."""
    assert view.spread is not None
    return showdown.settle(view.variant, view.state, view.spread, defence_from_move(view.hand, move))


def signed_points(score: HandScore, seat: Seat) -> int:
    """Return the points of a hand for `seat`, negative when the other seat has won it."""
    return score.points if score.winner == seat else -score.points


def endings_of(score: HandScore, seat: Seat) -> Endings:
    """Return the endings of a hand whose score is certain."""
    won, lost = float(score.winner == seat), float(score.winner == 1 - seat)
    is_gin, is_undercut = score.kind in (GIN, BIG_GIN), score.kind == UNDERCUT
    return Endings(won, won * is_gin, won * is_undercut, lost, lost * is_gin, lost * is_undercut)


def seen_hand(view: View) -> OtherHand:
    """Return the other hand, which is face up."""
    shown = view.shown or Hand(0, 0)
    left = view.spread.unmatched if view.spread is not None else shown
    return OtherHand(
        held=tuple(float(shown.cards >> face & 1) for face in range(FACE_COUNT)),
        twice=tuple(float(shown.twins >> face & 1) for face in range(FACE_COUNT)),
        wants=(0.0,) * FACE_COUNT,
        deadwood=float(melds.points_of(view.variant, left)),
        knock=0.0,
        gin=0.0,
    )
