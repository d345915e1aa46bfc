"""An observation equals the view, and has nothing that its seat cannot know."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.view import view_of_game
from ginrummy.kernel.move_numbers import move_of
from ginrummy.lab import envs
from ginrummy.lab.envs.compiled_table import CompiledTable
from ginrummy.lab.envs.observation import view_mask, view_observation
from ginrummy.rules.turns import CLOSED
from ginrummy.variants import load_variant, preset_names


def actions_of(mask: np.ndarray[tuple[int], np.dtype[np.int8]]) -> list[int]:
    """Return the legal actions."""
    return [int(action) for action in mask.nonzero()[0]]


def game_at(table: CompiledTable) -> Game:
    """Return the game that begins at `table`."""
    return Game.deal(table.variant, dealer=table.state.dealer, deck=table.deck)


@pytest.mark.parametrize("name", preset_names())
def test_an_observation_is_a_view(name: str) -> None:
    chance = random.Random(name)
    table = CompiledTable(load_variant(name).row, match=False)
    table.deal(chance.randrange(1000))
    game = game_at(table)
    while not table.is_over:
        for seat in range(2):
            view = view_of_game(game, seat)
            np.testing.assert_array_equal(table.observe(seat), view_observation(view))
            np.testing.assert_array_equal(table.mask(seat), view_mask(view))
        action = chance.choice(actions_of(table.mask(table.turn)))
        game = game.play(move_of(game, action))
        table.play(action)
    while game.state.phase == CLOSED and not game.is_over:
        game = game.play(game.automatic_layout())
    assert game.score is not None
    winner, points = game.score.winner, game.score.points
    assert table.rewards == (
        (0, 0) if winner < 0 else (points, -points) if winner == 0 else (-points, points)
    )


@pytest.mark.parametrize("name", ["eaai", "two_pack", "eleven_card", "round_the_corner"])
def test_unknown_cards_change_no_observation(name: str) -> None:
    chance, row = random.Random(name), load_variant(name).row
    deck = list(range(FACE_COUNT * row.decks))
    chance.shuffle(deck)
    other = exchanged(deck)
    assert other != deck
    for seat, same in ((0, True), (1, False)):
        first, second = (
            view_observation(view_of_game(Game.deal(row, dealer=1, deck=cards), seat))
            for cards in (deck, other)
        )
        assert np.array_equal(first, second) is same


def exchanged(deck: list[int]) -> list[int]:
    """Return `deck` with the dealer's first card and the last of the stock exchanged."""
    changed = list(deck)
    changed[1], changed[-1] = changed[-1], changed[1]
    return changed


@pytest.mark.parametrize("name", ["eaai", "two_pack", "eleven_card"])
def test_openspiel_tells_a_seat_no_card_of_the_other(name: str) -> None:
    chance, game = random.Random(name), envs.openspiel(name)
    first = game.new_initial_state()
    while first.is_chance_node():
        first.apply_action(chance.choice([face for face, _likely in first.chance_outcomes()]))
    order = first.history()
    order[1] = next(face for face in range(FACE_COUNT) if face not in order)
    changed = game.new_initial_state()
    for face in order:
        changed.apply_action(face)
    assert first.information_state_string(0) == changed.information_state_string(0)
    assert first.observation_tensor(0) == changed.observation_tensor(0)
    assert first.observation_string(0) == changed.observation_string(0)
    assert first.information_state_string(1) != changed.information_state_string(1)
