"""OpenSpiel's bots as players: a bot sees only what its seat knows, and its answers are legal."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from open_spiel.python.bots import uniform_random

from ginrummy.game.match import Match
from ginrummy.game.view import view_of
from ginrummy.lab.envs import openspiel, openspiel_player
from ginrummy.lab.envs.observation import view_mask, view_observation
from ginrummy.lab.envs.openspiel_bots import possible_state
from ginrummy.players import legal_answer, load_player
from ginrummy.rules.turns import CLOSED
from ginrummy.variants import preset_names


def random_bot(_game: Any, seat: int) -> Any:
    """Return OpenSpiel's bot that plays any action."""
    return uniform_random.UniformRandomBot(seat, np.random.RandomState(4))


@pytest.mark.parametrize("variant", preset_names())
def test_a_bot_is_asked_with_a_state_that_its_seat_cannot_tell_from_the_true_one(variant: str) -> None:
    match = Match.start(variant, 5)
    players = [load_player("simple"), openspiel_player(random_bot, seed=3)]
    while match.game.state.phase < CLOSED:
        view = view_of(match, match.game.turn)
        state = possible_state(openspiel(view.variant, dealer=view.dealer), view, seed=1)
        assert state.current_player() == view.seat
        assert (np.array(state.observation_tensor(view.seat)) == view_observation(view)).all()
        assert state.legal_actions() == np.flatnonzero(view_mask(view)).tolist()
        match = match.play(legal_answer(players[view.seat], view))


def test_a_bot_plays_a_hand_to_its_score() -> None:
    match = Match.start("eaai", 2)
    player = openspiel_player(random_bot)
    while not match.game.is_over:
        match = match.play(legal_answer(player, view_of(match, match.game.turn)))
    assert match.game.score is not None
