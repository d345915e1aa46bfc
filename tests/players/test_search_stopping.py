"""Expected regret of stopping a search, against sampled chances."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from ginrummy.players.gains import SEED_TO_SEED, GainEstimate, Gains, expected_rival_lead, unit_normal_loss


def gains_of(worths: Sequence[Sequence[float]], *, prior: Sequence[float] = (), worlds: int = 0) -> Gains:
    """Return the gains after worlds with these values of the actions."""
    count = len(worths[0])
    gains = Gains(prior or [0.0] * count, [worlds] * count)
    gains.add(worths)
    return gains


@pytest.mark.parametrize("distance", [-1.0, 0.0, 0.3, 1.0, 2.5])
def test_the_loss_is_the_mean_above_a_distance(distance: float) -> None:
    drawn = np.random.default_rng(1).standard_normal(2_000_000)
    assert unit_normal_loss(distance) == pytest.approx(np.maximum(drawn - distance, 0).mean(), abs=2e-3)


def test_nothing_is_lost_where_nothing_varies_or_nobody_rivals() -> None:
    assert gains_of([[0.0, 0.2], [0.0, 0.2]]).regret() == 0.0
    assert gains_of([[0.0]] * 5).regret() == 0.0


def test_the_likeliest_rival_counts_and_who_is_dropped_does_not() -> None:
    rng = np.random.default_rng(3)
    gains = np.column_stack([np.zeros(400), rng.normal(0.1, 1, 400), rng.normal(-2, 1, 400)])
    tally = gains_of(gains.tolist())
    both = tally.regret()
    tally.alive[2] = 0
    assert tally.regret() == both > 0
    tally.alive[1] = 0
    assert tally.regret() == 0.0


def test_what_is_lost_is_what_another_truth_would_give() -> None:
    gains = np.random.default_rng(5).normal(0.05, 1.0, 300)
    tally = gains_of(np.column_stack([np.zeros(300), gains]).tolist())
    error = SEED_TO_SEED * gains.std() / math.sqrt(300)
    truth = np.random.default_rng(6).normal(gains.mean(), error, 2_000_000)
    leads = gains.mean() > 0
    lost = np.maximum(-truth if leads else truth, 0).mean()
    assert tally.regret() == pytest.approx(lost, rel=0.02)


def test_what_is_believed_before_counts_as_worlds() -> None:
    gains = [[0.0, 1.0], [0.0, -1.0]]
    first, second = gains_of(gains, prior=[0.0, 0.5], worlds=6).estimates()
    assert first == GainEstimate(0.0, 0.0)
    assert second == pytest.approx((6 * 0.5 / 8, 1 / math.sqrt(8)))


def test_more_worlds_leave_less_to_lose() -> None:
    rng = np.random.default_rng(8)
    gains = np.column_stack([np.zeros(1600), rng.normal(0.0, 1.0, 1600)])
    found = [gains_of(gains[:count].tolist()).regret() for count in (100, 400, 1600)]
    assert found == sorted(found, reverse=True)


def test_two_that_are_sure_lose_nothing() -> None:
    assert expected_rival_lead(GainEstimate(0.3, 0.0), GainEstimate(0.0, 0.0)) == 0.0
