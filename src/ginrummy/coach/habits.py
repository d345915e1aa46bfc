"""Classification of errors by kind. A player's habits are the kinds that recur."""

from __future__ import annotations

from typing import Final

from ginrummy.coach.decisions import count_meld_outs, deadwood_after, hand_after, meld_of_card
from ginrummy.coach.explanations import APART, POINTS_APART
from ginrummy.coach.match_review import Decision
from ginrummy.game.moves import CLOSINGS, MoveKind
from ginrummy.locale import N_

TAKEN, LEFT, EARLY, LATE, GIN_MISSED = "taken", "left", "early", "late", "gin"
BROKEN, FED, HEAVY, NARROW, THROWN = "broken", "fed", "heavy", "narrow", "thrown"
SPREAD, LAID = "spread", "laid"

HABIT_NAMES: Final = {
    TAKEN: N_("cards taken that were better left"),
    LEFT: N_("cards left that were worth taking"),
    BROKEN: N_("melds broken"),
    FED: N_("cards discarded that the other hand wants"),
    HEAVY: N_("high deadwood kept too long"),
    NARROW: N_("cards discarded that others would have joined"),
    THROWN: N_("other discards"),
    EARLY: N_("knocks made too early"),
    LATE: N_("knocks put off too long"),
    GIN_MISSED: N_("gin not gone for, or not declared"),
    SPREAD: N_("melds laid out badly"),
    LAID: N_("lay-offs missed"),
}


def error_kind(decision: Decision) -> str:
    """Return the kind of error that `decision` is, one of `HABIT_NAMES`. `decision` must be an error."""
    played, best = decision.played.move.kind, decision.best.move.kind
    if MoveKind.LAY_OFF in (played, best):
        return LAID
    if MoveKind.SPREAD in (played, best):
        return SPREAD
    if played in CLOSINGS or best in CLOSINGS:
        return _closing_habit(played, best)
    if MoveKind.DISCARD in (played, best):
        return _discard_habit(decision)
    return TAKEN if played is MoveKind.TAKE else LEFT


def _closing_habit(played: MoveKind, best: MoveKind) -> str:
    if best in (MoveKind.GIN, MoveKind.BIG_GIN):
        return GIN_MISSED
    return LATE if best is MoveKind.KNOCK and played not in CLOSINGS else EARLY


def _discard_habit(decision: Decision) -> str:
    """Return the most important difference between the discard and the better one."""
    view, wants = decision.moment.view, decision.judgement.other.wants
    thrown, better = decision.played.move, decision.best.move
    if meld_of_card(view, view.hand, thrown.face) and not meld_of_card(view, view.hand, better.face):
        return BROKEN
    if wants[thrown.face] - wants[better.face] >= APART:
        return FED
    if deadwood_after(view, thrown) - deadwood_after(view, better) >= POINTS_APART:
        return HEAVY
    kept = [count_meld_outs(view, hand_after(view, move)) for move in (thrown, better)]
    return NARROW if kept[0] < kept[1] else THROWN
