"""Pearson's chi-square test: the distance of counts from their expectation, and its p-value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import erfc, exp, gamma, sqrt
from typing import Final

LEAST_EXPECTED: Final = 5.0
"""Minimum expected count of a class for a valid test. Smaller classes are merged."""
ODD: Final = 0.05
UNFAIR: Final = 0.001


class Verdict(Enum):
    """Outcome of a test."""

    TOO_FEW = "few"
    FAIR = "fair"
    ODD = "odd"
    UNFAIR = "unfair"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Distance chi-square, degrees of freedom and p-value, the share of fair samples as far away."""

    distance: float
    freedom: int
    share: float

    @property
    def verdict(self) -> Verdict:
        """Outcome of the test."""
        if self.freedom == 0:
            return Verdict.TOO_FEW
        if self.share < UNFAIR:
            return Verdict.UNFAIR
        return Verdict.ODD if self.share < ODD else Verdict.FAIR


def judged(found: Sequence[int], shares: Sequence[float]) -> Judgement:
    """Test the counts `found` against their exact `shares`, which sum to 1."""
    total = sum(found)
    classes = joined(found, [share * total for share in shares])
    distance = sum((count - expected) ** 2 / expected for count, expected in classes if expected > 0)
    freedom = max(len(classes) - 1, 0)
    return Judgement(distance, freedom, beyond(distance, freedom) if freedom else 1.0)


def joined(found: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Return pairs of observed and expected counts, merging neighbours until each expects enough."""
    classes: list[tuple[int, float]] = []
    count, hoped = 0, 0.0
    for one, other in zip(found, expected, strict=True):
        count, hoped = count + one, hoped + other
        if hoped >= LEAST_EXPECTED:
            classes.append((count, hoped))
            count, hoped = 0, 0.0
    if classes:
        last = classes.pop()
        classes.append((last[0] + count, last[1] + hoped))
    return classes


def beyond(distance: float, freedom: int) -> float:
    """Return the p-value: the share of fair samples at least `distance` away, by the chi-square distribution.

    >>> round(beyond(7.815, 3), 4)
    0.05
    """
    half = distance / 2
    is_odd = freedom % 2
    share = erfc(sqrt(half)) if is_odd else 0.0
    for number in range(freedom // 2):
        power = number + is_odd / 2
        share += exp(-half) * half**power / gamma(power + 1)
    return min(share, 1.0)
