"""The coach: what each decision was worth, judged from what the seat knew (docs/coach.md).

Importing this package costs nothing; a compiler is loaded when something is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from ginrummy.argument_checks import given
from ginrummy.coach.match_review import Decision, Review, ReviewStep
from ginrummy.match import Match
from ginrummy.players import ActionWorth, Endings, Judgement, OtherHand, judge, judgement_json

__all__ = [
    "ActionWorth",
    "Decision",
    "Endings",
    "Judgement",
    "OtherHand",
    "Review",
    "ReviewStep",
    "judge",
    "judgement_json",
    "quick_review",
    "review",
    "review_json",
]


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

    given(match, Match, "review")
    return reviewed(match, depth=QUICK if quick else FULL, seed=seed, workers=workers, report=report)


def quick_review(
    match: Match, *, seed: int = 0, report: Callable[[int, int], object] | None = None
) -> Generator[None, None, Review]:
    """Make a quick review on one core by pieces: yield after each, return it; `report` as for `review`."""
    from ginrummy.coach.reviewing import QUICK, reviewing

    given(match, Match, "quick_review")
    return reviewing(match, depth=QUICK, seed=seed, workers=1, report=report)


def review_json(review: Review) -> dict[str, Any]:
    """Return a review for programs: the fields that docs/coach.md lists, reasons in the language spoken."""
    from ginrummy.coach.match_review_json import whole_json

    return whole_json(given(review, Review, "review_json"))
