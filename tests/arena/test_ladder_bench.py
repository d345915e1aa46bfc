"""The strengths of a new ladder's rungs are differences from the anchor, with their intervals."""

from __future__ import annotations

import pytest

from bench.ladder import quick_rungs
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import RunPlan
from ginrummy.lab.arena.standings import result_table
from ginrummy.variants import load_variant


def test_the_anchor_has_no_interval_and_the_rest_that_of_the_difference() -> None:
    names = ("random", "simple", "baseline")
    plan = RunPlan(names, load_variant("eaai"), seed="rungs", pairs=10, reduce=True)
    run = Run(plan)
    play_run(run, workers=1)
    rungs = {rung.player: rung.strength for rung in quick_rungs(plan, run.tallies)}
    assert rungs["simple"] == Interval(0, 0, 0)
    assert rungs["random"].low < rungs["random"].value < rungs["random"].high < 0
    means = {each.player: each.points.value for each in result_table(plan, run.tallies, 0.95).standings}
    for player in names:
        above = (means[player] - means["simple"]) * 2 / 3
        assert rungs[player].value == pytest.approx(above)
