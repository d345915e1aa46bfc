"""TorchRL: its checker and its rollouts over one seat, both seats, and many tables."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torchrl.envs import ActionMask, EnvBase, GymWrapper, PettingZooWrapper, TransformedEnv, check_env_specs

from ginrummy.lab import envs
from ginrummy.lab.envs.torchrl_tables import TorchRLTables
from ginrummy.variants import preset_names


def masked(env: EnvBase) -> Any:
    """Return `env` with its mask on the actions."""
    return TransformedEnv(env, ActionMask())


def check(env: Any, steps: int) -> Any:
    """Check `env` by TorchRL's own checker. Return a rollout of random legal actions."""
    check_env_specs(env)
    torch.manual_seed(1)
    env.set_seed(3)
    return env.rollout(steps, break_when_any_done=False)


def legal(rollout: Any) -> Any:
    """Return for each action of `rollout` whether its mask has it."""
    return rollout["action_mask"].gather(-1, rollout["action"][..., None])[..., 0] == 1


@pytest.mark.parametrize("variant", preset_names())
def test_one_seat(variant: str) -> None:
    env = GymWrapper(envs.single(variant, normalise=True), categorical_action_encoding=True)
    rollout = check(masked(env), 60)
    assert legal(rollout).all()
    assert rollout["next", "done"].any()


@pytest.mark.parametrize("settings", [{}, {"match": True}, {"match": True, "normalise": True}])
def test_one_seat_with_actions_as_rows_of_bits(settings: dict[str, Any]) -> None:
    rollout = check(masked(GymWrapper(envs.single("hollywood", **settings))), 60)
    assert (rollout["action_mask"] * rollout["action"]).sum(-1).eq(1).all()


@pytest.mark.parametrize("variant", preset_names())
def test_both_seats(variant: str) -> None:
    env = PettingZooWrapper(envs.aec(variant), use_mask=True, categorical_actions=True)
    rollout = check(env, 60)
    acts = torch.stack([rollout[player, "mask"][:, 0] for player in ("player_0", "player_1")])
    assert acts.sum(0).eq(1).all()
    for turns, player in zip(acts, ("player_0", "player_1"), strict=True):
        assert turns.any()
        assert legal(rollout[player])[turns].all()


@pytest.mark.parametrize("settings", [{}, {"normalise": True}, {"compact": True}])
@pytest.mark.parametrize("opponent", [None, "simple", "novice"])
def test_many_tables(opponent: str | None, settings: dict[str, Any]) -> None:
    rollout = check(masked(TorchRLTables(envs.vector(8, opponent=opponent, **settings))), 150)
    over = rollout["next", "done"][..., 0]
    assert legal(rollout).all()
    assert over.any()
    assert not rollout["next", "action_mask"][over].any()
    assert not rollout["next", "reward"][..., 0][~over].any()
    for name in ("cards", "numbers", "action_mask"):  # the next step shows what this one returned
        after, now = rollout["next", name][:, :-1], rollout[name][:, 1:]
        assert after[~over[:, :-1]].equal(now[~over[:, :-1]])


def test_many_tables_are_those_of_the_vector() -> None:
    rollout = check(masked(TorchRLTables(envs.vector(4, "oklahoma", opponent="simple"))), 100)
    tables = envs.vector(4, "oklahoma", opponent="simple")
    seen, _news = tables.reset(seed=3)
    for step in range(100):
        for name, each in seen.items():
            assert torch.from_numpy(each).equal(rollout[name][:, step])
        seen, rewards, over, _cut, news = tables.step(rollout["action"][:, step].numpy())
        assert rollout["next", "reward"][:, step, 0].tolist() == rewards.tolist()
        assert rollout["next", "done"][:, step, 0].tolist() == over.tolist()
        for place in over.nonzero()[0]:
            for name, each in news["final_obs"][place].items():
                assert torch.from_numpy(each).equal(rollout["next", name][place, step])


def test_the_same_seed_gives_the_same_hands() -> None:
    env = masked(TorchRLTables(envs.vector(4, opponent="simple")))
    found = []
    for _time in range(2):
        env.set_seed(9)
        found.append(env.reset())
    assert (found[0] == found[1]).all()
    assert not (env.reset() == found[0]).all()
