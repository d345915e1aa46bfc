"""The graph of a review: the chance of the first player, luck and decisions, as lines of SVG."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import accumulate

from ginrummy.coach.match_review import DEAL, Review
from ginrummy.coach.review_names import balance_text
from ginrummy.locale import _
from ginrummy.numerals import percent_text

WIDTH, HEIGHT, LEFT, BOTTOM = 800, 320, 48, 24


def graph(found: Review, players: tuple[str, str]) -> str:
    """Return the figure: three lines whose ends are start plus luck, start plus errors, and the result."""
    signs = [-1 if step.seat == 0 else 1 for step in found.steps]
    errors = [sign * abs(step.error) for sign, step in zip(signs, found.steps, strict=True)]
    lines = {
        "skill": [*accumulate(errors, initial=found.start)],
        "luck": [*accumulate((step.luck for step in found.steps), initial=found.start)],
        "chance": [found.start, *(step.chance for step in found.steps)],
    }
    values = [value for line in lines.values() for value in line]
    low, high = min(0.0, *values), max(1.0, *values)
    drawn = "".join(
        f'<polyline class="{name}" points="{_points(line, low, high)}"/>' for name, line in lines.items()
    )
    label = escape(balance_text(found, players))
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f"{_grid(found, low, high)}{drawn}</svg>{_key(players)}</figure>"
    )


def _key(players: tuple[str, str]) -> str:
    chance = _("the chance of {name}").format(name=players[0])
    names = (("of-chance", chance), ("of-luck", _("luck alone")), ("of-skill", _("decisions alone")))
    items = "".join(f'<li><span class="{kind}"></span>{escape(name)}</li>' for kind, name in names)
    return f'<ul class="key">{items}</ul>'


def _points(line: Iterable[float], low: float, high: float) -> str:
    values = list(line)
    return " ".join(
        f"{_across(place, len(values)):.1f},{_up(value, low, high):.1f}" for place, value in enumerate(values)
    )


def _across(place: int, count: int) -> float:
    return LEFT + (WIDTH - LEFT - 8) * place / max(1, count - 1)


def _up(value: float, low: float, high: float) -> float:
    return 8 + (HEIGHT - BOTTOM - 8) * (high - value) / (high - low)


def _grid(found: Review, low: float, high: float) -> str:
    parts = []
    for quarter in range(5):
        height = _up(quarter / 4, low, high)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH}" y1="{height:.1f}" y2="{height:.1f}"/>')
        parts.append(f'<text x="0" y="{height + 4:.1f}">{escape(percent_text(quarter / 4, 0))}</text>')
    count = len(found.steps) + 1
    for place, step in enumerate(found.steps):
        if step.kind == DEAL:
            across = _across(place, count)
            parts.append(
                f'<line class="grid" x1="{across:.1f}" x2="{across:.1f}" y1="8" y2="{HEIGHT - BOTTOM}"/>'
                f'<text x="{across + 3:.1f}" y="{HEIGHT - 6}">{step.hand}</text>'
            )
    return "".join(parts)
