"""Initial ratings of solvers and puzzles on the Glicko scale."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class FirstStrength(NamedTuple):
    """A rating and its deviation: the true value is within two deviations in about 95 % of cases."""

    value: float
    deviation: float


SOLVER: Final = FirstStrength(1500.0, 250.0)
"""A new person: the deviation is large, since each of many answers tells much."""
PUZZLE_DEVIATION: Final = 150.0
"""Deviation of a first rating of a puzzle, smaller because it follows from the players that find it."""
USUAL_VOLATILITY: Final = 0.06
"""Glickman's default. A single match of gin tells less than an answer does."""

WEAKER: Final = {"beginner": 40, "baseline": 80, "simple": 120, "steady": 200, "network": 280}
"""The players that puzzles are tested on, weakest first, with the points that each miss adds to the rating.

The levels between beginner and strong choose at random between these players and would add no information.
"""
EASIEST: Final = 1200
LAYOUT: Final = 1500
NEAREST: Final = 20
"""The next puzzle is drawn from so many whose ratings are nearest to the solver's."""
LAYOUTS: Final = frozenset(("spread", "lay_off"))


def first_rating(found_by: Iterable[str], themes: Iterable[str]) -> int:
    """Return the rating of a puzzle before the first answer, from the players that miss it."""
    if LAYOUTS & set(themes):
        return LAYOUT
    return EASIEST + sum(more for name, more in WEAKER.items() if name not in found_by)


def nearest(numbers: Iterable[int], ratings: Mapping[int, float], value: float) -> list[int]:
    """Return the puzzles from which the next one is drawn for a solver rated `value`."""
    return sorted(numbers, key=lambda number: abs(ratings[number] - value))[:NEAREST]
