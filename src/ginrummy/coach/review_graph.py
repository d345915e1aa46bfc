"""Graph of a review as SVG: the chance of the first player, luck and decisions."""

from __future__ import annotations

from itertools import accumulate

from ginrummy.coach.line_chart import LineChart, figure
from ginrummy.coach.match_review import DEAL, Review
from ginrummy.coach.review_phrases import balance_text
from ginrummy.locale import _


def graph(found: Review, players: tuple[str, str]) -> str:
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
    marks = [chart.mark(place, str(step.hand)) for place, step in enumerate(found.steps) if step.kind == DEAL]
    drawn = "".join(chart.line(line, name) for name, line in lines.items())
    chance = _("the chance of {name}").format(name=players[0])
    key = (("of-chance", chance), ("of-luck", _("luck alone")), ("of-skill", _("decisions alone")))
    return figure(chart.quarters() + "".join(marks) + drawn, balance_text(found, players), key)
