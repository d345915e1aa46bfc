"""The census by suit symmetry, against brute force on small packs and known counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from bench import deadwood_census
from ginrummy.game.cards import Hand
from ginrummy.rules.cards import without
from ginrummy.rules.melds import least_deadwood, run_table_of
from ginrummy.variants import DEFAULT, Variant, variant_from_values

CORNER = variant_from_values({"ace_run": "corner", "ace_points": 15})
HIGH_LOW = variant_from_values({"ace_run": "high_low", "ace_points": 15})


def small_pack(ranks: int) -> list[int]:
    """Return the faces of the lowest `ranks` ranks."""
    return [13 * suit + rank for suit in range(4) for rank in range(ranks)]


def by_brute_force(variant: Variant, ranks: int, size: int) -> tuple[Counter[int], Counter[int]]:
    """Count every hand by its least deadwood, and by the least after a discard."""
    least, kept = Counter[int](), Counter[int]()
    runs = run_table_of(variant)
    for faces in combinations(small_pack(ranks), size):
        hand = Hand(sum(1 << face for face in faces), 0)
        least[least_deadwood(hand, runs, 0)] += 1
        kept[min(least_deadwood(without(hand, Hand(1 << face, 0)), runs, 0) for face in faces)] += 1
    return least, kept


def counter_of(counts: deadwood_census.Counts) -> Counter[int]:
    """Return the indices of `counts` that are not 0."""
    return Counter({place: int(count) for place, count in enumerate(counts) if count})


@pytest.mark.parametrize("variant", [DEFAULT, CORNER, HIGH_LOW], ids=("low", "corner", "high_low"))
@pytest.mark.parametrize(("ranks", "size"), [(4, 5), (4, 8), (3, 10), (3, 11), (13, 3)])
def test_small_packs_by_brute_force(variant: Variant, ranks: int, size: int) -> None:
    least, kept = by_brute_force(variant, ranks, size)
    assert counter_of(deadwood_census.count_hands(size, variant=variant, ranks=ranks)) == least
    found = deadwood_census.count_discards(size, variant=variant, ranks=ranks)
    assert (counter_of(found.least), counter_of(found.kept)) == (least, kept)


@pytest.mark.parametrize("size", [1, 2, 4, 6])
def test_every_hand_is_counted_once(size: int) -> None:
    assert deadwood_census.count_hands(size).sum() == comb(52, size)
    assert deadwood_census.count_discards(size).kept.sum() == comb(52, size)


def test_melds_of_three_and_four() -> None:
    """52 sets and 44 runs of three; 13 sets of four and 40 runs of four, of 65 sets and 264 runs in all."""
    assert deadwood_census.count_hands(3)[0] == 52 + 44
    assert deadwood_census.count_hands(4)[0] == 13 + 40


def test_any_number_of_workers_counts_the_same() -> None:
    assert np.array_equal(
        deadwood_census.count_hands(6, workers=1), deadwood_census.count_hands(6, workers=3)
    )


@pytest.mark.parametrize(
    "lanes",
    [(1, 2, 3, 4), (1, 1, 2, 3), (1, 2, 2, 3), (5, 6, 7, 7), (1, 1, 2, 2), (3, 3, 3, 9), (4, 4, 4, 4)],
)
def test_orders_of_lanes(lanes: tuple[int, int, int, int]) -> None:
    assert deadwood_census.orders_of(*lanes) == len(set(permutations(lanes)))


def test_what_is_not_counted() -> None:
    for size in (0, 12):
        with pytest.raises(ValueError, match=f"{size} cards"):
            deadwood_census.count_hands(size)
    with pytest.raises(ValueError, match="2 packs"):
        deadwood_census.count_discards(3, variant=variant_from_values({"decks": 2}))
    with pytest.raises(ValueError, match="14 ranks"):
        deadwood_census.count_hands(3, ranks=14)
