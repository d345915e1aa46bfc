"""The sequential test: its error rate is as stated, it stops early, and always at the same pair."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, repeat

import pytest

from ginrummy.lab.arena.run_plan import ArenaError, Unit
from ginrummy.lab.arena.sequential_test import (
    Hypotheses,
    SequentialTest,
    SprtState,
    next_check,
    tilt_multiplier,
)

POINTS = Hypotheses(Unit.HANDS, 0, 4, 0.05)
ELO = Hypotheses(Unit.GAMES, 0, 60, 0.05)


def followed(hypotheses: Hypotheses, pairs: list[int]) -> SequentialTest:
    watch = SequentialTest(hypotheses)
    watch.add_pairs(pairs)
    return watch


def points_of_pairs(mean: float, chance: random.Random) -> list[int]:
    shift = round(2 * mean)
    return [shift + chance.choice([-61, -25, -9, 0, 0, 8, 30, 57]) for _pair in range(4000)]


@pytest.mark.parametrize(("mean", "due"), [(0, SprtState.H0), (4, SprtState.H1)])
def test_points_are_decided_with_few_errors(mean: float, due: SprtState) -> None:
    chance = random.Random(11)
    watches = [followed(POINTS, points_of_pairs(mean, chance)) for _run in range(120)]
    verdicts = Counter(watch.verdict for watch in watches)
    assert verdicts[due] >= 120 * 0.9
    assert verdicts[SprtState.OPEN] == 0
    assert sum(watch.pairs for watch in watches) / 120 < 1000


@pytest.mark.parametrize(("elo", "due"), [(0, SprtState.H0), (60, SprtState.H1)])
def test_games_are_decided_with_few_errors(elo: float, due: SprtState) -> None:
    chance, share = random.Random(12), 1 / (1 + 10 ** (-elo / 400))

    def pair() -> int:
        return sum(1 if chance.random() < share else -1 for _leg in (0, 1))

    watches = [followed(ELO, [pair() for _pair in range(3000)]) for _run in range(120)]
    verdicts = Counter(watch.verdict for watch in watches)
    assert verdicts[due] >= 120 * 0.9
    assert verdicts[SprtState.OPEN] == 0


def test_a_clear_edge_is_decided_sooner() -> None:
    chance = random.Random(13)
    far = followed(POINTS, points_of_pairs(20, chance))
    near = followed(POINTS, points_of_pairs(4, chance))
    assert far.verdict is near.verdict is SprtState.H1
    assert far.pairs < near.pairs


def test_the_first_pairs_alone_decide_nothing() -> None:
    assert followed(POINTS, [50] * 15).verdict is SprtState.OPEN
    assert followed(POINTS, [50] * 16).pairs == 16


def test_it_stops_at_the_same_pair_however_pairs_come() -> None:
    pairs = points_of_pairs(4, random.Random(14))
    whole = followed(POINTS, pairs)
    by_and_by = SequentialTest(POINTS)
    source = iter(pairs)
    for size in repeat(7):
        piece = list(islice(source, size))
        if not piece or by_and_by.verdict is not SprtState.OPEN:
            break
        by_and_by.add_pairs(piece)
    assert (whole.pairs, whole.ratio, whole.verdict) == (by_and_by.pairs, by_and_by.ratio, by_and_by.verdict)


def test_the_tilt_gives_the_mean() -> None:
    weights = {-10: 3.0, 0: 2.0, 4: 5.0, 30: 1.0}
    for mean in (-8.0, 0.0, 2.0, 25.0):
        t = tilt_multiplier(weights, mean)
        tilted = {value: w / (1 + t * (value - mean)) for value, w in weights.items()}
        assert all(weight > 0 for weight in tilted.values())
        assert sum(tilted.values()) == pytest.approx(11)
        assert sum(value * weight for value, weight in tilted.items()) / 11 == pytest.approx(mean)


def test_looks_grow_apart() -> None:
    assert next_check(16) == 32
    assert next_check(1024) == 1040
    assert next_check(64_000) == 65_000


@pytest.mark.parametrize("edges", [(1, 1), (2, 1), (0, 5000), (float("nan"), 1)])
def test_hypotheses_that_say_nothing_are_refused(edges: tuple[float, float]) -> None:
    with pytest.raises(ArenaError, match="H0 is below H1"):
        Hypotheses(Unit.HANDS, *edges)


@pytest.mark.parametrize("error", [0, 0.5, 1])
def test_errors_that_say_nothing_are_refused(error: float) -> None:
    with pytest.raises(ArenaError, match="chance of an error"):
        Hypotheses(Unit.HANDS, 0, 1, error)
