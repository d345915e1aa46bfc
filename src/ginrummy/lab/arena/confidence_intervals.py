"""Confidence intervals of means and shares, with pairs as observations.

The two legs of a pair share their deck, so a pair is one observation. A mean has Student's interval over the
pairs. A share of wins has Wilson's interval for the number of independent legs with the same variance as
these pairs. It stays within 0 to 1, and has a width even when one side wins everything.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from statistics import NormalDist
from typing import Final, NamedTuple

CONFIDENCE: Final = 0.95
CONFIDENCES: Final = (0.5, 0.999_999)
"""Range in which an interval is meaningful and Student's distribution is computed exactly."""


class Interval(NamedTuple):
    """An estimate and its confidence bounds."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between the bounds."""
        return (self.high - self.low) / 2

    def scale(self, factor: float) -> Interval:
        """Return the interval in a unit of which `factor` make one of the current unit."""
        return Interval(self.value * factor, self.low * factor, self.high * factor)


class Moments(NamedTuple):
    """Moments of pairs: their number, the sum of their results and the sum of squares."""

    number: int
    total: float
    squares: float

    @classmethod
    def from_values(cls, values: Iterable[float]) -> Moments:
        """Return the moments of `values`, the results of pairs."""
        number = 0
        total = squares = 0.0
        for value in values:
            number += 1
            total += value
            squares += value * value
        return cls(number, total, squares)

    @property
    def mean(self) -> float:
        """The mean per pair, 0 without pairs."""
        return self.total / self.number if self.number else 0.0

    @property
    def variance(self) -> float:
        """The unbiased variance per pair; infinite with fewer than two."""
        if self.number < 2:
            return math.inf
        return max(0.0, (self.squares - self.total * self.total / self.number) / (self.number - 1))

    def merge(self, other: Moments) -> Moments:
        """Return the moments of these pairs and `other` ones."""
        return Moments(self.number + other.number, self.total + other.total, self.squares + other.squares)


def mean_interval(moments: Moments, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean per pair with Student's interval, unbounded for fewer than two pairs."""
    if moments.number < 2:
        return Interval(moments.mean, -math.inf, math.inf)
    width = interval_half_width(confidence, moments.number - 1) * math.sqrt(moments.variance / moments.number)
    return Interval(moments.mean, moments.mean - width, moments.mean + width)


def share_interval(moments: Moments, confidence: float = CONFIDENCE, *, legs: int = 2) -> Interval:
    """Return the share of wins with Wilson's interval; a deal's value is legs won minus lost, of `legs`."""
    share = min(1.0, max(0.0, (moments.mean / legs + 1) / 2))
    if moments.number < 2:
        return Interval(share, 0.0, 1.0)
    number = equivalent_legs(moments.number, share * (1 - share), moments.variance / (2 * legs) ** 2)
    spread = interval_half_width(confidence, moments.number - 1) ** 2 / number
    middle = (share + spread / 2) / (1 + spread)
    width = math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Interval(share, max(0.0, min(share, middle - width)), min(1.0, max(share, middle + width)))


def equivalent_legs(pairs: int, single: float, paired: float) -> float:
    """Return the equivalent number of independent legs for `pairs` with variance `paired` of a pair's share.

    `single` is the variance of one leg. One pseudo-pair of independent legs enters the variance, so that a
    few equal pairs prove little. Without any variance each pair counts as one leg.
    """
    if single == 0:
        return pairs
    return pairs * single / ((pairs * paired + single / 2) / (pairs + 1))


def interval_half_width(confidence: float, freedom: int) -> float:
    """Return the half-width of the interval in standard errors (Hill's algorithm 396, 1970)."""
    if freedom == 1:
        return math.tan(math.pi / 2 * confidence)
    if freedom == 2:
        return math.sqrt(2 / ((1 - confidence) * (1 + confidence)) - 2) if confidence < 1 else math.inf
    return _hill(1 - confidence, freedom)


def _hill(tail: float, freedom: int) -> float:
    a = 1 / (freedom - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * freedom
    y = (d * tail) ** (2 / freedom)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tail / 2)
        y = x * x
        if freedom < 5:
            c += 0.3 * (freedom - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        return math.sqrt(freedom * math.expm1(a * y * y))
    z = 1 / (((freedom + 6) / (freedom * y) - 0.089 * d - 0.822) * (freedom + 2) * 3)
    y = ((z + 0.5 / (freedom + 4)) * y - 1) * (freedom + 1) / (freedom + 2) + 1 / y
    return math.sqrt(freedom * y)
