"""Exact counts of the hands of one pack by least deadwood.

Deadwood is symmetric in the suits. So every hand is counted as four lanes in order, times the number of ways
to assign its lanes to the suits: 24 when they differ, fewer when some are equal.
"""

from __future__ import annotations

from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.parallel import run_in_parallel
from ginrummy.kernel.runtimes import Plain
from ginrummy.kernel.vectorized_rules import LARGEST_HAND
from ginrummy.rules.cards import FACE_COUNT, RANK_COUNT, SUIT_COUNT, Hand, bit_count, lowest_bit
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import NO_LIMIT, least_deadwood, run_table_of
from ginrummy.rules.variant import DEFAULT, Variant

Counts = NDArray[np.int64]

ORDERS: Final = 24
DEADWOODS: Final = 256


class Lanes(NamedTuple):
    """All lanes of a suit, those with fewer cards first; lanes of `n` cards begin at `starts[n]`."""

    lanes: Counts
    starts: Counts


class Census(NamedTuple):
    """Numbers of hands by deadwood, the index of both arrays, shape (256,).

    `least` counts the hands by their least deadwood, `kept` by that of the cards kept after the best discard.
    """

    least: Counts
    kept: Counts


def count_hands(
    size: int, *, variant: Variant = DEFAULT, ranks: int = RANK_COUNT, workers: int | None = None
) -> Counts:
    """Return the numbers of hands of `size` cards, at most eleven, by least deadwood: shape (256,).

    The pack is one of 52 cards, or of the `ranks` lowest ranks only.

    >>> int(count_hands(3)[0])
    96
    """
    return _census(size, count_least, ranks, variant, workers).least


def count_discards(
    size: int, *, variant: Variant = DEFAULT, ranks: int = RANK_COUNT, workers: int | None = None
) -> Census:
    """Return the numbers of hands of `size` cards, at most eleven, by deadwood before and after a discard.

    >>> int(count_discards(4).kept[0])
    4625
    """
    return _census(size, count_hand_after_discard, ranks, variant, workers)


def lanes_of(ranks: int) -> Lanes:
    """Return the lanes of a suit that has only the `ranks` lowest ranks."""
    lanes = np.arange(1 << ranks, dtype=np.int64)
    sizes = np.bitwise_count(lanes)
    order = np.argsort(sizes, kind="stable")
    return Lanes(lanes[order], np.searchsorted(sizes[order], np.arange(ranks + 2)).astype(np.int64))


def first_pairs(lanes: Lanes, size: int) -> NDArray[np.int64]:
    """Return the indices of the first two lanes of all hands of `size` cards, shape (n, 2), shuffled."""
    sizes = np.bitwise_count(lanes.lanes).astype(np.int64)
    first, second = np.triu_indices(int(lanes.starts[min(size // 2, len(lanes.starts) - 2) + 1]))
    fits = sizes[first] + (SUIT_COUNT - 1) * sizes[second] <= size
    pairs = np.stack([first[fits], second[fits]], axis=1).astype(np.int64)
    return np.random.default_rng(0).permutation(pairs)


def orders_of(first: int, second: int, third: int, fourth: int) -> int:
    """Return the number of ways to assign four lanes, equal ones adjacent, to the suits."""
    ways, alike = ORDERS, 1
    for same in (first == second, second == third, third == fourth):
        alike = alike + 1 if same else 1
        ways //= alike
    return ways


def count_hand(cards: int, weight: int, runs: int, deadwoods: Any, counts: Any) -> None:
    """Count one hand `weight` times in `counts`. Placeholder for one of the next two functions."""
    count_least(cards, weight, runs, deadwoods, counts)


def count_least(cards: int, weight: int, runs: int, deadwoods: Any, counts: Any) -> None:
    """Count one hand `weight` times by its least deadwood."""
    counts[0, least_deadwood(Hand(cards, 0), runs, 0)] += weight


def count_hand_after_discard(cards: int, weight: int, runs: int, deadwoods: Any, counts: Any) -> None:
    """Count one hand `weight` times by its least deadwood and by that of the cards kept."""
    count_least(cards, weight, runs, deadwoods, counts)
    fill_deadwoods(Hand(cards, 0), runs, 0, deadwoods)
    best, rest = NO_LIMIT, cards
    while rest:
        best = min(best, deadwoods[lowest_bit(rest)])
        rest &= rest - 1
    counts[1, best] += weight


def count_pairs(
    pairs: Any, lanes: Any, starts: Any, size: int, runs: int, deadwoods: Any, counts: Any
) -> None:
    """Count all hands of `size` cards that begin with one of `pairs`, lanes in ascending order."""
    for pair in range(len(pairs)):
        first, second = lanes[pairs[pair, 0]], lanes[pairs[pair, 1]]
        held = bit_count(first) + bit_count(second)
        for place in range(pairs[pair, 1], len(lanes)):
            third = lanes[place]
            left = size - held - bit_count(third)
            if left < bit_count(third):
                break
            if left + 1 < len(starts):
                three = first | second << RANK_COUNT | third << 2 * RANK_COUNT
                alike, apart = orders_of(first, second, third, third), orders_of(first, second, third, -1)
                for last in range(max(place, starts[left]), starts[left + 1]):
                    weight = alike if last == place else apart
                    count_hand(three | lanes[last] << 3 * RANK_COUNT, weight, runs, deadwoods, counts)


def _census(size: int, way: Plain, ranks: int, variant: Variant, workers: int | None) -> Census:
    if variant.decks != 1 or not 0 < size <= LARGEST_HAND:
        raise ValueError(
            f"{variant.decks} packs and {size} cards: one pack and 1 to {LARGEST_HAND} cards are counted"
        )
    if not 0 < ranks <= RANK_COUNT:
        raise ValueError(f"{ranks} ranks: 1 to {RANK_COUNT} are counted")
    lanes, totals, lock = lanes_of(ranks), np.zeros((2, DEADWOODS), np.int64), Lock()
    pairs, loop = first_pairs(lanes, size), compile_function(count_pairs, {count_hand: way})

    def work(start: int, stop: int) -> None:
        counts, deadwoods = np.zeros_like(totals), np.empty(FACE_COUNT, np.int16)
        loop(pairs[start:stop], lanes.lanes, lanes.starts, size, run_table_of(variant), deadwoods, counts)
        with lock:
            totals[:] += counts

    run_in_parallel(work, len(pairs), workers=workers, least=1)
    return Census(totals[0], totals[1])
