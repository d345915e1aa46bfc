"""Sequential test of two hypotheses about a pairing: it stops as soon as the pairs decide.

This is the generalised sequential probability ratio test over pairs, as in chess frameworks over pairs of
games. The likelihood of the results is maximised under each hypothesis (a mean of H0, a mean of H1), and the
run stops when the log of their ratio leaves Wald's bounds. It is non-parametric.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from ginrummy.lab.arena.run_plan import ArenaError, Unit
from ginrummy.locale import _

ERROR: Final = 0.05
FIRST_LOOK: Final = 16
LOOKS: Final = 64
_UNSEEN: Final = 1e-3
_STEPS: Final = 60
_EXTREME_POINTS: Final = 400
_EXTREME_WINS: Final = 2
_MOST_ELO: Final = 1000.0


class SprtState(Enum):
    """The state of the test."""

    OPEN = "open"
    H0 = "H0"
    H1 = "H1"


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """H0 and H1 in points a hand, or in Elo for games, and the chance of each error.

    `lower` and `upper` are the first player's edge under H0 and H1, H0 below H1.
    """

    unit: Unit
    lower: float
    upper: float
    error: float = ERROR

    def __post_init__(self) -> None:
        most = _EXTREME_POINTS / 2 if self.unit is Unit.HANDS else _MOST_ELO
        if not -most < self.lower < self.upper < most:
            message = _("in a test H0 is below H1, both between {low} and {high}")
            raise ArenaError(message.format(low=f"{-most:g}", high=f"{most:g}"), where="--sprt")
        if not 0 < self.error < 0.5:
            raise ArenaError(_("the chance of an error is between 0 and 0.5"), where="--error")

    @property
    def bound(self) -> float:
        """The log-likelihood ratio that decides: H1 at this, H0 at minus this."""
        return math.log((1 - self.error) / self.error)

    def log_likelihood_ratio(self, counts: Mapping[float, int]) -> float:
        """Return the log-likelihood ratio of H1 to H0; `counts` are the frequencies of the pairs' values.

        The value of a pair is the sum of its two legs: points, or wins minus losses.
        """
        extreme = _EXTREME_POINTS if self.unit is Unit.HANDS else _EXTREME_WINS
        seen: Counter[float] = Counter(counts)
        weights: dict[float, float] = {value: seen[value] + _UNSEEN for value in (-extreme, extreme)}
        weights |= {value: number for value, number in seen.items() if abs(value) != extreme}
        tilts = [tilt_multiplier(weights, self._pair_mean(edge)) for edge in (self.lower, self.upper)]
        means = [self._pair_mean(edge) for edge in (self.lower, self.upper)]
        return sum(
            number * math.log((1 + tilts[0] * (value - means[0])) / (1 + tilts[1] * (value - means[1])))
            for value, number in weights.items()
        )

    def _pair_mean(self, edge: float) -> float:
        """Return the mean value of a pair when the first player has this edge."""
        if self.unit is Unit.HANDS:
            return 2 * edge
        return 4 / (1 + 10 ** (-edge / 400)) - 2

    def verdict(self, ratio: float) -> SprtState:
        """Return the verdict for a log-likelihood ratio."""
        if abs(ratio) < self.bound:
            return SprtState.OPEN
        return SprtState.H1 if ratio > 0 else SprtState.H0


def tilt_multiplier(weights: Mapping[int, float] | Mapping[float, float], mean: float) -> float:
    """Return the multiplier that tilts `weights` to `mean` with maximum likelihood (Owen, 1988).

    The most likely distribution has weights w / (1 + tilt (value - mean)); `mean` lies inside the values.
    """
    low = 1 / (mean - max(weights))
    high = 1 / (mean - min(weights))
    total = sum(weights.values())
    for _step in range(_STEPS):
        middle = (low + high) / 2
        pull = sum(w * (value - mean) / (1 + middle * (value - mean)) for value, w in weights.items())
        if pull > 0:
            low = middle
        else:
            high = middle
        if high - low < 1e-12 / total:
            break
    return (low + high) / 2


def next_check(pairs: int) -> int:
    """Return the number of pairs at the next check: every 16th, later in steps of a 64th."""
    return pairs + max(FIRST_LOOK, pairs // LOOKS)


class SequentialTest:
    """A running test, fed pair by pair in the order of the pairs."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.verdict = SprtState.OPEN
        self.ratio = 0.0
        self.pairs = 0
        self._counts: Counter[float] = Counter()
        self._look = FIRST_LOOK

    def add_pairs(self, sums: Iterable[float]) -> None:
        """Add pairs until the test is decided. Later ones are ignored."""
        for value in sums:
            if self.verdict is not SprtState.OPEN:
                return
            self._counts[value] += 1
            self.pairs += 1
            if self.pairs == self._look:
                self.ratio = self.hypotheses.log_likelihood_ratio(self._counts)
                self.verdict = self.hypotheses.verdict(self.ratio)
                self._look = next_check(self.pairs)
