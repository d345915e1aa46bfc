"""OpenSpiel's states obey the law: a resampled history is legal, an illegal action is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

from ginrummy.game.cards import parse_faces
from ginrummy.lab import envs
from ginrummy.lab.envs.openspiel_game import GinRummyState
from ginrummy.rules.cards import contains_cards

LAST_DISCARD = str(Path(__file__).with_name("openspiel.toml"))
LONG = 260


def replayed(game: Any, history: list[int]) -> GinRummyState:
    """Return the state after `history`, with each action legal."""
    state: GinRummyState = game.new_initial_state()
    for action in history:
        state.apply_action_with_legality_check(action)
    return state


def greedy_taker(state: GinRummyState, chance: np.random.RandomState) -> int:
    """Return a legal action, preferably the pile, and then the twin of the card taken."""
    legal = state.legal_actions()
    law = state.law
    wished = [105, -1 if law is None else law.taken] if state.is_player_node() else []
    found = [action for action in wished if action in legal]
    return int(found[0] if found and chance.rand() < 0.5 else chance.choice(legal))


@pytest.mark.long
@pytest.mark.parametrize("variant", ["two_pack", "eaai", "eleven_card", LAST_DISCARD])
def test_every_resampled_history_is_legal(variant: str) -> None:
    chance, game = np.random.RandomState(3), envs.openspiel(variant)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for _hand in range(5):
        state = game.new_initial_state()
        while not state.is_terminal() and len(state.history()) < LONG:
            state.apply_action(greedy_taker(state, chance))
            if chance.rand() < 0.05 or state.is_terminal():
                for player in (0, 1):
                    other = state.resample_from_infostate(player, sampler)
                    again = replayed(game, other.history())
                    assert again.information_state_string(player) == state.information_state_string(player)
                    assert again.play.memories[player] == state.play.memories[player]
                    assert contains_cards(again.hand(1 - player), state.play.memories[player].known)


def test_whoever_threw_the_twin_of_what_it_took_held_it_before() -> None:
    """RULES 4.6: the card just taken may not be discarded, its twin may."""
    game = envs.openspiel("two_pack")
    state = game.new_initial_state()
    five, first = parse_faces("5D")[0], True
    while state.is_chance_node():
        faces = [face for face in state.legal_actions() if face != five]
        state.apply_action(five if first or len(state.history()) == 20 else faces[len(state.history())])
        first = False
    for action in (105, five):
        state.apply_action_with_legality_check(action)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for _draw in range(20):
        other = state.resample_from_infostate(1, sampler)
        replayed(game, other.history())
        assert other.hand(0).cards >> five & 1


def dealt(variant: str = "eaai") -> GinRummyState:
    """Return a hand before the first move."""
    chance, state = np.random.RandomState(1), envs.openspiel(variant).new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(chance.choice(state.legal_actions())))
    return state


@pytest.mark.parametrize("action", [0, 60, 104, 107, 108, 500, -5, 1 << 40])
def test_an_action_that_is_not_legal_is_refused_as_openspiel_does(action: int) -> None:
    state = dealt()
    before = str(state), state.history(), state.legal_actions()
    with pytest.raises(pyspiel.SpielError, match=f"Invalid Action {action}:"):
        state.apply_action(action)
    assert (str(state), state.history(), state.legal_actions()) == before
    state.apply_action(105)


@pytest.mark.parametrize(("variant", "copies"), [("eaai", 1), ("two_pack", 2)])
def test_chance_gives_no_card_that_is_out(variant: str, copies: int) -> None:
    state = envs.openspiel(variant).new_initial_state()
    for _copy in range(copies):
        state.apply_action(3)
    for face in (3, 52, 500, -5):
        with pytest.raises(pyspiel.SpielError, match="Invalid Action"):
            state.apply_action(face)
    assert state.history() == [3] * copies


def test_nothing_follows_the_end() -> None:
    state, chance = dealt(), np.random.RandomState(1)
    while not state.is_terminal():
        state.apply_action(int(chance.choice(state.legal_actions())))
    with pytest.raises(pyspiel.SpielError, match="Invalid Action"):
        state.apply_action(104)


def test_a_void_hand_returns_plain_zeros() -> None:
    chance = np.random.RandomState(1)
    voids = 0
    for _hand in range(12):
        state = dealt()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(int(chance.choice([action for action in legal if action < 52] or legal)))
        if state.returns() == [0, 0]:
            voids += 1
            assert str(state.returns()) == "[0.0, 0.0]"
    assert voids > 0
