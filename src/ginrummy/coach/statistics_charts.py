"""Charts of statistics: accuracy from match to match, and results with and without luck."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from ginrummy.coach.line_chart import LineChart, figure
from ginrummy.coach.match_statistics import JudgedSeat, PlayedMatch
from ginrummy.coach.person_statistics import Statistics, accuracy_of_seat
from ginrummy.locale import _
from ginrummy.locale.errors import placed
from ginrummy.locale.numbers import number_text, signed_text

RUN: Final = 10
"""Number of matches in the moving average of accuracies."""
_LEVELS: Final = 5
_STEPS: Final = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)


def accuracy_chart(found: Statistics) -> str:
    """Return the accuracy of each reviewed match as a point, and their moving average as a line."""
    judged = [each for each in judged_matches(found) if accuracy_of_seat(each[1]).decisions]
    values = [accuracy_of_seat(each).mean for _match, each in judged]
    if not values:
        return ""
    low = min(90.0, math.floor(min(values) / 5) * 5)
    chart = LineChart(len(values), low, 100.0)
    step = 10 if low < 100 - 5 * _LEVELS else 5
    grid = [chart.level(value, number_text(value, 0)) for value in range(int(low), 101, step)]
    dots = [
        chart.dot(place, value, placed(match_title(match), number_text(value, 1)))
        for place, (value, (match, _judged)) in enumerate(zip(values, judged, strict=True))
    ]
    means = [mean(values[max(0, place + 1 - RUN) : place + 1]) for place in range(len(values))]
    label = _("Accuracy from {first} to {last}, match by match").format(
        first=number_text(means[0], 1), last=number_text(means[-1], 1)
    )
    key = (("of-match", _("a match")), ("of-chance", _("the last ten together")))
    return figure("".join([*grid, chart.line(means, "chance"), *dots]), label, key)


def luck_chart(found: Statistics) -> str:
    """Return two lines over the reviewed matches: wins minus losses, with and without luck."""
    judged = [judged for _match, judged in judged_matches(found)]
    if not judged:
        return ""
    lines = {
        "chance": [*accumulate((2 * each.result - 1 for each in judged), initial=0.0)],
        "skill": [*accumulate((2 * each.without_luck - 1 for each in judged), initial=0.0)],
    }
    values = [value for line in lines.values() for value in line]
    span = max(1.0, max(values) - min(values))
    step = next((each for each in _STEPS if span / each <= _LEVELS), _STEPS[-1])
    low, high = math.floor(min(values) / step), math.ceil(max(values) / step)
    chart = LineChart(len(judged) + 1, low * step, max(high, low + 1) * step)
    places = 1 if step < 1 else 0
    grid = [chart.level(each * step, signed_text(each * step, places)) for each in range(low, high + 1)]
    label = _("Won less lost: {result}; without luck {without}").format(
        result=signed_text(lines["chance"][-1], 1), without=signed_text(lines["skill"][-1], 1)
    )
    key = (("of-chance", _("matches won less lost")), ("of-skill", _("the same without luck")))
    return figure("".join([*grid, *(chart.line(line, name) for name, line in lines.items())]), label, key)


def judged_matches(found: Statistics) -> list[tuple[PlayedMatch, JudgedSeat]]:
    """Return the reviewed matches and the findings."""
    return [(each, each.judged) for each in found.matches if each.judged is not None]


def match_title(match: PlayedMatch) -> str:
    """Return the title of a match: day, variant and opponent."""
    text = _("{game}, against {name}").format(game=match.game, name=match.opponent)
    return f"{match.date} · {text}" if match.date else text


def mean(values: Sequence[float]) -> float:
    """Return the mean of some values."""
    return math.fsum(values) / len(values)
