"""The coach: what each decision was worth, judged from what the seat knew (docs/coach.md).

Importing this package costs nothing; Numba and NumPy are loaded when something is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ginrummy.coach.judgement import ActionWorth, Endings, Judgement, OtherHand, judgement_json
from ginrummy.coach.match_review import Decision, Review, Step
from ginrummy.match import Match
from ginrummy.moves import Move
from ginrummy.view import View

__all__ = [
    "ActionWorth",
    "Decision",
    "Endings",
    "Judgement",
    "OtherHand",
    "Review",
    "Step",
    "judge",
    "judgement_json",
    "review",
    "review_json",
]

WORLDS = 400


def judge(
    view: View,
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    also: Iterable[Move] = (),
    milliseconds: float | None = None,
) -> Judgement:
    """Return what every sensible action of the seat to move is worth, and those of `also`.

    All comes from the view, the seed and the number of worlds, hands that the other seat may hold. With
    `milliseconds` no further worlds are begun after that time: then the clock decides too. Raises
    `GinRummyError` out of turn and where nothing is left to decide.
    """
    from ginrummy.coach.judging import judged

    return judged(view, worlds=worlds, seed=seed, also=tuple(also), milliseconds=milliseconds)


def review(
    match: Match,
    *,
    quick: bool = False,
    seed: int = 0,
    workers: int | None = None,
    report: Callable[[int, int], object] | None = None,
) -> Review:
    """Return every decision of `match` judged, and the way to its result parted into luck and errors.

    A review is the same for a seed, on any number of cores (`workers`, all unless given); `quick` tries a
    quarter of the worlds. `report` is called with the decisions judged so far and their number; what it
    raises ends the review.
    """
    from ginrummy.coach.reviewing import FULL, QUICK, reviewed

    return reviewed(match, depth=QUICK if quick else FULL, seed=seed, workers=workers, report=report)


def review_json(review: Review) -> dict[str, Any]:
    """Return a review for programs: the fields that docs/coach.md lists, reasons in the language spoken."""
    from ginrummy.coach.match_review_json import whole_json

    return whole_json(review)
