"""Gains of actions over the first one: estimates from sampled worlds and a prior, with their errors."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

SEED_TO_SEED: Final = 1.8
"""Ratio of the error between seeds to the error between the worlds of one seed, for differences of actions.

Consecutive samples of the walk are correlated. Measured on 59 positions, each judged twice in 800 worlds.
"""


class GainEstimate(NamedTuple):
    """Estimated gain of an action over the first one, and its error."""

    gain: float
    error: float


class Gains:
    """Gain of each action over the first one. Dropped actions are not `alive`."""

    def __init__(self, prior: Sequence[float], prior_worlds: Sequence[float]) -> None:
        """Start from the prior means, weighted as if sampled in `prior_worlds` worlds."""
        self.alive = [1] * len(prior)
        self._prior = [gain * worlds for gain, worlds in zip(prior, prior_worlds, strict=True)]
        self._prior_worlds = list(prior_worlds)
        self._counts = [0] * len(prior)
        self._sums, self._squares = [0.0] * len(prior), [0.0] * len(prior)

    def add(self, worlds: Sequence[Sequence[float]]) -> None:
        """Add the worth of each action in each of `worlds`; NaN marks an action that was not tried there."""
        for place, gains in _gains_by_action(worlds):
            total, squares = self._sums[place], self._squares[place]
            for gain in gains:
                total += gain
                squares += gain * gain
            self._counts[place] += len(gains)
            self._sums[place], self._squares[place] = total, squares

    def add_to_prior(self, worlds: Sequence[Sequence[float]], weight: int) -> None:
        """Add worths of another kind to the prior: each counts as `weight` worlds."""
        for place, gains in _gains_by_action(worlds):
            for gain in gains:
                self._prior[place] += weight * gain
            self._prior_worlds[place] += weight * len(gains)

    def estimates(self) -> list[GainEstimate]:
        """Return the mean gain of each action, with its standard error over the worlds."""
        columns = (self._sums, self._squares, self._counts, self._prior, self._prior_worlds)
        return [_estimate(*parts) for parts in zip(*columns, strict=True)]

    def means(self) -> list[float]:
        """Return the mean gain of each action."""
        return [estimate.gain for estimate in self.estimates()]

    def best_place(self, doubt: float) -> int:
        """Return the index of the action that gains most by `doubt` standard errors, or 0 when none does."""
        least = [gain - doubt * error for gain, error in self.estimates()]
        return max(self.places_alive(), key=least.__getitem__)

    def places_alive(self) -> list[int]:
        """Return the indices of the actions that were not dropped."""
        return [place for place, is_alive in enumerate(self.alive) if is_alive]

    def regret(self) -> float:
        """Return the expected regret of stopping now, in chances to win.

        It is the expected advantage of the likeliest rival over the leading action: a unit normal loss.
        """
        known = self.estimates()
        leader, *rivals = sorted((known[place] for place in self.places_alive()), reverse=True)
        return max((expected_rival_lead(leader, rival) for rival in rivals), default=0.0)


def _gains_by_action(worlds: Sequence[Sequence[float]]) -> Iterator[tuple[int, list[float]]]:
    """Yield each action that was tried, with its gains over the first one in the order of `worlds`."""
    columns = list(zip(*worlds, strict=True))
    for place, worths in enumerate(columns):
        gains = [worth - first for worth, first in zip(worths, columns[0], strict=True)]
        if known := [gain for gain in gains if gain == gain]:  # without NaN
            yield place, known


def _estimate(total: float, squares: float, count: int, prior: float, prior_worlds: float) -> GainEstimate:
    seen = max(count, 1)
    worlds = seen + prior_worlds
    variance = max(squares / seen - (total / seen) ** 2, 0.0)
    return GainEstimate((total + prior) / worlds, math.sqrt(variance / worlds))


def expected_rival_lead(leader: GainEstimate, rival: GainEstimate) -> float:
    """Return the expected advantage of `rival` over `leader`, counted as 0 where it is negative."""
    error = SEED_TO_SEED * max(leader.error, rival.error)
    return error * unit_normal_loss((leader.gain - rival.gain) / error) if error else 0.0


def unit_normal_loss(distance: float) -> float:
    """Return the mean excess of a standard normal variable over `distance`, counted as 0 below it.

    >>> round(unit_normal_loss(0.0), 4), round(unit_normal_loss(1.0), 4)
    (0.3989, 0.0833)
    """
    density = math.exp(-distance * distance / 2) / math.sqrt(2 * math.pi)
    return density - distance * math.erfc(distance / math.sqrt(2)) / 2


def mean(values: Sequence[float]) -> float:
    """Return the mean of `values`."""
    return math.fsum(values) / len(values)


def standard_deviation(values: Sequence[float]) -> float:
    """Return the population standard deviation of `values`."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / len(values))
