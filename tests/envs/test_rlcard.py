"""The RLCard environment: RLCard's own loop, agents and states over every preset."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
import rlcard
from gymnasium.error import ResetNeeded
from rlcard.agents import RandomAgent
from rlcard.envs import Env
from rlcard.utils import reorganize

from ginrummy.lab import envs
from ginrummy.lab.envs.action_checks import IllegalAction
from ginrummy.lab.envs.rlcard_env import NAME
from ginrummy.variants import preset_names
from tests.some_of import some_of

KEYS = {"obs", "legal_actions", "raw_obs", "raw_legal_actions"}


class RawAgent(RandomAgent):  # type: ignore[misc]  # RLCard is not typed
    """An agent that answers with text."""

    def __init__(self) -> None:
        super().__init__(num_actions=108)
        self.use_raw = True

    def step(self, state: dict[str, Any]) -> str:
        """Return a legal action as text."""
        return str(np.random.choice(state["raw_legal_actions"]))


def conforms(env: Env, state: dict[str, Any], seat: int) -> None:
    """Check a state as RLCard's agents read it."""
    assert set(state) == KEYS
    assert list(state["obs"].shape) == env.state_shape[seat]
    assert all(0 <= action < env.num_actions for action in state["legal_actions"])
    assert len(state["raw_legal_actions"]) == len(state["legal_actions"])


@pytest.mark.parametrize("variant", some_of(preset_names(), "standard", "two_pack", "hollywood", "straight"))
def test_rlcard_runs_every_preset(variant: str) -> None:
    run_rlcard(variant)


def test_rlcard_runs_a_match() -> None:
    run_rlcard("eaai", match=True)


def run_rlcard(variant: str, *, match: bool = False) -> None:
    """Let RLCard play and train twice, and check every state."""
    np.random.seed(1)
    env = rlcard.make(NAME, {"seed": 3, "variant": variant, "match": match})
    assert (env.num_players, env.num_actions, env.name) == (2, 108, NAME)
    env.set_agents([RandomAgent(env.num_actions), RawAgent()])
    for is_training in (True, False):
        trajectories, payoffs = env.run(is_training=is_training)
        assert env.is_over()
        assert payoffs.shape == (2,)
        assert payoffs.sum() == 0
        for seat, trajectory in enumerate(trajectories):
            assert len(trajectory) % 2 == 1
            for state in trajectory[::2]:
                conforms(env, state, seat)
            assert not trajectory[-1]["legal_actions"]
    for transitions in reorganize(trajectories, payoffs):
        assert transitions[-1][4] is True


def test_it_is_the_table_of_the_other_environments() -> None:
    ours, theirs = envs.rlcard("oklahoma", seed=3), envs.aec("oklahoma")
    state, seat = ours.reset()
    theirs.reset(seed=1)
    theirs.table, theirs.agent_selection = copy.deepcopy(ours.game.table), f"player_{seat}"
    while not ours.is_over():
        seen = theirs.observe(f"player_{seat}")
        np.testing.assert_array_equal(state["obs"], seen["observation"])
        assert [*state["legal_actions"]] == seen["action_mask"].nonzero()[0].tolist()
        action = [*state["legal_actions"]][-1]
        state, seat = ours.step(action)
        theirs.step(action)
    assert ours.get_payoffs().tolist() == [*theirs.rewards.values()]


@pytest.mark.parametrize("match", [False, True])
def test_the_same_seed_deals_the_same_cards(match: bool) -> None:
    first, second = (envs.rlcard(seed=8, match=match).reset()[0] for _time in range(2))
    other = envs.rlcard(seed=9, match=match).reset()[0]
    assert first["raw_obs"] == second["raw_obs"] != other["raw_obs"]


def test_a_step_is_taken_back() -> None:
    env = envs.rlcard(seed=2, allow_step_back=True, match=True)
    state, seat = env.reset()
    past = []
    for _step in range(60):
        past.append((state, seat))
        state, seat = env.step([*state["legal_actions"]][-1])
    while past:
        found, turn = env.step_back()
        due, seat = past.pop()
        assert (found["raw_obs"], [*found["legal_actions"]], turn) == (
            due["raw_obs"], [*due["legal_actions"]], seat
        )  # fmt: skip
    assert env.step_back() is False


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_has_a_table_of_its_own(copied: Any) -> None:
    env = envs.rlcard(seed=2)
    state, _seat = env.reset()
    other = copied(env)
    action = next(iter(state["legal_actions"]))
    assert other.step(action)[0]["raw_obs"] == env.step(action)[0]["raw_obs"]
    assert other.game.table is not env.game.table


def test_cards_and_moves_are_text_in_the_raw_state() -> None:
    env = envs.rlcard("eaai", seed=2, normalise=True)
    state, seat = env.reset()
    whole = env.get_perfect_information()
    assert state["obs"].dtype == np.float32
    assert sorted(state["raw_obs"]["own"]) == sorted(whole["hand_cards"][seat])
    assert state["raw_obs"]["top"] == whole["pile"]
    assert state["raw_legal_actions"] == ["take", "pass"]
    assert len(whole["stock"]) == 31
    assert whole["current_player"] == seat
    assert [*whole["legal_actions"]] == [*state["legal_actions"]]
    assert env.step("take", raw_action=True)[0]["raw_obs"]["fresh"] == whole["pile"]


@pytest.mark.parametrize("odd", ["draw", "knock", "", None, 105, ["take"], float("nan")])
def test_other_texts_are_refused(odd: Any) -> None:
    env = envs.rlcard(seed=2)
    before, _seat = env.reset()
    with pytest.raises(IllegalAction, match="allowed: 105, 106"):
        env.step(odd, raw_action=True)
    assert env.get_state(env.get_player_id())["raw_obs"] == before["raw_obs"]
    assert not env.action_recorder


def test_nothing_is_played_before_the_deal_and_after_the_end() -> None:
    env = envs.rlcard(seed=2)
    for use in (lambda: env.step(105), lambda: env.get_state(0)):
        with pytest.raises(ResetNeeded):
            use()
    env.set_agents([RandomAgent(108)] * 2)
    env.run()
    with pytest.raises(ResetNeeded):
        env.step(104)


@pytest.mark.parametrize("settings", [{"match": "no"}, {"normalise": 2}, {"allow_step_back": None}])
def test_a_wrong_setting_is_named(settings: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError), match=next(iter(settings))):
        envs.rlcard(**settings)
