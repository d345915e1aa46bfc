"""An OpenSpiel observer shows what was requested: public information, the own hand, both hands."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

from ginrummy.game.cards import FACE_COUNT
from ginrummy.lab import envs
from ginrummy.lab.envs.openspiel_game import ACTION_CELLS, RECALLED, GinRummyState
from ginrummy.lab.envs.openspiel_play import card_codes

NOBODY, OWN, BOTH = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
KINDS = [
    (True, NOBODY, 528),
    (True, OWN, 632),
    (True, BOTH, 736),
    (False, NOBODY, 0),
    (False, OWN, 104),
    (False, BOTH, 208),
]


def observer(*, public: bool, private: Any, recall: bool = False) -> Any:
    """Return an observer of that kind."""
    kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
    return make_observation(envs.openspiel("eaai"), kind)


def begun(*, changed: bool = False) -> GinRummyState:
    """Return a hand after a few moves, or one in which seat 0 holds another unseen card."""
    chance, state = np.random.RandomState(2), envs.openspiel("eaai").new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(chance.choice(state.legal_actions())))
    state.apply_action(105)
    state.apply_action(int(state.legal_actions()[-1]))
    history = state.history()
    if changed:
        place = next(place for place in range(0, 20, 2) if history[place] not in history[20:])
        history[place] = next(face for face in range(FACE_COUNT) if face not in history)
    again: GinRummyState = envs.openspiel("eaai").new_initial_state()
    for action in history:
        again.apply_action(action)
    return again


@pytest.mark.parametrize(("public", "private", "size"), KINDS)
@pytest.mark.parametrize("player", [0, 1])
def test_an_observer_shows_the_hands_that_it_is_asked_for(
    public: bool, private: Any, size: int, player: int
) -> None:
    state, seen = begun(), observer(public=public, private=private)
    seen.set_from(state, player)
    text = seen.string_from(state, player)
    assert seen.tensor.shape == seen.dict["observation"].shape == (size,)
    hands = [] if private == NOBODY else [player] if private == OWN else [player, 1 - player]
    for place, seat in enumerate(hands):
        held = seen.tensor[place * 104 : place * 104 + 52].nonzero()[0]
        assert sum(1 << int(face) for face in held) == state.hand(seat).cards
    for seat in (0, 1):
        assert (card_codes(state.hand(seat)) in text) == (seat in hands)
    if public:
        np.testing.assert_array_equal(seen.tensor[-528:], state.observation_tensor(player)[-528:])


@pytest.mark.parametrize("player", [0, 1])
def test_public_information_is_the_same_whatever_is_held(player: int) -> None:
    seen, texts, tensors = observer(public=True, private=NOBODY), [], []
    for state in (begun(), begun(changed=True)):
        seen.set_from(state, player)
        texts.append(seen.string_from(state, player))
        tensors.append(seen.tensor.copy())
    assert texts[0] == texts[1]
    np.testing.assert_array_equal(*tensors)


def test_perfect_recall_of_anything_else_is_refused() -> None:
    state = begun()
    told = observer(public=True, private=OWN, recall=True).string_from(state, 1)
    assert told == state.information_state_string(1)
    for public, private, _size in KINDS:
        if (public, private) != (True, OWN):
            with pytest.raises(ValueError, match="perfect recall is of public information"):
                observer(public=public, private=private, recall=True)


@pytest.mark.parametrize("variant", ["eaai", "two_pack", "eleven_card"])
def test_an_information_state_has_a_tensor_of_one_size_that_tells_what_its_text_tells(variant: str) -> None:
    game, chance = envs.openspiel(variant), np.random.RandomState(5)
    for _hand in range(4):
        state, seen = game.new_initial_state(), {0: {}, 1: {}}  # type: ignore[var-annotated]
        while not state.is_terminal() and len(state.play.played) < RECALLED:
            for player in (0, 1) if state.law is not None else ():
                tensor = np.array(state.information_state_tensor(player))
                assert tensor.shape == (game.information_state_tensor_size(),)
                np.testing.assert_array_equal(tensor[:632], state.observation_tensor(player))
                text = state.information_state_string(player)
                assert seen[player].setdefault(tensor.tobytes(), text) == text
            state.apply_action(int(chance.choice(state.legal_actions())))


@pytest.mark.parametrize("player", [0, 1])
def test_a_tensor_recalls_what_a_player_saw_and_no_card_that_it_did_not_see(player: int) -> None:
    one, other = (state.information_state_tensor(player) for state in (begun(), begun(changed=True)))
    assert (one == other) == (player == 1)
    state = begun()
    row = np.array(state.information_state_tensor(player))[632 : 632 + ACTION_CELLS]
    last = state.play.played[-1]
    assert row.nonzero()[0].tolist() == [int(last.seat != player), 2 + last.action]


@pytest.mark.long
def test_counterfactual_regret_by_samples_runs_on_a_whole_hand() -> None:
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(envs.openspiel("straight"))
    for _iteration in range(3):
        solver.iteration()
    assert len(solver._infostates) > 3
