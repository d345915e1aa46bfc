"""How strong solvers and puzzles are taken to be at first, on the scale of Glicko."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple


class FirstStrength(NamedTuple):
    """A rating, and how sure it is: about 95 % within two deviations."""

    value: float
    deviation: float


SOLVER: Final = FirstStrength(1500.0, 250.0)
"""Somebody new: an answer says much, and many are given."""
PUZZLE_DEVIATION: Final = 150.0
"""A puzzle's first rating is made of who of our players finds it: somewhat surer."""
USUAL_VOLATILITY: Final = 0.06
"""Glickman's own; a match of gin says less than an answer does."""

WEAKER: Final = {"beginner": 40, "baseline": 80, "simple": 120, "steady": 200, "network": 280}
"""Those that are asked, the weakest first, and what it adds to the rating of a puzzle that they miss it.

The levels between beginner and strong do now the one thing and now the other, and would say nothing new.
"""
EASIEST: Final = 1200
LAYOUT: Final = 1500
NEAREST: Final = 20
"""Among so many puzzles whose ratings are nearest to a solver's the next one is drawn."""
LAYOUTS: Final = frozenset(("spread", "lay_off"))


def first_rating(found_by: Iterable[str], themes: Iterable[str]) -> int:
    """Return what a puzzle is rated before anybody has tried it: by who misses it."""
    if LAYOUTS & set(themes):
        return LAYOUT
    return EASIEST + sum(more for name, more in WEAKER.items() if name not in found_by)


def nearest(numbers: Iterable[int], ratings: Mapping[int, float], value: float) -> list[int]:
    """Return those puzzles among which the next one is drawn for a solver rated `value`."""
    return sorted(numbers, key=lambda number: abs(ratings[number] - value))[:NEAREST]
