"""The compiled players of a new ladder play as in the arena; strengths are differences from the anchor."""

from __future__ import annotations

import numpy as np
import pytest

from bench.ladder import COMPILED, PAIRINGS, VARIANT, compiled_rungs, deal_strengths, pair_points
from ginrummy.lab.arena import duel
from ginrummy.lab.arena.confidence_intervals import Interval

DEALS = 12


@pytest.mark.parametrize("names", [("simple", "steady"), ("steady", "network"), ("simple", "network")])
def test_the_compiled_players_score_as_in_the_arena(names: tuple[str, str]) -> None:
    pairing = (COMPILED.index(names[0]), COMPILED.index(names[1]))
    found = pair_points("rungs", pairing, DEALS)
    assert found.any()
    for pairs in (2, 5, DEALS):
        points = duel(*names, variant=VARIANT, hands=2 * pairs, seed="rungs", workers=1).points
        assert points.value == pytest.approx(found[:pairs].mean())


def test_random_play_loses_and_differs_from_deal_to_deal() -> None:
    found = pair_points("rungs", (0, 1), 50)
    assert -70 < found.mean() < -30
    assert len(set(found)) > 25


def test_the_anchor_has_no_interval_and_the_rest_that_of_the_difference() -> None:
    points = [pair_points("rungs", pairing, 20) for pairing in PAIRINGS]
    rungs = {rung.player: rung.strength for rung in compiled_rungs(points)}
    assert rungs["simple"] == Interval(0, 0, 0)
    assert rungs["random"].low < rungs["random"].value < rungs["random"].high < 0
    means = deal_strengths(PAIRINGS, points).mean(1)
    for player, mean in zip(COMPILED, means, strict=True):
        assert rungs[player].value == pytest.approx(mean - means[COMPILED.index("simple")])
    lone = np.mean([values.mean() for values in points[:3]])
    assert means[0] == pytest.approx(3 / 4 * lone)
