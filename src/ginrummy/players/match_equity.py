"""Match equity: the chance to win the match from every pair of scores."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from ginrummy.game.view import View
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.targets import compile_function
from ginrummy.players.equity_loops import chance_at, fill_chances
from ginrummy.players.steady_self_play import steady_hands
from ginrummy.rules.scoring import NOBODY
from ginrummy.variants import Variant, load_variant

HANDS: Final = 20_000
FEWER_HANDS: Final = 2000
SEED: Final = 1909
LONGEST_TABLE: Final = 300
KEPT: Final = "points_won.json"
TYPICAL_POINTS: Final = 20
"""Points of a typical win for most ways to play: half plain wins, half gin and undercut bonuses."""
LEAST_WORTH: Final = 1e-6
LEAST_SHARE: Final = 0.25
"""A point is worth at least this share of its mean worth."""


@cache
def match_equity(variant: Variant) -> Any:
    """Return the chance to win by own and other score, an array (n, n), with both scores capped at n - 1.

    It is derived from the hands between two `steady` players. For a match that is not one column to a target
    of moderate size, points themselves are the measure: an even slope from 0 to 1.
    """
    if variant.columns > 1 or variant.game_target > LONGEST_TABLE:
        return points_alone(variant)
    return win_chances(counts_of(variant), variant.game_target)


@cache
def mean_win(variant: Variant) -> float:
    """Return the mean number of points that a hand between two `steady` players is won with."""
    counts = counts_of(variant)
    return sum(points * count for points, count in enumerate(counts)) / sum(counts[1:])


@cache
def counts_of(variant: Variant) -> list[int]:
    """Return how many hands between two `steady` players were won with each number of points."""
    return stored_counts().get(variant) or points_won(variant, hands=FEWER_HANDS)


@cache
def stored_counts() -> dict[Variant, list[int]]:
    """Return the stored `points_won` of the presets, written by `python -m ginrummy.lab.training.equity`."""
    kept = json.loads(files("ginrummy.players").joinpath(KEPT).read_text(encoding="utf-8"))
    return {load_variant(name).row: counts for name, counts in kept.items()}


def points_won(variant: Variant, *, hands: int) -> list[int]:
    """Return how many of `hands` between `steady` and itself were won with each number of points."""
    rows = steady_hands(variant, seed=SEED, hands=hands)
    pairs = zip(arrays.column(rows, "points"), arrays.column(rows, "winner"), strict=True)
    counts = Counter(points for points, winner in pairs if winner != NOBODY)
    return [counts[points] for points in range(max(counts) + 1)]


def point_worth(table: Any, own: int, other: int) -> float:
    """Return the worth of a point at these scores: the slope between an ordinary win and an ordinary loss.

    `own` and `other` are the scores for the look-up in `table`, a table of chances.
    """
    won, lost = chance_at(table, own + TYPICAL_POINTS, other), chance_at(table, own, other + TYPICAL_POINTS)
    return max((won - lost) / (2 * TYPICAL_POINTS), LEAST_WORTH)


def point_at(table: Any, own: int, other: int) -> float:
    """Return `point_worth`, with a lower bound for scores at which an ordinary win decides nothing."""
    return max(point_worth(table, own, other), LEAST_SHARE * 0.5 / (len(table) - 1))


def win_chances(won: Sequence[float], target: int) -> Any:
    """Return the table for a match to `target` whose hands are won by either seat with equal probability.

    `won` counts hands by the points they were won with. Hands won with none decide nothing.

    >>> float(win_chances([0, 1], 2)[1, 1])
    0.5
    """
    total = sum(won[1:])
    table = arrays.zeros("f8", target + 1, target + 1)
    compile_function(fill_chances)(
        arrays.from_values("f8", [0.0, *(count / total for count in won[1:])]), table
    )
    return table


@cache
def points_alone(variant: Variant) -> Any:
    """Return a table in which every point has the same worth, whatever the match."""
    size = max(LONGEST_TABLE, 3 * variant.game_target)
    scores = range(size + 1)
    slope = (0.5 + (own - other) / (2 * size) for own in scores for other in scores)
    return arrays.table("f8", (size + 1, size + 1), slope)


def scores_of(view: View) -> tuple[int, int]:
    """Return the points of the viewer and of the other seat in the current game.

    Games with several columns have no current one: both scores are 0.
    """
    if view.variant.columns > 1:
        return 0, 0
    points = view.sheet.columns[0].points
    return points[view.seat], points[1 - view.seat]
