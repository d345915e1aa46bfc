"""The chance to win the match from every pair of scores: what points are for."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel.batch import play
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.scoring import NOBODY
from ginrummy.variants import Variant, load_variant

HANDS: Final = 20_000
FEWER_HANDS: Final = 2000
SEED: Final = 1909
LONGEST_TABLE: Final = 300
KEPT: Final = "points_won.json"
TYPICAL_POINTS: Final = 20
"""About what a hand is won with in most ways to play: half wins and half gin and undercut bonuses."""
LEAST_WORTH: Final = 1e-6
LEAST_SHARE: Final = 0.25
"""No point is taken for less than this part of what it is worth on the mean."""


@cache
def match_equity(variant: Variant) -> NDArray[np.float64]:
    """Return the chance to win from own score and the other's, shape (n, n), both capped at n - 1.

    It follows from how hands between two `steady` players end. Where a match is not one column to a target
    within reach of a table, points themselves are the measure: an even slope from 0 to 1.
    """
    if variant.columns > 1 or variant.game_target > LONGEST_TABLE:
        return points_alone(variant)
    counts = kept_counts().get(variant)
    if counts is None:
        counts = points_won(variant, hands=FEWER_HANDS)
    return win_chances(np.array(counts, np.float64), variant.game_target)


@cache
def kept_counts() -> dict[Variant, list[int]]:
    """Return what `points_won` found for the presets; `python -m ginrummy.training.equity` wrote it down."""
    kept = json.loads(files("ginrummy.players").joinpath(KEPT).read_text(encoding="utf-8"))
    return {load_variant(name).row: counts for name, counts in kept.items()}


def points_won(variant: Variant, *, hands: int) -> list[int]:
    """Return how many of `hands` between `steady` and itself were won with each number of points."""
    rows = play(variant, (steady_action, steady_action), seed=SEED, hands=hands, workers=1)
    counts: list[int] = np.bincount(rows["points"][rows["winner"] != NOBODY]).tolist()
    return counts


def point_worth(table: NDArray[np.float64], own: int, other: int) -> float:
    """Return what a point is worth just now: the slope between an ordinary win and an ordinary loss.

    `own` and `other` are the scores that `table`, a table of chances, is looked up with.
    """
    most = len(table) - 1
    won = table[min(own + TYPICAL_POINTS, most), min(other, most)]
    lost = table[min(own, most), min(other + TYPICAL_POINTS, most)]
    return max(float(won - lost) / (2 * TYPICAL_POINTS), LEAST_WORTH)


def point_at(table: NDArray[np.float64], own: int, other: int) -> float:
    """Return `point_worth`, but never next to nothing, as where an ordinary win decides nothing."""
    return max(point_worth(table, own, other), LEAST_SHARE * 0.5 / (len(table) - 1))


def win_chances(won: NDArray[np.float64], target: int) -> NDArray[np.float64]:
    """Return the table for a match to `target` whose hands are won by either seat alike.

    `won` counts hands by the points they were won with; those won with none decide nothing.

    >>> float(win_chances(np.array([0.0, 1.0]), 2)[1, 1])
    0.5
    """
    table = np.zeros((target + 1, target + 1))
    table[target, :] = 1.0
    steps = np.arange(1, len(won))
    share = won[1:] / won[1:].sum()
    for own in range(target - 1, -1, -1):
        higher = np.minimum(own + steps, target)
        for other in range(target - 1, -1, -1):
            after_loss = table[own, np.minimum(other + steps, target)]
            table[own, other] = (share @ table[higher, other] + share @ after_loss) / 2
    return table


@cache
def points_alone(variant: Variant) -> NDArray[np.float64]:
    """Return a table in which every point is worth the same, whatever the match."""
    size = max(LONGEST_TABLE, 3 * variant.game_target)
    scores = np.arange(size + 1)
    slope: NDArray[np.float64] = 0.5 + (scores[:, None] - scores[None, :]) / (2 * size)
    return slope
