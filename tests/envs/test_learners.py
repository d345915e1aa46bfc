"""Requirements of learners, by the protocols of Gymnasium, PettingZoo and sb3-contrib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium import spaces
from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode
from gymnasium.vector import SyncVectorEnv
from numpy.typing import NDArray
from pettingzoo.test import api_test

from ginrummy.lab import envs
from ginrummy.lab.envs import ginrummy_v0
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.players import player_names
from ginrummy.variants import load_variant, resolve_variant
from tests.envs.test_conformance import MASKED
from tests.envs.test_many_tables import last_allowed


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two observations are equal."""
    return all(np.array_equal(one[name], other[name]) for name in one)


def copied(seen: dict[str, Any]) -> dict[str, Any]:
    return {name: np.array(value) for name, value in seen.items()}


@pytest.mark.parametrize("opponent", [None, "simple", "novice"])
@pytest.mark.parametrize("seed", [7, [3, 4, 5]])
def test_a_vector_reset_with_a_seed_and_then_without_repeats(opponent: str | None, seed: Any) -> None:
    tables = envs.vector(3, opponent=opponent)
    runs = []
    for _run in range(2):
        tables.reset(seed=seed)
        runs.append([copied(tables.reset()[0]) for _reset in range(3)])
    assert all(same(one, other) for one, other in zip(*runs, strict=True))
    assert not same(runs[0][0], runs[0][1])


def test_a_single_seat_reset_with_a_seed_and_then_without_repeats() -> None:
    env = envs.single()
    runs = []
    for _run in range(2):
        env.reset(seed=7)
        runs.append([copied(env.reset()[0]) for _reset in range(2)])
    assert all(same(one, other) for one, other in zip(*runs, strict=True))


def test_np_random_is_what_the_seed_has_settled() -> None:
    tables = GinRummyTables(2)
    tables.reset(seed=11)
    assert tables.np_random_seed == 11
    first = tables.np_random.integers(1 << 60)
    tables.reset(seed=11)
    assert tables.np_random.integers(1 << 60) == first


@pytest.mark.long
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("normalise", [False, True])
@pytest.mark.parametrize("opponent", [None, "steady", "casual"])
def test_what_ends_is_told_as_gymnasium_tells_it(
    opponent: str | None, normalise: bool, compact: bool
) -> None:
    tables = envs.vector(4, opponent=opponent, normalise=normalise, compact=compact)
    seen, _news = tables.reset(seed=3)
    ended = 0
    for step in range(150):
        seen, _rewards, over, _cut, news = tables.step(last_allowed(seen["action_mask"], step))
        assert tables.observation_space.contains(copied(seen))
        assert ("final_obs" in news) == bool(over.any())
        if not over.any():
            continue
        ended += int(over.sum())
        np.testing.assert_array_equal(news["_final_obs"], over)
        np.testing.assert_array_equal(news["_final_info"], over)
        for place, final in enumerate(news["final_obs"]):
            assert (final is not None) == bool(over[place])
            if final is not None:
                assert tables.single_observation_space.contains(final)
                assert not final["action_mask"].any()
                assert not same(final, {name: each[place] for name, each in seen.items()})
    assert ended > 2


@pytest.mark.long
def test_final_information_is_of_the_hand_that_ended() -> None:
    tables = GinRummyTables(4, opponent="simple")
    seen, _news = tables.reset(seed=3)
    for step in range(150):
        seen, rewards, over, _cut, news = tables.step(last_allowed(seen["action_mask"], step))
        for place in np.flatnonzero(over):
            final = news["final_obs"][place]
            assert final["numbers"][0] >= 7  # closed, over or compared
            assert news["final_info"]["points"][place, 0] == rewards[place]
            assert news["final_info"]["results"]["points"][place] == abs(rewards[place])
            assert news["final_info"]["_points"][place]


def test_gymnasium_makes_them_by_name() -> None:
    env = gymnasium.make("ginrummy/Hand-v0", variant="oklahoma", opponent="steady")
    seen, news = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    env.step(int(news["action_mask"].argmax()))
    assert gymnasium.make("ginrummy.lab.envs:ginrummy/Match-v0").get_wrapper_attr("is_match") is True


@pytest.mark.long
@pytest.mark.parametrize("name", ["Hand", "Match"])
def test_gymnasium_makes_vectors_by_name(name: str) -> None:
    tables = gymnasium.make_vec(f"ginrummy/{name}-v0", num_envs=3, opponent="steady")
    seen, _news = tables.reset(seed=1)
    assert seen["cards"].shape == (3, 12, 52)
    assert seen["numbers"].shape == (3, 8 if name == "Hand" else 17)
    assert tables.num_envs == 3
    tables.step(last_allowed(seen["action_mask"], 0))
    tables.close()


@pytest.mark.filterwarnings(MASKED)
def test_the_module_has_pettingzoos_shape() -> None:
    api_test(ginrummy_v0.env(variant="standard"), num_cycles=60)
    api_test(ginrummy_v0.raw_env("standard"), num_cycles=60)
    assert ginrummy_v0.raw_env.metadata["name"] == "ginrummy_v0"
    wrapped = ginrummy_v0.env()
    wrapped.reset(seed=1)
    wrapped.step(107)
    assert min(wrapped.rewards.values()) == -1.0


def test_a_masked_learner_finds_what_it_asks_for() -> None:
    """sb3-contrib requires the method `action_masks` of a vector of environments, and calls it each step."""
    vector = SyncVectorEnv([lambda: gymnasium.make("ginrummy/Hand-v0", normalise=True)] * 2)
    _seen, news = vector.reset(seed=5)
    for _step in range(60):
        for env in vector.envs:
            assert env.has_wrapper_attr("action_masks")
        masks = np.array([env.get_wrapper_attr("action_masks")() for env in vector.envs])
        assert masks.dtype == np.bool_
        assert masks.shape == (2, 108)
        allowed = np.where(masks.any(axis=1), masks.argmax(axis=1), 0)
        _seen, _rewards, _over, _cut, news = vector.step(allowed)
        assert "illegal" not in news


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("normalise", [False, True])
def test_spaces_and_steps_are_those_that_learners_convert(match: bool, normalise: bool) -> None:
    """Stable-Baselines3 and TorchRL convert flat dictionaries of boxes, PyTorch types, actions from 0."""
    env = envs.single(match=match, normalise=normalise)
    assert isinstance(env.action_space, spaces.Discrete)
    assert (env.action_space.start, env.action_space.n) == (0, 108)
    assert isinstance(env.observation_space, spaces.Dict)
    seen, _news = env.reset(seed=1)
    assert seen.keys() == env.observation_space.spaces.keys()
    for name, space in env.observation_space.spaces.items():
        assert isinstance(space, spaces.Box)
        assert (seen[name].dtype, seen[name].shape) == (space.dtype, space.shape)
        assert str(space.dtype) in {"int8", "int32", "int64", "float32"}
        assert len(space.shape) == 1
    _seen, reward, ended, cut, news = env.step(int(env.action_masks().argmax()))
    assert (type(reward), type(ended), type(cut), type(news)) == (float, bool, bool, dict)


def test_the_tables_tell_their_masks_too() -> None:
    for tables in (envs.vector(3), envs.vector(3, opponent="novice")):
        seen, _news = tables.reset(seed=1)
        masks: NDArray[Any] = tables.action_masks()
        np.testing.assert_array_equal(masks, seen["action_mask"] == 1)


@pytest.mark.parametrize("variant", ["eaai", "two_pack", "hollywood"])
def test_normalised_observations_are_within_their_space(variant: str) -> None:
    plain, normal = (envs.single(variant, match=True, normalise=each) for each in (False, True))
    for env in (plain, normal):
        env.reset(seed=1)
    for _step in range(200):
        mask = plain.action_masks()
        action = int(np.flatnonzero(mask)[-1])
        seen, _reward, over, _cut, _news = plain.step(action)
        small = normal.step(action)[0]
        assert normal.observation_space.contains(small)
        assert small["observation"].dtype == np.float32
        np.testing.assert_array_equal(small["observation"][:624], seen["observation"][:624])
        assert np.sign(small["observation"]).tolist() == np.sign(seen["observation"]).tolist()
        if over:
            break
    both = envs.aec(variant, normalise=True)
    both.reset(seed=1)
    assert both.observation_space("player_0").contains(both.observe("player_0"))


@pytest.mark.parametrize(
    "make", [envs.single, envs.aec, lambda: envs.vector(2), lambda: envs.vector(2, opponent="novice")]
)
def test_a_step_before_reset_is_an_error_by_name(make: Any) -> None:
    env = make()
    with pytest.raises(ResetNeeded):
        env.step(np.zeros(2, np.int64) if hasattr(env, "num_envs") else 0)


def test_nothing_follows_the_end_of_a_hand() -> None:
    env = envs.single()
    env.reset(seed=1)
    assert env.step(107)[4]["illegal"] is True
    with pytest.raises(ResetNeeded):
        env.step(104)


def test_both_seats_need_a_reset_before_the_first_hand_and_after_the_last_step() -> None:
    env = envs.aec()
    for call in (lambda: env.step(0), env.last, env.agent_iter):
        with pytest.raises(ResetNeeded):
            call()
    env.reset(seed=1)
    for _agent in env.agent_iter():
        seen, _reward, ended, _cut, _news = env.last()
        env.step(None if ended else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert list(env.agent_iter()) == []
    for call in (lambda: env.step(0), lambda: env.step(None), env.last):
        with pytest.raises(ResetNeeded):
            call()


@pytest.mark.parametrize("action", [-1, 108, 10**30, 3.0, "draw", None])
def test_an_action_out_of_range_is_an_error_by_name(action: Any) -> None:
    for env in (envs.single(), envs.aec()):
        env.reset(seed=1)
        with pytest.raises(InvalidAction):
            env.step(action)
    if isinstance(action, int) and action < 1 << 60:
        tables = GinRummyTables(1)
        tables.reset(seed=1)
        with pytest.raises(InvalidAction):
            tables.step([action])


@pytest.mark.parametrize(
    "make",
    [
        lambda: envs.single(render_mode="rgb_array"),
        lambda: envs.aec(render_mode="rgb_array"),
        lambda: GinRummyTables(1, render_mode="human"),
        lambda: gymnasium.make_vec("ginrummy/Hand-v0", num_envs=2, render_mode="human"),
    ],
)
def test_render_modes_that_are_not_offered_are_refused(make: Any) -> None:
    with pytest.raises(UnsupportedMode, match="there is no render mode"):
        make()


@pytest.mark.parametrize("opponent", [name for name in player_names() if name != "champion"])
@pytest.mark.parametrize("match", [False, True])
def test_every_player_of_ours_plays_in_the_vector(opponent: str, match: bool) -> None:
    if opponent == "search":
        opponent = "search@2"
    tables = envs.vector(2, opponent=opponent, match=match)
    seen, _news = tables.reset(seed=1)
    for step in range(6):
        seen = tables.step(last_allowed(seen["action_mask"], step))[0]
    assert seen["numbers"].shape == (2, 17 if match else 8)


def test_the_champion_plays_in_the_vector() -> None:
    tables = envs.vector(1, opponent="champion@2", match=True)
    seen, _news = tables.reset(seed=1)
    tables.step(last_allowed(seen["action_mask"], 0))


def test_a_match_in_the_vector_ends_with_one_or_minus_one() -> None:
    tables = envs.vector(1, "oklahoma", opponent="simple", match=True)
    seen, _news = tables.reset(seed=1)
    won: list[float] = []
    while len(won) < 2:
        seen, rewards, over, _cut, _news = tables.step(np.array([int(seen["action_mask"][0].argmax())]))
        assert (abs(rewards[0]) == 1) == bool(over[0])
        won += rewards[over].tolist()


def test_a_match_needs_an_opponent() -> None:
    with pytest.raises(ValueError, match="a match needs an opponent"):
        envs.vector(2, match=True)


def test_a_house_rule_in_a_file_is_a_variant(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text((Path(__file__).parents[2] / "src/ginrummy/variants/presets/straight.toml").read_text())
    for each in (house, str(house)):
        envs.single(each).reset(seed=1)
        envs.aec(each).reset(seed=1)
        envs.vector(1, each).reset(seed=1)
        assert str(house) in str(envs.openspiel(each))


def test_a_variant_with_its_names_and_a_row_are_variants() -> None:
    named = load_variant("hollywood")
    for each in (named, named.row, named.row._replace(gin_bonus=33, game_target=70)):
        row = resolve_variant(each)
        assert envs.single(each).variant == envs.aec(each, match=True).variant == row
        assert GinRummyTables(1, each).variant == row
        envs.vector(1, each, opponent="novice").reset(seed=1)
        game = envs.openspiel(each)
        assert game.variant == row
        state = game.new_initial_state()
        state.apply_action(5)
        again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        assert again.variant == row
        assert same.history() == [5]
    assert str(envs.openspiel(named)) == str(envs.openspiel("hollywood"))


@pytest.mark.parametrize("forfeit", ["a", -5, float("nan"), []])
def test_a_forfeit_is_no_gain(forfeit: Any) -> None:
    with pytest.raises(ValueError, match=r"is no number|is too small"):
        envs.single(forfeit=forfeit)


@pytest.mark.parametrize("forfeit", [0, 12, 2.5, np.float32(7)])
def test_a_forfeit_is_a_number(forfeit: Any) -> None:
    env = envs.single(forfeit=forfeit)
    env.reset(seed=1)
    assert env.step(107)[1] == -float(forfeit)
