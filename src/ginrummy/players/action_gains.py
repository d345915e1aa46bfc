"""Statistics of actions tried in many worlds: the mean gain of each over the first, and its error."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


class Gains:
    """Gain of each action over the first one: the samples so far, combined with a prior."""

    def __init__(self, prior: Sequence[float], prior_worlds: Sequence[float]) -> None:
        """Start from the prior means, weighted as if sampled in `prior_worlds` worlds."""
        self._prior, self._prior_worlds = prior, prior_worlds
        self._counts = [0] * len(prior)
        self._sums, self._squares = [0.0] * len(prior), [0.0] * len(prior)

    def add(self, worlds: Iterable[Sequence[float]]) -> None:
        """Add the worth of each action in each of `worlds`; NaN marks an action that was not tried there."""
        for worths in worlds:
            first = worths[0]
            for place, worth in enumerate(worths):
                gain = worth - first
                if gain == gain:  # skip NaN
                    self._counts[place] += 1
                    self._sums[place] += gain
                    self._squares[place] += gain * gain

    def means(self) -> list[float]:
        """Return the mean gain of each action."""
        parts = zip(self._sums, self._counts, self._prior, self._prior_worlds, strict=True)
        return [(total + prior * weight) / (count + weight) for total, count, prior, weight in parts]

    def errors(self) -> list[float]:
        """Return the standard error of each mean gain."""
        parts = zip(self._sums, self._squares, self._counts, self._prior_worlds, strict=True)
        return [
            math.sqrt(max(squares / count - (total / count) ** 2, 0.0) / (count + weight))
            for total, squares, count, weight in parts
        ]


def mean(values: Sequence[float]) -> float:
    """Return the mean of `values`."""
    return math.fsum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    """Return the population standard deviation of `values`."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / len(values))
