"""Curves of an experiment as an SVG file: a quantity at several places, one line for each name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from ginrummy.coach.charts import HEIGHT, WIDTH, LineChart, grid_step, svg_file
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.text.atomic_files import write_atomically

__all__ = ["seed_spread", "write_curves"]

COLOURS: Final = ("#0b6b50", "#9a5b00", "#5b3fa8", "#a3202f", "#1f55a5")
_BOX: Final = (-8, -28, WIDTH + 56, HEIGHT + 52)
_LETTER: Final = 8
_STYLE: Final = (
    "text { font: 13px system-ui, sans-serif; fill: #59635f } .grid { stroke: #d5d9d3 } "
    ".line { fill: none; stroke-width: 2 } .interval { stroke-opacity: 0.5 }"
)


def write_curves(
    path: Path,
    places: Sequence[object],
    lines: Mapping[str, Sequence[float | Interval]],
    *,
    across: str,
    up: str,
) -> None:
    """Write the picture of `lines`, the values by name, to `path`: one value at each of `places`.

    The places are evenly spaced. An interval is drawn with its bounds. `across` and `up` name the axes. There
    are at most five lines.
    """
    found = {name: [_interval(value) for value in values] for name, values in lines.items()}
    bounds = [bound for values in found.values() for value in values for bound in value]
    step = grid_step(max(bounds) - min(bounds) or 1.0, least=0.0)
    levels = range(math.floor(min(bounds) / step), math.ceil(max(bounds) / step) + 1)
    chart = LineChart(len(places), levels[0] * step, levels[-1] * step)
    drawn = [chart.value_grid_line(level * step, f"{level * step:g}") for level in levels]
    drawn += [chart.place_grid_line(place, str(name)) for place, name in enumerate(places)]
    left = 8 + _LETTER * len(up)
    for colour, (name, values) in zip(COLOURS, found.items(), strict=False):
        drawn += [
            _curve(chart, colour, values),
            f'<text x="{left}" y="-12" style="fill:{colour}">{escape(name)}</text>',
        ]
        left += _LETTER * (len(name) + 2)
    drawn.append(f'<text x="0" y="-12">{escape(up)}</text>')
    drawn.append(f'<text x="{WIDTH}" y="{HEIGHT + 16}" text-anchor="end">{escape(across)}</text>')
    write_atomically(path, svg_file(up, drawn, box=_BOX, style=_STYLE))


def seed_spread(curves: Sequence[Mapping[str, Sequence[float]]]) -> dict[str, list[Interval]]:
    """Return the mean of each line over the `curves` of several seeds, bounded by the least and the greatest.

    >>> seed_spread([{"loss": [3.0, 1.0]}, {"loss": [5.0, 1.0]}])["loss"][0]
    Interval(value=4.0, low=3.0, high=5.0)
    """
    return {
        name: [
            Interval(sum(values) / len(values), min(values), max(values))
            for values in zip(*(curve[name] for curve in curves), strict=True)
        ]
        for name in curves[0]
    }


def _interval(value: float | Interval) -> Interval:
    """Return `value` as an interval, of no width for a number and for an interval without bounds."""
    if isinstance(value, Interval):
        return value if math.isfinite(value.half_width) else Interval(*(value.value,) * 3)
    return Interval(value, value, value)


def _curve(chart: LineChart, colour: str, values: Sequence[Interval]) -> str:
    """Return the line through `values`, with a bar for each interval."""
    bars = [
        f'<line class="interval" x1="{across:.1f}" x2="{across:.1f}" '
        f'y1="{chart.y_of(value.low):.1f}" y2="{chart.y_of(value.high):.1f}"/>'
        for across, value in zip(map(chart.x_of, range(len(values))), values, strict=True)
    ]
    line = chart.line((value.value for value in values), "line")
    return f'<g stroke="{colour}">{line}{"".join(bars)}</g>'
