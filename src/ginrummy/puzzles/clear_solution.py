"""What the coach thinks of a position: whether one action is best there, clear by more than chance."""

from __future__ import annotations

from typing import Final, NamedTuple

from ginrummy.game import Phase
from ginrummy.moves import CLOSING_DISCARDS, Move, MoveKind
from ginrummy.players.judgement import ActionWorth, Judgement
from ginrummy.players.judging import BRISK, THOROUGH, Sampling, judged
from ginrummy.puzzles.answers import WORLDS
from ginrummy.puzzles.puzzle import Option
from ginrummy.table.showdown_layouts import choices
from ginrummy.view import View

CLEAR_ERRORS: Final = 3.0
"""By how many standard errors of the difference the best action must be ahead."""
CLEAR_POINTS: Final = 2.0
"""By how many points at this score, too: an inaccuracy begins at one, a mistake at three."""
HOPEFUL_POINTS: Final = 1.5
FAR_BEHIND: Final = 7.0
"""By how many errors of the worlds alone an action is so far behind that more of them say nothing new."""


class Effort(NamedTuple):
    """How carefully a position is judged, and by how many standard errors an action must be ahead then."""

    worlds: int
    seed: int
    sampling: Sampling
    errors: float = CLEAR_ERRORS


UNTAUGHT: Final = THOROUGH._replace(opinion=0, hopeless=FAR_BEHIND, asked=FAR_BEHIND)
GLANCE: Final = Effort(50, 11, BRISK._replace(within=1.0), 0.8)
LOOK: Final = Effort(200, 12, UNTAUGHT, 1.4)
PROOF: Final = Effort(WORLDS, 13, UNTAUGHT)
"""Ever more worlds, each with a seed of its own: what is kept was not chosen by the hands that prove it.

Nor by the network, which has chosen what is looked at: its opinion counts for nothing from then on.
"""


def solved(view: View, effort: Effort, *, also: tuple[Move, ...] = ()) -> Judgement:
    """Return the coach's judgement of `view`, made with `effort`."""
    return judged(view, worlds=effort.worlds, seed=effort.seed, also=also, sampling=effort.sampling)


def is_hopeful(judgement: Judgement, effort: Effort) -> bool:
    """Return whether `judgement`, made with `effort`, lets one hope that one action is clearly best."""
    return is_ahead(judgement, points=HOPEFUL_POINTS, errors=effort.errors)


def is_clear(judgement: Judgement) -> bool:
    """Return whether one action is best, by the stated margins."""
    return is_ahead(judgement, points=CLEAR_POINTS, errors=CLEAR_ERRORS)


def is_ahead(judgement: Judgement, *, points: float, errors: float) -> bool:
    """Return whether the best action is ahead of every other by so much."""
    return len(judgement.actions) > 1 and all(
        other.behind >= points * judgement.point and other.behind > errors * other.behind_error
        for other in judgement.actions[1:]
    )


def possible(view: View) -> tuple[Move, ...]:
    """Return the actions that a puzzle says the worth of: all but closings that leave more than need be."""
    if view.phase in (Phase.SPREAD, Phase.LAY_OFF):
        return tuple(layout.move for layout in choices(view))
    return tuple(move for move in view.legal_moves() if move.kind not in CLOSING_DISCARDS)


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
