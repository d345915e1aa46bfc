"""Elo-scale ratings of several players from their results, with intervals.

Bradley and Terry: the first of two players wins a leg with the chance 1 / (1 + 10 ** (-d / 400)), where d is
the difference of their ratings. The ratings are maximum-likelihood estimates with mean 0. Each two players
get two pseudo-pairs, one won by each, so that a player who wins everything has a finite rating.

All pairings play the same deals, so a deal is one observation of all of them: the intervals come from the
sandwich estimator over deals. (These ratings are for a closed run. At the table on the web, where people come
and go, Glicko-2 is used.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Final, NamedTuple

from ginrummy.lab.arena.confidence_intervals import Interval

ELO: Final = 400 / math.log(10)
IMAGINED: Final = 2
_ROUNDS: Final = 100
_CLOSE: Final = 1e-10

Pairing = tuple[int, int]
Matrix = list[list[float]]


class PairScore(NamedTuple):
    """Wins of the first of two players, and the number of pairs; a pair counts one."""

    pairing: Pairing
    won: float
    pairs: float


def ratings(
    pairings: Sequence[Pairing], shares: Sequence[Sequence[float]], confidence: float
) -> tuple[Interval, ...]:
    """Return the ratings; `shares[k][deal]` is the share that the first of pairing k won of that pair."""
    players = 1 + max(second for _first, second in pairings)
    scores = [
        PairScore(pairing, sum(seen) + IMAGINED / 2, len(seen) + IMAGINED)
        for pairing, seen in zip(pairings, shares, strict=True)
    ]
    strengths = likeliest_strengths(players, scores)
    spread = strength_covariance(strengths, scores, score_covariance(strengths, pairings, shares))
    reach = NormalDist().inv_cdf((1 + confidence) / 2)
    widths = [reach * math.sqrt(max(0.0, spread[player][player])) for player in range(players)]
    return tuple(
        Interval(value, value - width, value + width).scale(ELO)
        for value, width in zip(strengths, widths, strict=True)
    )


def expected_share(strengths: Sequence[float], pairing: Pairing) -> float:
    """Return the expected share of the first of `pairing`."""
    return 1 / (1 + math.exp(strengths[pairing[1]] - strengths[pairing[0]]))


def likeliest_strengths(players: int, scores: Sequence[PairScore]) -> list[float]:
    """Return the most likely strengths, with mean 0, by Newton's method with steps of at most 1."""
    strengths = [0.0] * players
    for _round in range(_ROUNDS):
        pull = [[0.0] for _player in range(players)]
        for (first, second), won, pairs in scores:
            excess = won - pairs * expected_share(strengths, (first, second))
            pull[first][0] += excess
            pull[second][0] -= excess
        step = [row[0] for row in solve_system(information_matrix(strengths, scores), pull)]
        largest = max(map(abs, step))
        strengths = [
            value + change / max(1.0, largest) for value, change in zip(strengths, step, strict=True)
        ]
        if largest < _CLOSE:
            break
    mean = sum(strengths) / players
    return [value - mean for value in strengths]


def information_matrix(strengths: Sequence[float], scores: Sequence[PairScore]) -> Matrix:
    """Return the information matrix plus ones: only differences matter, and the mean is fixed."""
    matrix = [[1.0] * len(strengths) for _row in strengths]
    for pairing, _won, pairs in scores:
        chance = expected_share(strengths, pairing)
        add_outer_product(matrix, pairing, pairs * chance * (1 - chance))
    return matrix


def score_covariance(
    strengths: Sequence[float], pairings: Sequence[Pairing], shares: Sequence[Sequence[float]]
) -> Matrix:
    """Return the covariance of the score function, with a deal as one observation of all pairings."""
    size = len(strengths)
    matrix = [[0.0] * size for _row in strengths]
    chances = [expected_share(strengths, pairing) for pairing in pairings]
    for deal in zip(*shares, strict=True):
        pull = [0.0] * size
        for (first, second), share, chance in zip(pairings, deal, chances, strict=True):
            pull[first] += share - chance
            pull[second] -= share - chance
        for one in range(size):
            for other in range(size):
                matrix[one][other] += pull[one] * pull[other]
    for pairing, chance in zip(pairings, chances, strict=True):
        add_outer_product(matrix, pairing, IMAGINED / 2 * (chance**2 + (1 - chance) ** 2))
    return matrix


def add_outer_product(matrix: Matrix, pairing: Pairing, weight: float) -> None:
    """Add the outer product of one pairing's difference to `matrix`, times `weight`."""
    first, second = pairing
    matrix[first][first] += weight
    matrix[second][second] += weight
    matrix[first][second] -= weight
    matrix[second][first] -= weight


def strength_covariance(strengths: Sequence[float], scores: Sequence[PairScore], spread: Matrix) -> Matrix:
    """Return the covariance of the strengths: the sandwich estimator around `spread`."""
    matrix = information_matrix(strengths, scores)
    half = solve_system(matrix, spread)
    return solve_system(matrix, [list(column) for column in zip(*half, strict=True)])


def solve_system(matrix: Matrix, right: Matrix) -> Matrix:
    """Return x of `matrix` x = `right`, by Gauss-Jordan elimination with partial pivoting."""
    size = len(matrix)
    rows = [[*left, *values] for left, values in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda place: abs(rows[place][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [value / scale for value in rows[column]]
        for place in range(size):
            factor = rows[place][column]
            if place != column and factor != 0:
                rows[place] = [a - factor * b for a, b in zip(rows[place], rows[column], strict=True)]
    return [row[size:] for row in rows]
