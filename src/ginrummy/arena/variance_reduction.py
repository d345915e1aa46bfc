"""What pairs gave less what luck explains: the same mean, fewer pairs for the same certainty.

The luck of a pair (`draw_luck`) has the mean zero, so any fixed multiple of it may be taken from what the
pair gave without moving the mean. The multiples that leave least are learnt on the way, by least squares that
begin with what other runs gave; a pair is corrected by coefficients learnt from the pairs *before* it alone.
So each corrected value is without bias, exactly, and what is known of it before the pair is played is what
was known without: the sequential test holds too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ginrummy.arena.draw_luck import Luck
from ginrummy.arena.ratings import Matrix, solved
from ginrummy.arena.run_plan import Unit
from ginrummy.arena.sequential_test import FIRST_LOOK, next_look


class Beginning(NamedTuple):
    """Coefficients to begin with, of points and of legs won less lost, and the mean square of a pair's luck.

    The mean squares say in which measure the coefficients are believed.
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
    """Luck taken out of what pairs give, pair by pair, in the order of the pairs."""

    def __init__(self, beginning: Luck, spread: Luck) -> None:
        """Begin with `beginning`, believed as much as `BELIEVED` pairs of luck so `spread`."""
        self.coefficients = self._beginning = beginning
        self._spread = spread
        size = len(beginning) + 1
        self._gram: Matrix = [[0.0] * size for _row in range(size)]
        self._pull = [0.0] * size
        self._pairs = 0
        self._look = FIRST_LOOK

    def corrected(self, value: float, luck: Sequence[float]) -> float:
        """Return `value` less what the `luck` of its pair explains; learn from the pair for later ones."""
        left = value - dot(self.coefficients, luck)
        self._learn(value - dot(self._beginning, luck), (*luck, 1.0))
        return left

    def _learn(self, rest: float, seen: Luck) -> None:
        """Take note of a pair that the beginning leaves `rest` of; the last of `seen` is 1, for the mean."""
        for row, one in zip(self._gram, seen, strict=True):
            for place, other in enumerate(seen):
                row[place] += one * other
        self._pull = [pull + one * rest for pull, one in zip(self._pull, seen, strict=True)]
        self._pairs += 1
        if self._pairs == self._look:
            self._look = next_look(self._pairs)
            self.coefficients = self._found()

    def _found(self) -> Luck:
        """Return the coefficients by all pairs so far, those of the beginning where little was seen."""
        matrix = [list(row) for row in self._gram]
        for place, spread in enumerate(self._spread):
            matrix[place][place] += BELIEVED * spread
        change = solved(matrix, [[pull] for pull in self._pull])
        return tuple(first + step[0] for first, step in zip(self._beginning, change[:-1], strict=True))


def dot(coefficients: Sequence[float], luck: Sequence[float]) -> float:
    """Return the sum of the products."""
    return sum(each * value for each, value in zip(coefficients, luck, strict=True))


def reductions(unit: Unit) -> tuple[Reduction, Reduction]:
    """Return what takes the luck out of the points of pairs, and out of the legs won less lost."""
    points, wins, spread = BEGINNINGS[unit]
    return Reduction(points, spread), Reduction(wins, spread)
