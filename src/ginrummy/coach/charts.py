"""Charts as SVG: lines, the graph of a review, of a match, of a season, statistics; a page of charts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from itertools import accumulate, count
from pathlib import Path
from typing import Final

from ginrummy.coach.match_review import DEAL, Review
from ginrummy.coach.match_statistics import JudgedSeat, PlayedMatch
from ginrummy.coach.person_statistics import Statistics, seat_accuracy
from ginrummy.coach.review_phrases import luck_balance_text
from ginrummy.game.score_sheet import ScoreSheet
from ginrummy.game.totals import rank_totals
from ginrummy.locale import _, language
from ginrummy.locale.errors import prefix_place
from ginrummy.locale.numbers import number_text, percent_text, signed_text
from ginrummy.players.gains import mean
from ginrummy.rules import scoring
from ginrummy.rules.types import Seat
from ginrummy.text.ledger.season import Season

WIDTH: Final = 800
HEIGHT: Final = 320
LEFT: Final = 48
BOTTOM: Final = 24
_EDGE: Final = 8
_SEEN: Final = 0.005
"""Part of the height of a graph of chances that is seen."""
_HEAD: Final = 1024
"""Length in bytes of the start of a page that contains its kind."""


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart with `count` places on the x axis, and values from `low` to `high` on the y axis."""

    count: int
    low: float
    high: float
    left: int = LEFT
    """Room for the labels of the values."""

    def x_of(self, index: int) -> float:
        """Return the x coordinate of a place."""
        if self.count == 1:
            return (self.left + WIDTH) / 2
        return self.left + (WIDTH - self.left - _EDGE) * index / max(1, self.count - 1)

    def y_of(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return _EDGE + (HEIGHT - BOTTOM - _EDGE) * (self.high - value) / (self.high - self.low)

    def line(self, values: Iterable[float], kind: str) -> str:
        """Return a line through `values`, one per place."""
        return f'<polyline class="{kind}" points="{self.points(values)}"/>'

    def points(self, values: Iterable[float]) -> str:
        """Return the coordinates of `values`, one per place."""
        return " ".join(
            f"{self.x_of(place):.1f},{self.y_of(value):.1f}" for place, value in enumerate(values)
        )

    def dot(self, index: int, value: float, title: str) -> str:
        """Return a point with its tooltip."""
        where = f'cx="{self.x_of(index):.1f}" cy="{self.y_of(value):.1f}"'
        return f'<circle class="dot" {where} r="4"><title>{escape(title)}</title></circle>'

    def value_grid_line(self, value: float, text: str) -> str:
        """Return the grid line at a value, with its label."""
        height = self.y_of(value)
        return (
            f'<line class="grid" x1="{self.left}" x2="{WIDTH}" y1="{height:.1f}" y2="{height:.1f}"/>'
            f'<text x="0" y="{height + 4:.1f}">{escape(text)}</text>'
        )

    def place_grid_line(self, index: int, text: str) -> str:
        """Return the grid line at a place, with its label below."""
        across = self.x_of(index)
        return (
            f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="{_EDGE}" y2="{HEIGHT - BOTTOM}"/>'
            f'<text x="{across + 3:.1f}" y="{HEIGHT}">{escape(text)}</text>'
        )

    def number_grid_lines(self) -> str:
        """Return grid lines at some round values and at some places, with their numbers."""
        step = grid_step(self.high - self.low, least=1)
        levels = range(math.ceil(self.low / step), math.floor(self.high / step) + 1)
        places = range(0, self.count, max(1, self.count // _MOST_PLACES))
        lines = [self.value_grid_line(each * step, number_text(each * step, 0)) for each in levels]
        return "".join([*lines, *(self.place_grid_line(place, str(place)) for place in places if place)])

    def quarter_grid_lines(self) -> str:
        """Return the grid lines at each quarter, in percent."""
        return "".join(self.value_grid_line(part / 4, percent_text(part / 4, 0)) for part in range(5))


def chart_figure(inner: str, label: str, key: Iterable[tuple[str, str]]) -> str:
    """Return the chart around the drawing `inner`. `key` is the legend: CSS class and name of each line."""
    return _figure(inner, label, ((f'<span class="{kind}"></span>', name) for kind, name in key))


def _figure(inner: str, label: str, key: Iterable[tuple[str, str]]) -> str:
    """Return the chart around the drawing `inner`. `key` is the legend: the sample and name of each line."""
    items = "".join(f"<li>{sample}{escape(name)}</li>" for sample, name in key)
    return (
        f'<figure class="chart"><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label)}">'
        f'{inner}</svg><ul class="key">{items}</ul></figure>'
    )


def review_graph(found: Review, players: tuple[str, str], *, is_own: bool = False) -> str:
    """Return the figure: three lines that end at start plus luck, start plus errors, and the result.

    `is_own` is whether the reader is the first player.
    """
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
    chance = _("your chance") if is_own else _("the chance of {name}").format(name=players[0])
    luck = _("luck alone")
    if min(lines["luck"]) < -_SEEN or max(lines["luck"]) > 1 + _SEEN:
        luck = _("luck alone: enough to outweigh errors too")
    key = (("of-chance", chance), ("of-luck", luck), ("of-skill", _("decisions alone")))
    return chart_figure(
        chart.quarter_grid_lines() + "".join(marks) + drawn, luck_balance_text(found, players), key
    )


def score_graph(sheet: ScoreSheet, names: tuple[str, str], *, seat: Seat) -> str:
    """Return the totals of both players after each hand of a match, those of `seat` in the first colour."""
    totals = [(0, 0), *(scoring.totals(sheet.variant, row.sheet) for row in sheet.rows)]
    values = [value for both in totals for value in both]
    chart = LineChart(len(totals), min(values), max(1, *values))
    order = ((seat, "chance"), (1 - seat, "skill"))
    lines = [chart.line((both[place] for both in totals), kind) for place, kind in order]
    label = ", ".join(prefix_place(names[place], number_text(totals[-1][place], 0)) for place, _kind in order)
    key = [(f"of-{kind}", names[place]) for place, kind in order]
    return chart_figure(chart.number_grid_lines() + "".join(lines), label, key)


def season_graph(season: Season) -> str:
    """Return everybody's points after each evening as a figure, the best first; empty for no evening."""
    if not season.courses:
        return ""
    names, strokes, drawn = _season_lines(season)
    samples = (
        f'<svg viewBox="0 0 28 6" aria-hidden="true"><path d="M0 3h28" {stroke}/></svg>' for stroke in strokes
    )
    return _figure(drawn, _("Points after each evening"), zip(samples, names, strict=True))


def season_svg(season: Season) -> str:
    """Return `season_graph` as a file of its own, with its legend and its colours."""
    names, strokes, drawn = _season_lines(season)
    key = "".join(
        f'<path d="M{LEFT} {row - 4}h28" {stroke}/><text x="{LEFT + 36}" y="{row}">{escape(name)}</text>'
        for row, stroke, name in zip(count(HEIGHT + _ROW, _ROW), strokes, names, strict=False)
    )
    box = (0, 0, WIDTH + _ROW, HEIGHT + _ROW * (len(names) + 1))
    return svg_file(_("Points after each evening"), [drawn, key], box=box, style=_FILE_STYLE)


def svg_file(title: str, drawn: Iterable[str], *, box: tuple[int, int, int, int], style: str) -> str:
    """Return a drawing as a file of its own, on white paper. `box` has its left, top, width and height."""
    left, top, width, height = box
    ground = f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            ground,
            *drawn,
            "</svg>\n",
        ]
    )


def _season_lines(season: Season) -> tuple[list[str], list[str], str]:
    """Return the names, the best first, the stroke of each, and the lines that begin at nothing."""
    totals = season.totals
    names = [total.name for total in rank_totals(totals)]
    courses = {total.name: [0, *course] for total, course in zip(totals, season.courses, strict=True)}
    values = [value for course in courses.values() for value in course]
    chart = LineChart(len(season.titles) + 1, min(values), max(min(values) + 1, *values), _WIDE_LEFT)
    strokes = [_stroke(place) for place in range(len(names))]
    lines = (
        f'<polyline {stroke} points="{chart.points(courses[name])}"/>'
        for name, stroke in zip(names, strokes, strict=True)
    )
    return names, strokes, chart.number_grid_lines() + "".join(lines)


def _stroke(place: int) -> str:
    """Return the attributes of the line of one person."""
    colour, dash = _COLOURS[place % len(_COLOURS)], _DASHES[place % len(_DASHES)]
    return f'fill="none" stroke="{colour}" stroke-dasharray="{dash}"'


_WIDE_LEFT: Final = 96
_ROW: Final = 22
_COLOURS: Final = ("#0f8a5f", "#c2570c", "#7c5cd6", "#1f7bc1", "#d43d51", "#8a7410", "#c43f9c", "#0c8491")
"""Colours of lines, with a contrast of three to one and more on light and on dark paper."""
_DASHES: Final = ("none", "10 5", "3 4")
"""Dashes of lines: with the colours they tell 24 people apart."""
_FILE_STYLE: Final = (
    "text { fill: #59635f; font: 14px sans-serif } .grid { stroke: #d5d9d3 } "
    "polyline, path { stroke-width: 3; stroke-linejoin: round }"
)


def grid_step(span: float, *, least: float = 0.5) -> float:
    """Return the distance of the grid lines over a span of values: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(span / _LEVELS))
    return max(least, next(times * power for times in (1, 2, 5, 10) if span <= _LEVELS * times * power))


RUN: Final = 10
"""Number of matches in the moving average of accuracies."""
_LEVELS: Final = 5
_MOST_PLACES: Final = 12


def accuracy_chart(found: Statistics) -> str:
    """Return the accuracy of each reviewed match as a point, and their moving average as a line."""
    judged = [each for each in matches_and_findings(found) if seat_accuracy(each[1]).decisions]
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


def luck_over_matches_chart(found: Statistics) -> str:
    """Return two lines over the reviewed matches: wins minus losses, with and without luck."""
    judged = [judged for _match, judged in matches_and_findings(found)]
    if not judged:
        return ""
    lines = {
        "chance": [*accumulate((2 * each.result - 1 for each in judged), initial=0.0)],
        "skill": [*accumulate((2 * each.without_luck - 1 for each in judged), initial=0.0)],
    }
    values = [value for line in lines.values() for value in line]
    step = grid_step(max(1.0, max(values) - min(values)))
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


def matches_and_findings(found: Statistics) -> list[tuple[PlayedMatch, JudgedSeat]]:
    """Return the reviewed matches and the findings."""
    return [(each, each.judged) for each in found.matches if each.judged is not None]


def match_title(match: PlayedMatch) -> str:
    """Return the title of a match: day, variant and opponent."""
    text = _("{game}, against {name}").format(game=match.game, name=match.opponent)
    return f"{match.date} · {text}" if match.date else text


def chart_page(title: str, sections: Iterable[str], *, kind: str) -> str:
    """Return a standalone page with charts, in the current language. `kind` marks the page for `is_page`."""
    style = files("ginrummy.coach").joinpath("charts.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'{page_kind(kind)}\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


def page_kind(kind: str) -> str:
    """Return the mark of a page for `is_page`."""
    return f'<meta name="generator" content="ginrummy {kind}">'


def is_page(path: Path, *, kind: str) -> bool:
    """Return whether the file `path` is a page of this `kind`. Raise `OSError` where it cannot be read."""
    with path.open("rb") as file:
        return page_kind(kind).encode() in file.read(_HEAD)
