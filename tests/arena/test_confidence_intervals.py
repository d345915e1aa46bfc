"""Confidence intervals: their quantiles, and their coverage."""

from __future__ import annotations

import math
import random

import pytest

from ginrummy.lab.arena.confidence_intervals import (
    Interval,
    Moments,
    interval_half_width,
    mean_interval,
    share_interval,
)

# Student's t, two-sided, from tables.
QUANTILES = [
    (0.95, 1, 12.7062), (0.95, 2, 4.3027), (0.95, 3, 3.1824), (0.95, 5, 2.5706), (0.95, 10, 2.2281),
    (0.95, 30, 2.0423), (0.95, 1000, 1.9623), (0.99, 1, 63.6567), (0.99, 3, 5.8409), (0.99, 30, 2.7500),
    (0.80, 3, 1.6377), (0.80, 10, 1.3722), (0.95, 10**7, 1.9600),
]  # fmt: skip


@pytest.mark.parametrize(("confidence", "freedom", "quantile"), QUANTILES)
def test_student(confidence: float, freedom: int, quantile: float) -> None:
    assert interval_half_width(confidence, freedom) == pytest.approx(quantile, abs=6e-5)


def test_the_mean_of_a_few_pairs() -> None:
    found = mean_interval(Moments.from_values([10, 20, 30]))
    assert found.value == 20
    assert found.half_width == pytest.approx(4.30265 * 10 / math.sqrt(3), abs=1e-3)
    assert found.low <= 40 <= found.high < 60


def test_less_than_two_pairs_bound_nothing() -> None:
    assert mean_interval(Moments.from_values([7])) == Interval(7, -math.inf, math.inf)
    assert mean_interval(Moments.from_values([])).value == 0
    assert share_interval(Moments.from_values([2])) == Interval(1, 0, 1)


def test_moments_join() -> None:
    assert (
        Moments.from_values([1, 2]).merge(Moments.from_values([3]))
        == Moments.from_values([1, 2, 3])
        == Moments(3, 6, 14)
    )


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_means_of_pairs_are_covered(confidence: float) -> None:
    chance = random.Random(5)

    def pair() -> int:
        shared = chance.choice([0, 0, 0, 10, 40])
        return shared + sum(chance.choice([-30, -10, 8, 12, 20, 35]) for _leg in (0, 1))

    truth = 10 + 2 * 35 / 6
    runs, pairs = 1500, 60
    found = [
        mean_interval(Moments.from_values(pair() for _pair in range(pairs)), confidence)
        for _run in range(runs)
    ]
    covered = sum(interval.low <= truth <= interval.high for interval in found)
    spread = 3.5 * math.sqrt(confidence * (1 - confidence) / runs)
    assert covered / runs == pytest.approx(confidence, abs=spread)


@pytest.mark.parametrize("chance_of_win", [0.5, 0.8, 0.97])
@pytest.mark.parametrize("alike", [0.0, 0.6], ids=["independent", "alike"])
def test_shares_of_wins_are_covered(chance_of_win: float, alike: float) -> None:
    chance = random.Random(9)

    def pair() -> int:
        first = 1 if chance.random() < chance_of_win else -1
        second = first if chance.random() < alike else (1 if chance.random() < chance_of_win else -1)
        return first + second

    runs, pairs = 1000, 120
    found = [share_interval(Moments.from_values(pair() for _pair in range(pairs))) for _run in range(runs)]
    covered = sum(interval.low <= chance_of_win <= interval.high for interval in found)
    assert 0.92 < covered / runs < 0.985
    assert all(0 <= interval.low <= interval.value <= interval.high <= 1 for interval in found)


def test_winning_everything_proves_only_so_much() -> None:
    few, many = share_interval(Moments.from_values([2] * 10)), share_interval(Moments.from_values([2] * 1000))
    assert few.value == many.value == many.high == 1
    assert 0.6 < few.low < 0.8
    assert 0.99 < many.low < 1


def test_one_deal_of_several_opponents_is_one_observation() -> None:
    alone = share_interval(Moments.from_values([2, 0, 2, -2, 0] * 20))
    thrice = share_interval(Moments.from_values([6, 0, 6, -6, 0] * 20), legs=6)
    assert thrice == pytest.approx(alone)
