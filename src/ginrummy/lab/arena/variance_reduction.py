"""Variance reduction: results of pairs minus the part explained by luck. Same mean, fewer pairs.

The luck of a pair (`draw_luck`) has mean zero, so subtracting any fixed multiple of it keeps the mean. The
multiples with the least variance are learnt online, by least squares with a prior from other runs. A pair is
corrected by coefficients learnt from the pairs *before* it alone. So each corrected value is unbiased,
exactly, and its conditional mean before the pair is played is unchanged: the sequential test stays valid.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ginrummy.lab.arena.draw_luck import Luck
from ginrummy.lab.arena.ratings import Matrix, solved
from ginrummy.lab.arena.run_plan import Unit
from ginrummy.lab.arena.sequential_test import FIRST_LOOK, next_look


class Beginning(NamedTuple):
    """Prior coefficients, of points and of legs won minus lost, and the mean square of a pair's luck.

    The mean squares set the weight of the prior.
    """

    points: Luck
    wins: Luck
    spread: Luck


# Least squares over 1,000 pairs of hands and 50 of matches of each duel of `python -m bench.luck`, rounded.
BEGINNINGS: Final = {
    Unit.HANDS: Beginning(
        points=(-1.1, 0.008, 0.35, -0.3),
        wins=(-0.045, 0.0004, 0.0085, -0.009),
        spread=(400.0, 1_600_000.0, 700.0, 300.0),
    ),
    Unit.GAMES: Beginning(
        points=(-1.2, 0.009, 0.35, -0.3),
        wins=(-0.011, 0.0001, 0.0025, -0.001),
        spread=(4000.0, 17_000_000.0, 5000.0, 2500.0),
    ),
}
BELIEVED: Final = 32


class Reduction:
    """Removes luck from the results of pairs, in the order of the pairs."""

    def __init__(self, beginning: Luck, spread: Luck) -> None:
        """Start with the prior `beginning`, weighted as `BELIEVED` pairs with luck of this `spread`."""
        self.coefficients = self._beginning = beginning
        self._spread = spread
        size = len(beginning) + 1
        self._gram: Matrix = [[0.0] * size for _row in range(size)]
        self._pull = [0.0] * size
        self._pairs = 0
        self._look = FIRST_LOOK

    def corrected(self, value: float, luck: Sequence[float]) -> float:
        """Return `value` minus the part explained by the `luck` of its pair, then learn from the pair."""
        left = value - dot(self.coefficients, luck)
        self._learn(value - dot(self._beginning, luck), (*luck, 1.0))
        return left

    def _learn(self, rest: float, seen: Luck) -> None:
        """Learn a pair with residual `rest` from the prior; the last of `seen` is 1, for the mean."""
        for row, one in zip(self._gram, seen, strict=True):
            for place, other in enumerate(seen):
                row[place] += one * other
        self._pull = [pull + one * rest for pull, one in zip(self._pull, seen, strict=True)]
        self._pairs += 1
        if self._pairs == self._look:
            self._look = next_look(self._pairs)
            self.coefficients = self._found()

    def _found(self) -> Luck:
        """Return the coefficients from all pairs so far, shrunk towards the prior."""
        matrix = [list(row) for row in self._gram]
        for place, spread in enumerate(self._spread):
            matrix[place][place] += BELIEVED * spread
        change = solved(matrix, [[pull] for pull in self._pull])
        return tuple(first + step[0] for first, step in zip(self._beginning, change[:-1], strict=True))


def dot(coefficients: Sequence[float], luck: Sequence[float]) -> float:
    """Return the sum of the products."""
    return sum(each * value for each, value in zip(coefficients, luck, strict=True))


def reductions(unit: Unit) -> tuple[Reduction, Reduction]:
    """Return the reductions for the points of pairs, and for legs won minus lost."""
    points, wins, spread = BEGINNINGS[unit]
    return Reduction(points, spread), Reduction(wins, spread)
