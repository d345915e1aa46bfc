"""The arena's deals: uniform, independent, and the same as the kernel's."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ginrummy.kernel import rng
from ginrummy.lab.arena import run_plan

KEY = run_plan.seed_key(7)


@pytest.mark.parametrize("seed", [0, 1, KEY, 2**63 - 1])
@pytest.mark.parametrize("packs", [1, 2])
def test_decks_and_dealers_are_those_of_the_kernel(seed: int, packs: int) -> None:
    for number in (0, 1, 999, 10**9):
        deck = np.empty(52 * packs, np.uint8)
        with np.errstate(over="ignore"):
            rng.fill_shuffled_deck(deck, seed, number)
            dealer = rng.random_dealer(seed, number)
        assert run_plan.deck(seed, number, packs) == tuple(deck.tolist())
        assert run_plan.first_dealer(seed, number) == dealer


def test_a_deck_is_known_by_its_number() -> None:
    assert run_plan.deck(run_plan.seed_key(0), 0, 1)[:8] == FIRST_CARDS
    assert run_plan.seed_key("7") == KEY != run_plan.seed_key(8)


def test_every_place_is_even() -> None:
    deals = 5200
    seen = [Counter[int]() for _place in range(52)]
    for number in range(deals):
        for place, card in enumerate(run_plan.deck(KEY, number, 1)):
            seen[place][card] += 1
    expected = deals / 52
    surprise = [sum((count[card] - expected) ** 2 / expected for card in range(52)) for count in seen]
    assert max(surprise) < 100  # 51 degrees of freedom: beyond 100 once in 20,000 places
    assert 45 < sum(surprise) / 52 < 57


def test_dealers_are_even_and_seeds_differ() -> None:
    assert 4800 < sum(run_plan.first_dealer(KEY, number) for number in range(10_000)) < 5200
    seeds = {
        run_plan.player_seed(key, number, leg) for key in (1, 2) for number in range(500) for leg in (0, 1)
    }
    assert len(seeds) == 2000
    assert all(0 <= seed < 2**63 for seed in seeds)


FIRST_CARDS = (22, 33, 12, 49, 32, 26, 27, 15)
