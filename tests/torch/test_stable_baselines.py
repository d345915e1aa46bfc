"""Stable-Baselines3 and sb3-contrib: the checker, and MaskablePPO on one table and on many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from ginrummy.lab import envs
from ginrummy.lab.envs.sb3_tables import SB3Tables
from ginrummy.variants import preset_names

LEARNER: dict[str, Any] = {"seed": 7, "batch_size": 256, "n_epochs": 2, "device": "cpu"}


@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("variant", preset_names())
def test_the_checker_finds_nothing(variant: str, match: bool, normalise: bool) -> None:
    check_env(envs.single(variant, match=match, normalise=normalise))


def test_a_masked_learner_plays_one_table_and_never_an_illegal_action() -> None:
    env = envs.single("eaai", normalise=True, forfeit=None)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=256, **LEARNER)
    model.learn(512)
    assert model.num_timesteps == 512
    rewards, _spread = evaluate_policy(model, env, n_eval_episodes=3, warn=False)
    assert -200 < rewards < 200


def test_a_masked_learner_plays_a_list_of_tables() -> None:
    tables = DummyVecEnv([lambda: envs.single("oklahoma", match=True, normalise=True, forfeit=None)] * 2)
    MaskablePPO("MultiInputPolicy", tables, n_steps=128, **LEARNER).learn(256)


def test_many_tables_teach_a_masked_learner() -> None:
    """160,000 decisions are worth more than ten points a hand."""
    tables = VecMonitor(SB3Tables(envs.vector(512, "eaai", opponent="simple", normalise=True)))
    settings = LEARNER | {"batch_size": 1024, "n_epochs": 4, "learning_rate": 1e-3, "ent_coef": 0.01}
    model = MaskablePPO("MultiInputPolicy", tables, n_steps=16, gamma=1.0, stats_window_size=1000, **settings)
    points = []
    for decisions in (20_000, 140_000):
        model.learn(decisions, reset_num_timesteps=False)
        points.append(np.mean([each["r"] for each in model.ep_info_buffer]))
    assert points[1] > points[0] + 10


@pytest.mark.parametrize("opponent", [None, "simple", "novice"])
def test_many_tables_are_those_of_the_vector(opponent: str | None) -> None:
    wrapped, plain = SB3Tables(envs.vector(3, opponent=opponent)), envs.vector(3, opponent=opponent)
    wrapped.seed(5)
    seen, ended = wrapped.reset(), 0
    expected, _news = plain.reset(seed=5)
    for _step in range(120):
        same(seen, expected)
        masks = get_action_masks(wrapped)
        np.testing.assert_array_equal(masks, expected["action_mask"] == 1)
        actions = 107 - masks[:, ::-1].argmax(axis=1)
        before = {name: each.copy() for name, each in seen.items()}
        after, rewards, over, infos = wrapped.step(actions)
        same(seen, before)
        seen = after
        expected, expected_rewards, expected_over, _cut, news = plain.step(actions)
        np.testing.assert_array_equal(rewards, expected_rewards)
        np.testing.assert_array_equal(over, expected_over)
        for place in np.flatnonzero(over):
            same(infos[place]["terminal_observation"], news["final_obs"][place])
            ended += 1
    assert ended > 0
    assert is_masking_supported(wrapped)
    assert wrapped.get_attr("variant" if opponent != "novice" else "closed", [0, 2])
    assert wrapped.env_is_wrapped(DummyVecEnv, 1) == [False]
    with pytest.raises(NotImplementedError):
        wrapped.set_attr("seat", 1)
    wrapped.close()


def same(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Compare two observations."""
    assert one.keys() == other.keys()
    for name, each in one.items():
        np.testing.assert_array_equal(each, other[name])
