"""OpenSpiel's search over information sets plays our game: unseen cards are sampled again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from ginrummy.lab import envs
from ginrummy.lab.envs.openspiel_game import GinRummyState
from ginrummy.locale.errors import GinRummyError


def states_of(variant: str, seed: int) -> list[GinRummyState]:
    """Return the states of a hand played at random, dealing included."""
    chance = np.random.RandomState(seed)
    state, found = envs.openspiel(variant).new_initial_state(), []
    while not state.is_terminal():
        if len(state.history()) % 12 == 0:
            found.append(state.clone())
        state.apply_action(int(chance.choice(state.legal_actions())))
    return found


@pytest.mark.parametrize("variant", ["standard", "two_pack", "eleven_card", "round_the_corner"])
def test_a_resampled_state_looks_the_same_to_its_player(variant: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in states_of(variant, 3)[:8]:
        for player in (0, 1):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()


@pytest.mark.parametrize("player", [-1, 2, 7, 0.5, None, "0", float("nan")])
def test_a_state_is_resampled_for_a_seat(player: Any) -> None:
    for state in states_of("standard", 3):
        with pytest.raises(GinRummyError, match=r"^player: a seat is 0 or 1, not "):
            state.resample_from_infostate(player, lambda: 0.5)


@pytest.mark.parametrize("number", [-0.1, 1.5, float("nan"), float("inf"), None, "0.5", []])
def test_a_sampler_gives_numbers_from_0_to_1(number: Any) -> None:
    for state in states_of("standard", 3):
        with pytest.raises(
            GinRummyError, match=r"^sampler: .* is (no number|too big: the most is 1|too small)"
        ):
            state.resample_from_infostate(0, lambda: number)


def test_every_card_that_may_be_there_is_drawn() -> None:
    state = states_of("standard", 3)[2]
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    hands = [state.resample_from_infostate(0, sampler).hand(1).cards for _draw in range(200)]
    held = Counter(face for hand in hands for face in range(52) if hand >> face & 1)
    own = state.hand(0).cards
    assert not any(own >> face & 1 for face in held)
    assert len(held) > 35
    assert len(set(hands)) > 190


@pytest.mark.long
def test_ismcts_plays_a_hand() -> None:
    game, chance = envs.openspiel("standard"), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(2))
    bot = ismcts.ISMCTSBot(game, evaluator, 20.0, 12, random_state=chance)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        searches = state.current_player() == 0 and decisions < 12
        decisions += searches
        action = bot.step(state) if searches else chance.choice(state.legal_actions())
        assert action in state.legal_actions()
        state.apply_action(int(action))
    assert decisions > 3
    assert sum(state.returns()) == 0
