"""Charts as SVG: lines, the graph of a review, and statistics from match to match."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Final

from ginrummy.coach.match_review import DEAL, Review
from ginrummy.coach.match_statistics import JudgedSeat, PlayedMatch
from ginrummy.coach.person_statistics import Statistics, seat_accuracy
from ginrummy.coach.review_phrases import luck_balance_text
from ginrummy.game.score_sheet import ScoreSheet
from ginrummy.locale import _
from ginrummy.locale.errors import prefix_place
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.rules import scoring
from ginrummy.rules.types import Seat

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

    def x_of(self, index: int) -> float:
        """Return the x coordinate of a place."""
        if self.count == 1:
            return (LEFT + WIDTH) / 2
        return LEFT + (WIDTH - LEFT - _EDGE) * index / max(1, self.count - 1)

    def y_of(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return _EDGE + (HEIGHT - BOTTOM - _EDGE) * (self.high - value) / (self.high - self.low)

    def line(self, values: Iterable[float], kind: str) -> str:
        """Return a line through `values`, one per place."""
        points = " ".join(
            f"{self.x_of(place):.1f},{self.y_of(value):.1f}" for place, value in enumerate(values)
        )
        return f'<polyline class="{kind}" points="{points}"/>'

    def dot(self, index: int, value: float, title: str) -> str:
        """Return a point with its tooltip."""
        where = f'cx="{self.x_of(index):.1f}" cy="{self.y_of(value):.1f}"'
        return f'<circle class="dot" {where} r="4"><title>{escape(title)}</title></circle>'

    def value_grid_line(self, value: float, text: str) -> str:
        """Return the grid line at a value, with its label."""
        height = self.y_of(value)
        return (
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH}" y1="{height:.1f}" y2="{height:.1f}"/>'
            f'<text x="0" y="{height + 4:.1f}">{escape(text)}</text>'
        )

    def place_grid_line(self, index: int, text: str) -> str:
        """Return the grid line at a place, with its label below."""
        across = self.x_of(index)
        return (
            f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="{_EDGE}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text x="{across + 3:.1f}" y="{HEIGHT - 6}">{escape(text)}</text>'
        )

    def quarter_grid_lines(self) -> str:
        """Return the grid lines at each quarter, in percent."""
        return "".join(self.value_grid_line(part / 4, percent_text(part / 4, 0)) for part in range(5))


def chart_figure(inner: str, label: str, key: Iterable[tuple[str, str]]) -> str:
    """Return the chart around the drawing `inner`. `key` is the legend: CSS class and name of each line."""
    items = "".join(f'<li><span class="{kind}"></span>{escape(name)}</li>' for kind, name in key)
    return (
        f'<figure class="chart"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'{inner}</svg><ul class="key">{items}</ul></figure>'
    )


def review_graph(found: Review, players: tuple[str, str]) -> str:
    """Return the figure: three lines that end at start plus luck, start plus errors, and the result."""
    signs = [-1 if step.seat == 0 else 1 for step in found.steps]
    errors = [sign * abs(step.error) for sign, step in zip(signs, found.steps, strict=True)]
    lines = {
        "skill": [*accumulate(errors, initial=found.start)],
        "luck": [*accumulate((step.luck for step in found.steps), initial=found.start)],
        "chance": [found.start, *(step.chance for step in found.steps)],
    }
    values = [value for line in lines.values() for value in line]
    chart = LineChart(len(found.steps) + 1, min(0.0, *values), max(1.0, *values))
    marks = [
        chart.place_grid_line(place, str(step.hand))
        for place, step in enumerate(found.steps)
        if step.kind == DEAL
    ]
    drawn = "".join(chart.line(line, name) for name, line in lines.items())
    chance = _("the chance of {name}").format(name=players[0])
    key = (("of-chance", chance), ("of-luck", _("luck alone")), ("of-skill", _("decisions alone")))
    return chart_figure(
        chart.quarter_grid_lines() + "".join(marks) + drawn, luck_balance_text(found, players), key
    )


def score_graph(sheet: ScoreSheet, names: tuple[str, str], *, seat: Seat) -> str:
    """Return the totals of both players after each hand of a match, those of `seat` in the first colour."""
    totals = [(0, 0), *(scoring.totals(sheet.variant, row.sheet) for row in sheet.rows)]
    values = [value for both in totals for value in both]
    chart = LineChart(len(totals), min(values), max(1, *values))
    step = _grid_step(chart.high - chart.low)
    levels = range(math.ceil(chart.low / step), math.floor(chart.high / step) + 1)
    grid = [chart.value_grid_line(each * step, number_text(each * step, 0)) for each in levels]
    places = range(0, len(totals), max(1, len(totals) // _MOST_PLACES))
    grid += [chart.place_grid_line(place, str(place)) for place in places if place]
    order = ((seat, "chance"), (1 - seat, "skill"))
    lines = [chart.line((both[place] for both in totals), kind) for place, kind in order]
    label = ", ".join(prefix_place(names[place], number_text(totals[-1][place], 0)) for place, _kind in order)
    key = [(f"of-{kind}", names[place]) for place, kind in order]
    return chart_figure("".join([*grid, *lines]), label, key)


def _grid_step(span: float) -> float:
    """Return the distance of the grid lines over a span of values."""
    return next((each for each in _STEPS if span / each <= _LEVELS), _STEPS[-1])


RUN: Final = 10
"""Number of matches in the moving average of accuracies."""
_LEVELS: Final = 5
_MOST_PLACES: Final = 12
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)


def accuracy_chart(found: Statistics) -> str:
    """Return the accuracy of each reviewed match as a point, and their moving average as a line."""
    judged = [each for each in reviewed_matches(found) if seat_accuracy(each[1]).decisions]
    values = [seat_accuracy(each).mean for _match, each in judged]
    if not values:
        return ""
    low = min(90.0, math.floor(min(values) / 5) * 5)
    chart = LineChart(len(values), low, 100.0)
    step = 10 if low < 100 - 5 * _LEVELS else 5
    grid = [chart.value_grid_line(value, number_text(value, 0)) for value in range(int(low), 101, step)]
    dots = [
        chart.dot(place, value, prefix_place(match_title(match), number_text(value, 1)))
        for place, (value, (match, _judged)) in enumerate(zip(values, judged, strict=True))
    ]
    means = [mean(values[max(0, place + 1 - RUN) : place + 1]) for place in range(len(values))]
    label = _("Accuracy from {first} to {last}, match by match").format(
        first=number_text(means[0], 1), last=number_text(means[-1], 1)
    )
    key = (("of-match", _("a match")), ("of-chance", _("the last ten together")))
    return chart_figure("".join([*grid, chart.line(means, "chance"), *dots]), label, key)


def luck_chart(found: Statistics) -> str:
    """Return two lines over the reviewed matches: wins minus losses, with and without luck."""
    judged = [judged for _match, judged in reviewed_matches(found)]
    if not judged:
        return ""
    lines = {
        "chance": [*accumulate((2 * each.result - 1 for each in judged), initial=0.0)],
        "skill": [*accumulate((2 * each.without_luck - 1 for each in judged), initial=0.0)],
    }
    values = [value for line in lines.values() for value in line]
    step = _grid_step(max(1.0, max(values) - min(values)))
    low, high = math.floor(min(values) / step), math.ceil(max(values) / step)
    chart = LineChart(len(judged) + 1, low * step, max(high, low + 1) * step)
    places = 1 if step < 1 else 0
    grid = [
        chart.value_grid_line(each * step, signed_text(each * step, places)) for each in range(low, high + 1)
    ]
    label = _("Won less lost: {result}; without luck {without}").format(
        result=signed_text(lines["chance"][-1], 1), without=signed_text(lines["skill"][-1], 1)
    )
    key = (("of-chance", _("matches won less lost")), ("of-skill", _("the same without luck")))
    return chart_figure(
        "".join([*grid, *(chart.line(line, name) for name, line in lines.items())]), label, key
    )


def reviewed_matches(found: Statistics) -> list[tuple[PlayedMatch, JudgedSeat]]:
    """Return the reviewed matches and the findings."""
    return [(each, each.judged) for each in found.matches if each.judged is not None]


def match_title(match: PlayedMatch) -> str:
    """Return the title of a match: day, variant and opponent."""
    text = _("{game}, against {name}").format(game=match.game, name=match.opponent)
    return f"{match.date} · {text}" if match.date else text


def mean(values: Sequence[float]) -> float:
    """Return the mean of some values."""
    return math.fsum(values) / len(values)
