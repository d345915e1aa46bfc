"""Pearson's test: how far counts are from what is expected, and how often chance alone goes that far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import erfc, exp, gamma, sqrt
from typing import Final

LEAST_EXPECTED: Final = 5.0
"""The test is good where this many are expected in every class; classes are joined until they are."""
ODD: Final = 0.05
UNFAIR: Final = 0.001


class Verdict(Enum):
    """What a test says."""

    TOO_FEW = "few"
    FAIR = "fair"
    ODD = "odd"
    UNFAIR = "unfair"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The distance chi-square, its degrees of freedom, the share of fair samples at least as far away."""

    distance: float
    freedom: int
    share: float

    @property
    def verdict(self) -> Verdict:
        """What it says."""
        if self.freedom == 0:
            return Verdict.TOO_FEW
        if self.share < UNFAIR:
            return Verdict.UNFAIR
        return Verdict.ODD if self.share < ODD else Verdict.FAIR


def judged(found: Sequence[int], shares: Sequence[float]) -> Judgement:
    """Return the test of the counts `found` against their exact `shares`, which sum to 1."""
    total = sum(found)
    classes = joined(found, [share * total for share in shares])
    distance = sum((count - expected) ** 2 / expected for count, expected in classes if expected > 0)
    freedom = max(len(classes) - 1, 0)
    return Judgement(distance, freedom, beyond(distance, freedom) if freedom else 1.0)


def joined(found: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Return pairs of counts found and expected, neighbours joined until enough are expected in each."""
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
    """Return the share of fair samples at least `distance` away, by the chi-square distribution.

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
