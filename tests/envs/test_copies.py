"""A copy of an environment continues at the same state, and neither changes the other."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ginrummy.lab import envs
from ginrummy.lab.envs import ginrummy_v0
from tests.envs.test_own_opponent import like_simple
from tests.envs.test_refusals import Like

COPIES = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def played(env: Any, steps: int) -> list[Any]:
    """Return the observations of `steps` steps, hand after hand."""
    told: list[Any] = []
    for _step in range(steps):
        if not env.agents:
            env.reset()
        seen, reward, ended, _cut, _news = env.last()
        told.append((env.agent_selection, seen["observation"].tolist(), reward, ended))
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[-1]))
    return told


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("match", [False, True])
def test_a_copy_of_both_seats_goes_on(make: Callable[[Any], Any], match: bool) -> None:
    env = envs.aec("two_pack", match=match)
    env.reset(seed=4)
    played(env, 9)
    first, second = make(env), make(env)
    assert played(first, 200) == played(env, 200) == played(second, 200)


@pytest.mark.parametrize("make", COPIES)
def test_a_wrapped_one_is_copied_too(make: Callable[[Any], Any]) -> None:
    env = ginrummy_v0.env()
    env.reset(seed=4)
    played(env, 9)
    other = make(env)
    assert played(other, 60) == played(env, 60)


@pytest.mark.parametrize("make", COPIES)
def test_one_before_reset_is_copied_too(make: Callable[[Any], Any]) -> None:
    env = make(envs.aec())
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()


@pytest.mark.parametrize("make", COPIES)
def test_a_copy_of_a_state_of_openspiel_goes_on(make: Callable[[Any], Any]) -> None:
    state, chance = envs.openspiel("two_pack").new_initial_state(), random.Random(1)
    for _action in range(50):
        state.apply_action(chance.choice(state.legal_actions()))
    before, other = (str(state), state.history()), make(state)
    while not other.is_terminal():
        other.apply_action(other.legal_actions()[0])
    assert (str(state), state.history()) == before
    assert other.history()[:50] == before[1]


def stepped(env: Any, steps: int) -> list[Any]:
    """Return the results of `steps` steps of a seat, or of one seat at many tables."""
    told: list[Any] = []
    for _step in range(steps):
        masks = np.atleast_2d(env.action_masks())
        actions = [int(np.flatnonzero(mask)[-1]) for mask in masks]
        seen, rewards, over, _cut, news = env.step(actions if hasattr(env, "num_envs") else actions[0])
        told.append((repr(seen), repr(rewards), repr(over), repr(news)))
        if over is True:
            told.append(repr(env.reset()))
    return told


MAKERS: list[Callable[[], Any]] = [
    envs.single,
    lambda: envs.single("two_pack", opponent="casual", seat=1, match=True, normalise=True),
    lambda: envs.single(opponent=Like),
    lambda: envs.single(opponent=Like()),
    lambda: envs.vector(3),
    lambda: envs.vector(3, "two_pack", compact=True, normalise=True, workers=2),
    lambda: envs.vector(3, opponent="simple"),
    lambda: envs.vector(3, opponent=like_simple, seat=1),
    lambda: envs.vector(3, opponent="novice"),
    lambda: envs.vector(3, opponent="simple", match=True),
    lambda: envs.vector(3, opponent=Like),
]


@pytest.mark.long
@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("number", range(len(MAKERS)))
def test_a_copy_in_mid_hand_goes_on(number: int, make: Callable[[Any], Any]) -> None:
    env = MAKERS[number]()
    env.reset(seed=4)
    stepped(env, 5)
    first, second = make(env), make(env)
    assert stepped(first, 40) == stepped(env, 40) == stepped(second, 40)
