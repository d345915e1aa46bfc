"""Ratings: they recover the true strengths, and the intervals contain them."""

from __future__ import annotations

import math
import random

import pytest

from ginrummy.lab.arena.ratings import ratings, solve_system

PAIRINGS = [(0, 1), (0, 2), (1, 2)]
TRUE = [120.0, -20.0, -100.0]


def played(deals: int, chance: random.Random) -> list[list[float]]:
    """Return shares of pairs. All pairings share the luck of the deal."""
    shares: list[list[float]] = [[] for _pairing in PAIRINGS]
    for _deal in range(deals):
        luck = chance.random()
        for (first, second), seen in zip(PAIRINGS, shares, strict=True):
            share = 1 / (1 + 10 ** ((TRUE[second] - TRUE[first]) / 400))
            draws = (luck if chance.random() < 0.5 else chance.random() for _leg in (0, 1))
            seen.append(sum(draw < share for draw in draws) / 2)
    return shares


def test_ratings_are_found() -> None:
    found = ratings(PAIRINGS, played(20_000, random.Random(1)), 0.95)
    assert [rating.value for rating in found] == pytest.approx(TRUE, abs=8)
    assert sum(rating.value for rating in found) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_truth() -> None:
    chance, runs = random.Random(2), 300
    held = [0, 0, 0]
    for _run in range(runs):
        for player, rating in enumerate(ratings(PAIRINGS, played(150, chance), 0.95)):
            held[player] += rating.low <= TRUE[player] <= rating.high
    assert all(0.91 < count / runs < 0.985 for count in held)


def test_who_wins_everything_has_a_rating() -> None:
    first, second = ratings([(0, 1)], [[1.0] * 500], 0.95)
    assert 400 < first.value < 1000
    assert first.value == pytest.approx(-second.value)
    assert first.half_width > 50


def test_who_is_equal_is_rated_so() -> None:
    first, second = ratings([(0, 1)], [[0.5] * 300], 0.95)
    assert first.value == pytest.approx(0, abs=1e-9)
    assert second.half_width < 5


def test_equations_are_solved() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 0.0, 3.0], [4.0, 1.0, 0.0]]
    answer = solve_system(matrix, [[7.0], [10.0], [6.0]])
    back = [sum(a * x[0] for a, x in zip(row, answer, strict=True)) for row in matrix]
    assert back == pytest.approx([7, 10, 6])
    assert not any(math.isnan(x[0]) for x in answer)
