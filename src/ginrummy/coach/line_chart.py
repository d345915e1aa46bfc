"""Line chart as SVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from ginrummy.locale.numbers import percent_text

WIDTH: Final = 800
HEIGHT: Final = 320
LEFT: Final = 48
BOTTOM: Final = 24
_EDGE: Final = 8


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart with `count` places on the x axis, and values from `low` to `high` on the y axis."""

    count: int
    low: float
    high: float

    def across(self, place: int) -> float:
        """Return the x coordinate of a place."""
        if self.count == 1:
            return (LEFT + WIDTH) / 2
        return LEFT + (WIDTH - LEFT - _EDGE) * place / max(1, self.count - 1)

    def up(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return _EDGE + (HEIGHT - BOTTOM - _EDGE) * (self.high - value) / (self.high - self.low)

    def line(self, values: Iterable[float], kind: str) -> str:
        """Return a line through `values`, one per place."""
        points = " ".join(
            f"{self.across(place):.1f},{self.up(value):.1f}" for place, value in enumerate(values)
        )
        return f'<polyline class="{kind}" points="{points}"/>'

    def dot(self, place: int, value: float, title: str) -> str:
        """Return a point with its tooltip."""
        where = f'cx="{self.across(place):.1f}" cy="{self.up(value):.1f}"'
        return f'<circle class="dot" {where} r="4"><title>{escape(title)}</title></circle>'

    def level(self, value: float, text: str) -> str:
        """Return the grid line at a value, with its label."""
        height = self.up(value)
        return (
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH}" y1="{height:.1f}" y2="{height:.1f}"/>'
            f'<text x="0" y="{height + 4:.1f}">{escape(text)}</text>'
        )

    def mark(self, place: int, text: str) -> str:
        """Return the grid line at a place, with its label below."""
        across = self.across(place)
        return (
            f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="{_EDGE}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text x="{across + 3:.1f}" y="{HEIGHT - 6}">{escape(text)}</text>'
        )

    def quarters(self) -> str:
        """Return the grid lines at each quarter, in percent."""
        return "".join(self.level(part / 4, percent_text(part / 4, 0)) for part in range(5))


def figure(inner: str, label: str, key: Iterable[tuple[str, str]]) -> str:
    """Return the chart around the drawing `inner`. `key` is the legend: CSS class and name of each line."""
    items = "".join(f'<li><span class="{kind}"></span>{escape(name)}</li>' for kind, name in key)
    return (
        f'<figure class="chart"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'{inner}</svg><ul class="key">{items}</ul></figure>'
    )
