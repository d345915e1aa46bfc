"""The coach: evaluation of each decision from the knowledge of the seat that made it (docs/coach.md).

Importing this package is cheap. The compiler is loaded at the first evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from ginrummy.coach.match_review import Decision, Review, ReviewStep
from ginrummy.game.match import Match
from ginrummy.locale.argument_checks import as_instance
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
    """Return every decision of `match` evaluated, and the course of the match split into luck and errors.

    A review is the same for a seed, on any number of cores (`workers`, by default all). `quick` samples a
    quarter of the worlds. `report` is called with the number of evaluated decisions and the total. An
    exception that it raises ends the review.
    """
    from ginrummy.coach.reviewing import FULL, QUICK, review_match

    as_instance(match, Match, "review")
    return review_match(match, depth=QUICK if quick else FULL, seed=seed, workers=workers, report=report)


def quick_review(
    match: Match, *, seed: int = 0, report: Callable[[int, int], object] | None = None
) -> Generator[None, None, Review]:
    """Compute a quick review on one core step by step: yield after each step, return the review at the end.

    `report` is as for `review`.
    """
    from ginrummy.coach.reviewing import QUICK, review_in_steps

    as_instance(match, Match, "quick_review")
    return review_in_steps(match, depth=QUICK, seed=seed, workers=1, report=report)


def review_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON values: the fields of docs/coach.md, with reasons in the current language."""
    from ginrummy.coach.match_review_json import full_review_json

    return full_review_json(as_instance(review, Review, "review_json"))
