"""Law against oracle: whole hands in lockstep, of every preset and of house rules drawn by lot."""

from __future__ import annotations

import random

import pytest

from ginrummy.variants import load_variant, preset_names
from tests.oracle.house import random_row
from tests.oracle.lockstep import play_in_lockstep

HANDS = 5


@pytest.mark.parametrize("name", preset_names())
def test_hands_of_every_preset_are_played_alike(name: str) -> None:
    for number in range(HANDS):
        game = play_in_lockstep(load_variant(name).row, random.Random(f"{name} {number}"))
        assert game.is_over


@pytest.mark.parametrize("number", range(10 * HANDS))
def test_hands_of_any_house_are_played_alike(number: int) -> None:
    chance = random.Random(f"house {number}")
    assert play_in_lockstep(random_row(chance), chance).is_over
