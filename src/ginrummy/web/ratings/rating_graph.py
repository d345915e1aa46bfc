"""Graph of a rating over time: points for an SVG without scripts or styles of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ginrummy.web.ratings.models import Change

WIDTH: Final = 600
HEIGHT: Final = 220
_LEFT: Final = 48
_EDGE: Final = 12
_STEPS: Final = (10, 25, 50, 100, 200, 500)
_MOST_LINES: Final = 6
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Graph:
    """Line of the ratings, band of one deviation around it, and grid lines at round values."""

    points: str
    band: str
    lines: tuple[tuple[int, float], ...]
    first: Change
    last: Change
    end: tuple[float, float]


def graph_of(changes: Sequence[Change]) -> Graph | None:
    """Return the graph of the last of `changes`, `None` without any."""
    shown = changes[-_MOST:]
    if not shown:
        return None
    values = [shown[0].before, *(change.after for change in shown)]
    deviations = [shown[0].deviation, *(change.deviation for change in shown)]
    lows = [value - spread for value, spread in zip(values, deviations, strict=True)]
    highs = [value + spread for value, spread in zip(values, deviations, strict=True)]
    step = _step(max(highs) - min(lows))
    low, high = math.floor(min(lows) / step) * step, math.ceil(max(highs) / step) * step
    across = [_LEFT + place * (WIDTH - _LEFT - _EDGE) / len(shown) for place in range(len(values))]

    def down(value: float) -> float:
        return round(_EDGE + (high - value) / (high - low) * (HEIGHT - 2 * _EDGE), 1)

    upper = [(x, down(value)) for x, value in zip(across, highs, strict=True)]
    lower = [(x, down(value)) for x, value in zip(across, lows, strict=True)]
    return Graph(
        points=_text([(x, down(value)) for x, value in zip(across, values, strict=True)]),
        band=_text([*upper, *reversed(lower)]),
        lines=tuple((value, down(value)) for value in range(low, high + 1, step)),
        first=shown[0],
        last=shown[-1],
        end=(round(across[-1], 1), down(values[-1])),
    )


def _step(span: float) -> int:
    return next((step for step in _STEPS if span / step < _MOST_LINES), _STEPS[-1])


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
