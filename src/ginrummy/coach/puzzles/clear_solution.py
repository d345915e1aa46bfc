"""Test whether one action is clearly best in a position, beyond sampling error."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.coach.puzzles.answers import WORLDS
from ginrummy.coach.puzzles.puzzle import ActionEvaluation
from ginrummy.game.game import Phase
from ginrummy.game.layouts import reasonable_layouts
from ginrummy.game.moves import CLOSING_DISCARDS, Move, MoveKind
from ginrummy.game.view import View
from ginrummy.players.judgement import ActionWorth, Judgement
from ginrummy.players.judging import BRISK, THOROUGH, Sampling, judge_in_steps
from ginrummy.players.player import run_to_end

CLEAR_ERRORS: Final = 3.0
"""Least lead of the best action, in standard errors of the difference."""
CLEAR_POINTS: Final = 2.0
"""Least lead of the best action in points at this score: an inaccuracy begins at one, a mistake at three."""
HOPEFUL_POINTS: Final = 1.5
FAR_BEHIND: Final = 7.0
"""Lead, in standard errors of the worlds alone, from which an action needs no further worlds."""


class Effort(NamedTuple):
    """Effort of an evaluation, and the least lead of the best action in standard errors."""

    worlds: int
    seed: int
    sampling: Sampling
    errors: float = CLEAR_ERRORS


UNTAUGHT: Final = THOROUGH._replace(opinion=0, hopeless=FAR_BEHIND, asked=FAR_BEHIND)
GLANCE: Final = Effort(50, 11, BRISK._replace(within=1.0), 0.8)
LOOK: Final = Effort(200, 12, UNTAUGHT, 1.4)
PROOF: Final = Effort(WORLDS, 13, UNTAUGHT)
"""More worlds at each step, with a new seed: a position is not proved by the sample that selected it.

The network, which proposed the position, has no influence on this proof.
"""


def evaluate_view(view: View, effort: Effort, *, also: tuple[Move, ...] = ()) -> Judgement:
    """Return the coach's evaluation of `view` with `effort`."""
    worlds, seed, sampling, _errors = effort
    return run_to_end(judge_in_steps(view, worlds=worlds, seed=seed, also=also, sampling=sampling))


def may_be_clear(judgement: Judgement, effort: Effort) -> bool:
    """Return whether, after `judgement` with `effort`, one action may still prove clearly best."""
    return has_lead(judgement, points=HOPEFUL_POINTS, errors=effort.errors)


def is_clear(judgement: Judgement) -> bool:
    """Return whether one action is best by the margins above."""
    return has_lead(judgement, points=CLEAR_POINTS, errors=CLEAR_ERRORS)


def has_lead(judgement: Judgement, *, points: float, errors: float) -> bool:
    """Return whether the best action is ahead of every other by these margins."""
    return len(judgement.actions) > 1 and all(
        other.behind >= points * judgement.point and other.behind > errors * other.behind_error
        for other in judgement.actions[1:]
    )


def candidate_moves(view: View) -> tuple[Move, ...]:
    """Return the actions that a puzzle evaluates: all except closings with more deadwood than necessary."""
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return tuple(layout.move for layout in reasonable_layouts(view))
    return tuple(move for move in view.legal_moves() if move.kind not in CLOSING_DISCARDS)


def puzzle_options(judgement: Judgement) -> tuple[ActionEvaluation, ...]:
    """Return the part of an evaluation that a puzzle stores."""
    return tuple(_option(action, judgement) for action in judgement.actions)


def _option(action: ActionWorth, judgement: Judgement) -> ActionEvaluation:
    ends, thrown = action.endings, action.move.kind is MoveKind.DISCARD
    return ActionEvaluation(
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
