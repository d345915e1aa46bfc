"""Glicko-2 as published by Mark Glickman ("Example of the Glicko-2 system", steps 1 to 8).

A player's strength is a rating with a deviation and a volatility, all on the scale of the first Glicko. The
formulas work on an internal scale. The deviation grows with time without play.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

FIRST_VALUE: Final = 1500.0
FIRST_DEVIATION: Final = 110.0
FIRST_VOLATILITY: Final = 0.02
TAU: Final = 0.3
"""Constraint on the change of volatility: low, because single matches of gin carry little information."""
_SCALE: Final = 173.7178
_NEAR: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Strength:
    """Estimate of a player's strength: the 95 % interval is two deviations around the value."""

    value: float = FIRST_VALUE
    deviation: float = FIRST_DEVIATION
    volatility: float = FIRST_VOLATILITY


@dataclass(frozen=True, slots=True)
class Result:
    """A match against an opponent of strength `other`: 1 for a win, 0 for a loss, one half for a draw."""

    other: Strength
    score: float


def age_strength(strength: Strength, periods: float, *, most: float = FIRST_DEVIATION) -> Strength:
    """Return `strength` after `periods` without play (step 6), its deviation never above `most`."""
    spread = math.hypot(strength.deviation / _SCALE, strength.volatility * math.sqrt(max(0.0, periods)))
    deviation = max(strength.deviation, min(most, spread * _SCALE))
    return Strength(strength.value, deviation, strength.volatility)


def change_text(before: float, after: float) -> str:
    """Return the change of a displayed rating with its sign.

    >>> change_text(1500.0, 1489.6), change_text(1500.0, 1500.2)
    ('−10', '+0')
    """
    return f"{round(after) - round(before):+}".replace("-", "−")


def update_strength(own: Strength, results: Sequence[Result], *, tau: float = TAU) -> Strength:
    """Return the strength after a rating period with `results`."""
    mu, phi = _rescale(own.value), own.deviation / _SCALE
    if not results:
        return Strength(own.value, math.hypot(phi, own.volatility) * _SCALE, own.volatility)
    inverse_variance = gain = 0.0
    for result in results:
        other_phi = result.other.deviation / _SCALE
        weight = _weight(other_phi)
        hoped = _expected_result(mu, _rescale(result.other.value), other_phi)
        inverse_variance += weight**2 * hoped * (1 - hoped)
        gain += weight * (result.score - hoped)
    variance = 1 / inverse_variance
    volatility = _volatility(phi, own.volatility, variance, variance * gain, tau)
    after = 1 / math.sqrt(1 / math.hypot(phi, volatility) ** 2 + inverse_variance)
    return Strength((mu + after**2 * gain) * _SCALE + FIRST_VALUE, after * _SCALE, volatility)


def _rescale(value: float) -> float:
    return (value - FIRST_VALUE) / _SCALE


def _weight(phi: float) -> float:
    """Return g: the weight of a result against a player of deviation `phi`."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _expected_result(mu: float, other_mu: float, other_phi: float) -> float:
    return 1 / (1 + math.exp(-_weight(other_phi) * (mu - other_mu)))


def _volatility(phi: float, sigma: float, variance: float, delta: float, tau: float) -> float:
    """Return the new volatility (step 5)."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        grown = phi**2 + variance + math.exp(x)
        return math.exp(x) * (delta**2 - grown) / (2 * grown**2) - (x - start) / tau**2

    if delta**2 > phi**2 + variance:
        other = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * tau) < 0:
            steps += 1
        other = start - steps * tau
    return math.exp(_root(slope, start, other) / 2)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of `function` between two ends of different sign: the Illinois algorithm."""
    at_low, at_high = function(low), function(high)
    while abs(high - low) > _NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = function(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
