"""What came of trying actions in many worlds: what each gains on the first, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence


class Gains:
    """What each action gains on the first one, in the worlds so far and as it was believed beforehand."""

    def __init__(self, prior: Sequence[float], prior_worlds: Sequence[float]) -> None:
        """Begin with what is believed, as if from so many worlds."""
        self._prior, self._prior_worlds = prior, prior_worlds
        self._counts = [0] * len(prior)
        self._sums, self._squares = [0.0] * len(prior), [0.0] * len(prior)

    def add(self, worlds: Iterable[Sequence[float]]) -> None:
        """Take what each action was worth in each of `worlds`, not a number where it was not tried."""
        for worths in worlds:
            first = worths[0]
            for place, worth in enumerate(worths):
                gain = worth - first
                if gain == gain:  # a number
                    self._counts[place] += 1
                    self._sums[place] += gain
                    self._squares[place] += gain * gain

    def means(self) -> list[float]:
        """Return what each action gains."""
        parts = zip(self._sums, self._counts, self._prior, self._prior_worlds, strict=True)
        return [(total + prior * weight) / (count + weight) for total, count, prior, weight in parts]

    def errors(self) -> list[float]:
        """Return the standard error of what each action gains."""
        parts = zip(self._sums, self._squares, self._counts, self._prior_worlds, strict=True)
        return [
            math.sqrt(max(squares / count - (total / count) ** 2, 0.0) / (count + weight))
            for total, squares, count, weight in parts
        ]


def mean(values: Sequence[float]) -> float:
    """Return the mean of `values`."""
    return math.fsum(values) / len(values)


def spread(values: Sequence[float]) -> float:
    """Return the standard deviation of `values`, which are all that there are."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / len(values))
