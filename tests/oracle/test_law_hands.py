"""Law against oracle: whole hands in lockstep, of every preset and of random house rules."""

from __future__ import annotations

import random

import pytest

from ginrummy.game.moves import NO_MELDS
from ginrummy.rules.showdown import Defence, is_legal_defence
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import CLOSED_GIN, most_deadwood
from ginrummy.variants import load_variant, preset_names
from tests.oracle.cards import full_deck, points_of, total
from tests.oracle.house import random_row
from tests.oracle.lockstep import play_in_lockstep
from tests.oracle.words import law_hand, params_of

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


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("name", preset_names())
def test_most_deadwood_is_that_of_the_dearest_cards_shown_without_a_meld(name: str, decks: int) -> None:
    row = load_variant(name).row._replace(decks=decks)
    params = params_of(row)
    dearest = sorted(full_deck(params), key=lambda card: points_of(card, params))[-row.hand_dealer :]
    hand = law_hand(dearest)
    hidden = Spread(NO_MELDS, hand)
    assert is_legal_defence(row, hand, hidden, Defence(NO_MELDS, hidden), CLOSED_GIN)
    assert most_deadwood(row) == total(dearest, params)
