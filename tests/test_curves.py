"""The curves of experiments: each point is at the position of its value."""

from __future__ import annotations

import math
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ginrummy.coach.charts import grid_step
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.curves import seed_spread, write_curves

SVG = "{http://www.w3.org/2000/svg}"


def test_a_picture_has_lines_intervals_and_words(tmp_path: Path) -> None:
    path = tmp_path / "curve.svg"
    lines: dict[str, list[float | Interval]] = {
        "a < b": [Interval(-20, -24, -16), Interval(4, 2, 6)],
        "plain": [0.0, 5.0],
    }
    write_curves(path, [16, 64], lines, across="simulations", up="points a hand")
    drawn = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    written = [each.text for each in drawn.iter(f"{SVG}text")]
    assert {"16", "64", "a < b", "plain", "simulations", "points a hand", "0", "-20"} <= set(written)
    curves = [each.get("points", "").split() for each in drawn.iter(f"{SVG}polyline")]
    first, second = ([float(point.partition(",")[2]) for point in points] for points in curves)
    assert first[0] > first[1] > second[1]  # the greater value is higher
    assert second[0] > second[1]
    bars = [each for each in drawn.iter(f"{SVG}line") if each.get("class") == "interval"]
    heights = [(float(bar.get("y1", "")), float(bar.get("y2", ""))) for bar in bars]
    assert heights[0][0] > first[0] > heights[0][1]
    assert heights[2][0] == heights[2][1] == second[0]


def test_a_flat_line_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "curve.svg"
    write_curves(
        path,
        ["one"],
        {"flat": [0.25], "unknown": [Interval(0.5, -math.inf, math.inf)]},
        across="place",
        up="value",
    )
    assert "polyline" in path.read_text(encoding="utf-8")


def test_the_curves_of_seeds_are_their_mean_with_the_least_and_the_greatest() -> None:
    found = seed_spread([{"a": [1.0, 6.0], "b": [0.0, 0.0]}, {"a": [2.0, 0.0], "b": [3.0, 0.0]}])
    assert found == {
        "a": [Interval(1.5, 1.0, 2.0), Interval(3.0, 0.0, 6.0)],
        "b": [Interval(1.5, 0.0, 3.0), Interval(0.0, 0.0, 0.0)],
    }


@pytest.mark.parametrize(
    ("span", "step"), [(0.03, 0.01), (0.4, 0.1), (1, 0.2), (4, 1), (30, 10), (100, 20), (9_000, 2_000)]
)
def test_grid_lines_have_round_distances(span: float, step: float) -> None:
    assert grid_step(span, least=0.0) == pytest.approx(step)
    assert grid_step(span) == max(0.5, grid_step(span, least=0.0))
