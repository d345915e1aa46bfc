"""What the coach thinks of a position: whether one action is best there, clear by more than chance."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.coach.judgement import ActionWorth, Judgement
from ginrummy.coach.judging import BRISK, THOROUGH, Pace, judged
from ginrummy.game import Phase
from ginrummy.moves import Move, MoveKind
from ginrummy.puzzles.answers import WORLDS
from ginrummy.puzzles.puzzle import Option
from ginrummy.table.showdown_layouts import choices
from ginrummy.view import View

CLEAR_ERRORS: Final = 3.0
"""By how many standard errors of the difference the best action must be ahead of the second."""
CLEAR_POINTS: Final = 2.0
"""By how many points at this score, too: an inaccuracy begins at one, a mistake at three."""

HOPEFUL_ERRORS: Final = 1.5
HOPEFUL_POINTS: Final = 1.5
"""The same at a glance, after which more time is spent."""


class Effort(NamedTuple):
    """How carefully a position is judged."""

    worlds: int
    seed: int
    pace: Pace


GLANCE: Final = Effort(50, 11, BRISK)
LOOK: Final = Effort(200, 12, BRISK)
PROOF: Final = Effort(WORLDS, 13, THOROUGH)


def solved(view: View, effort: Effort, *, also: tuple[Move, ...] = ()) -> Judgement:
    """Return the coach's judgement of `view`, made with `effort`."""
    return judged(view, worlds=effort.worlds, seed=effort.seed, also=also, pace=effort.pace)


def is_hopeful(judgement: Judgement) -> bool:
    """Return whether one action may be clearly best."""
    return is_ahead(judgement, points=HOPEFUL_POINTS, errors=HOPEFUL_ERRORS)


def is_clear(judgement: Judgement) -> bool:
    """Return whether one action is best, by the stated margins."""
    return is_ahead(judgement, points=CLEAR_POINTS, errors=CLEAR_ERRORS)


def is_ahead(judgement: Judgement, *, points: float, errors: float) -> bool:
    """Return whether the best action is ahead of the second by so much."""
    if len(judgement.actions) < 2:
        return False
    second = judgement.actions[1]
    return second.behind >= points * judgement.point and second.behind > errors * second.behind_error


def possible(view: View) -> tuple[Move, ...]:
    """Return the actions that a puzzle says the worth of: all but closings that leave more than need be."""
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return tuple(layout.move for layout in choices(view))
    return tuple(move for move in view.legal_moves() if move.kind not in (MoveKind.KNOCK, MoveKind.GIN))


def options_of(judgement: Judgement) -> tuple[Option, ...]:
    """Return what a puzzle keeps of a judgement."""
    return tuple(_option(action, judgement) for action in judgement.actions)


def _option(action: ActionWorth, judgement: Judgement) -> Option:
    ends, thrown = action.endings, action.move.kind is MoveKind.DISCARD
    return Option(
        move=action.move,
        win=action.win,
        points=action.points,
        behind=action.behind,
        error=action.behind_error,
        won=ends.won,
        gin=ends.gin,
        undercut=ends.lost_undercut,
        wanted=judgement.other.wants[action.move.face] if thrown else 0.0,
    )
