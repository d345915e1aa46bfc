"""The vector environment: seeds, consecutive hands, both forms of observation, a built-in opponent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from bench.vector_tables import StepResult, Tables
from ginrummy.lab import envs
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.turns import choices, no_memory
from ginrummy.variants import load_variant

COUNT, STEPS = 8, 150


def last_allowed(masks: NDArray[Any], step: int) -> NDArray[np.int64]:
    """Return a legal action for each table, different from step to step."""
    order = np.roll(np.arange(108), step * 7)
    chosen: NDArray[np.int64] = order[(masks[:, order] * np.arange(1, 109)).argmax(axis=1)]
    return chosen


@pytest.mark.parametrize("variant", ["eaai", "two_pack"])
def test_steps_are_those_of_the_tables(variant: str) -> None:
    plain, sets = (GinRummyTables(COUNT, variant, compact=compact) for compact in (False, True))
    tables = Tables(COUNT, variant=load_variant(variant).row, seeds=5)
    seen, small = plain.reset(seed=5)[0], sets.reset(seed=5)[0]
    ended = 0
    for step in range(STEPS):
        planes, numbers = tables.observe()
        np.testing.assert_array_equal(seen["cards"], planes)
        np.testing.assert_array_equal(small["cards"][:, :, None] >> np.arange(52) & 1, planes)
        for each in (seen, small):
            np.testing.assert_array_equal(each["numbers"], numbers)
            np.testing.assert_array_equal(each["action_mask"], tables.legal())
        actions, movers = last_allowed(seen["action_mask"], step), tables.rows["turn"].copy()
        brought = tables.step(actions)
        seen, rewards, over, _cut, news = plain.step(actions)
        small = sets.step(actions)[0]
        np.testing.assert_array_equal(over, brought.ended)
        np.testing.assert_array_equal(news["points"], brought.rewards)
        np.testing.assert_array_equal(rewards, brought.rewards[np.arange(COUNT), movers])
        ended += int(over.sum())
    assert ended > 0


def test_same_seed_same_tables_on_any_number_of_cores() -> None:
    one, two = played(GinRummyTables(1200, workers=1)), played(GinRummyTables(1200, workers=2))
    np.testing.assert_array_equal(one, two)


def played(tables: GinRummyTables) -> NDArray[Any]:
    """Return the observations after some steps."""
    seen, _news = tables.reset(seed=9)
    for step in range(30):
        seen = tables.step(last_allowed(seen["action_mask"], step))[0]
    return seen["cards"].copy()


@pytest.mark.parametrize("seat", [0, 1])
def test_the_opponent_plays_as_it_would_at_a_table(seat: int) -> None:
    vector, row = GinRummyTables(1, opponent="simple", seat=seat), load_variant("eaai").row
    table, hands = Tables(1, variant=row, seeds=3), 0
    seen, _news = vector.reset(seed=3)
    answer(table, seat)
    for step in range(STEPS):
        assert table.rows["turn"][0] == seat
        np.testing.assert_array_equal(seen["cards"], table.observe()[0])
        actions = last_allowed(seen["action_mask"], step)
        won = won_by(table.step(actions), seat) + answer(table, seat)
        seen, rewards, ended, _cut, _news = vector.step(actions)
        assert rewards[0] == won
        hands += int(ended[0])
    assert hands > 0


def answer(table: Tables, seat: int) -> int:
    """Let `simple` act while the other seat is to move. Return the reward of `seat`."""
    won = 0
    while table.rows["turn"][0] != seat:
        state = table.states()[0]
        action = simple_action(table.variant, state, choices(table.variant, state), no_memory(), 0)
        won += won_by(table.step([action]), seat)
    return won


def won_by(step: StepResult, seat: int) -> int:
    """Return the reward of `seat` in a step."""
    return int(step.rewards[0, seat])


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="count: 0 is too small"):
        GinRummyTables(0)
    with pytest.raises(ValueError, match="no player of the kernel"):
        GinRummyTables(1, opponent="nobody")
    tables = GinRummyTables(2)
    tables.reset(seed=1)
    with pytest.raises(ValueError, match="table 0: action 107 is not allowed"):
        tables.step([107, 107])
    with pytest.raises(ValueError, match="1 seeds are given"):
        tables.reset(seed=[1])


@pytest.mark.parametrize("opponent", ["random", "simple", "steady"])
def test_players_of_the_kernel_by_name(opponent: str) -> None:
    tables, ended = GinRummyTables(8, "oklahoma", opponent=opponent), 0
    seen, _news = tables.reset(seed=1)
    for step in range(STEPS):
        assert (tables.rows["turn"] == 0).all()
        seen, _rewards, over, _cut, _news = tables.step(last_allowed(seen["action_mask"], step))
        ended += int(over.sum())
    assert ended > 0


@pytest.mark.parametrize("compact", [False, True])
def test_arrays_are_handed_out_by_dlpack_without_a_copy(compact: bool) -> None:
    tables = GinRummyTables(COUNT, compact=compact, normalise=not compact, opponent="simple")
    seen, _news = tables.reset(seed=1)
    views = {name: np.from_dlpack(array) for name, array in seen.items()}
    seen, rewards, ended, _cut, news = tables.step(last_allowed(seen["action_mask"], 0))
    given = {**seen, "turn": news["turn"], "points": news["points"], "rewards": rewards, "ended": ended}
    for name, array in given.items():
        assert np.from_dlpack(array).ctypes.data == array.ctypes.data, name
    for name, view in views.items():  # it shows the next step too
        np.testing.assert_array_equal(view, seen[name])


@pytest.mark.parametrize("opponent", [None, "simple", "novice"])
def test_the_dictionary_of_a_step_belongs_to_the_caller(opponent: str | None) -> None:
    """TorchRL writes its tensors to it."""
    tables = envs.vector(2, opponent=opponent)
    seen, _news = tables.reset(seed=1)
    for _step in range(3):
        actions = seen["action_mask"].argmax(axis=1)
        seen.clear()
        seen = tables.step(actions)[0]
    assert set(seen) == {"cards", "numbers", "action_mask"}
    assert (tables.autoreset_mode, tables.metadata["autoreset_mode"]) == (AutoresetMode.SAME_STEP,) * 2
