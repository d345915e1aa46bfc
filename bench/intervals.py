"""Text of measured values with their 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable

from ginrummy.lab.arena.confidence_intervals import Interval, Moments, mean_interval


def of_mean(values: Iterable[float]) -> Interval:
    """Return the mean of independent `values`, with Student's interval."""
    return mean_interval(Moments.from_values(values))


def points_text(found: Interval) -> str:
    """Return points with half the width of their interval.

    >>> points_text(Interval(1.0, 0.5, 1.5))
    '+1.00 ± 0.50'
    """
    return f"{found.value:+.2f} ± {found.half_width:.2f}"


def plain_text(found: Interval) -> str:
    """Return a non-negative mean with half the width of its interval.

    >>> plain_text(Interval(20.0, 19.5, 20.5))
    '20.0 ± 0.5'
    """
    return f"{found.value:.1f} ± {found.half_width:.1f}"


def share_text(found: Interval) -> str:
    """Return a share in percent with its interval.

    >>> share_text(Interval(0.5, 0.375, 0.625))
    '50.0% (37.5 – 62.5)'
    """
    return f"{found.value:.1%} ({100 * found.low:.1f} – {100 * found.high:.1f})"
