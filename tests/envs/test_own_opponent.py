"""A compiled opponent of one's own: what it may not do is refused, and no table has moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from ginrummy.envs.vector_env import GinRummyTables
from ginrummy.kernel.actions import CLOSE, DRAW, PASS, nth_action
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.turns import Choices, State
from ginrummy.rules.variant import Variant
from tests.envs.test_many_tables import last_allowed, played

LATE = 9


def always_draws(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW


def big_number(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 5000


def closes_anyhow(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW if options.draw else PASS if options.leave else CLOSE


def cheats_late(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 107 if state.turns > LATE else nth_action(options, 0)


def like_simple(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return simple_action(variant, state, options, memory, key)


@pytest.mark.parametrize(
    ("opponent", "action"), [(always_draws, 104), (big_number, 5000), (closes_anyhow, 52)]
)
@pytest.mark.parametrize("workers", [1, 2])
def test_what_an_opponent_may_not_do_is_refused(
    opponent: Callable[..., int], action: int, workers: int
) -> None:
    tables = GinRummyTables(1200, opponent=opponent, workers=workers)
    with pytest.raises(
        InvalidAction,
        match=rf"table \d+: action {action} of {opponent.__name__} is not allowed; allowed: [0-9]",
    ):
        played(tables)


def test_no_table_has_moved_where_an_opponent_is_refused() -> None:
    tables, step = GinRummyTables(64, opponent=cheats_late), 0
    seen, news = tables.reset(seed=1)
    mine = [*seen.values(), *news.values(), tables.rows, tables._decks, tables._rewards, tables._ended]
    before, said = [np.array(each) for each in mine], ""
    while not said:
        before, step = [np.array(each) for each in mine], step + 1
        said = refusal(tables, last_allowed(seen["action_mask"], step))
    assert "107 of cheats_late is not allowed; allowed: " in said
    assert step > LATE // 2
    for one, other in zip(mine, before, strict=True):
        np.testing.assert_array_equal(one, other)
    assert refusal(tables, last_allowed(seen["action_mask"], step)) == said


def refusal(tables: GinRummyTables, actions: NDArray[np.int64]) -> str:
    """Return why a step is refused, no text where it is done."""
    try:
        tables.step(actions)
    except InvalidAction as error:
        return str(error)
    return ""


def test_a_reset_in_which_the_opponent_is_refused_leaves_nothing_to_step() -> None:
    tables = GinRummyTables(64, opponent=always_draws)
    with pytest.raises(InvalidAction):
        tables.reset(seed=1)
    with pytest.raises(ResetNeeded):
        tables.step(np.zeros(64, np.int64))


def test_an_opponent_of_ones_own_plays_as_ours_does() -> None:
    own, ours = (GinRummyTables(8, opponent=each) for each in (like_simple, "simple"))
    seen, same = own.reset(seed=2)[0], ours.reset(seed=2)[0]
    for step in range(100):
        actions = last_allowed(seen["action_mask"], step)
        seen, same = own.step(actions)[0], ours.step(actions)[0]
        for name, array in seen.items():
            np.testing.assert_array_equal(array, same[name])
