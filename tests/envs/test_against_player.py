"""The vector environment with a Python player has the same guarantees as with a compiled one."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction

from ginrummy.kernel.vectorized_rules import RESULT_ROW
from ginrummy.lab import envs
from ginrummy.rules.scoring import KIND_NAMES
from tests.envs.test_learners import copied, same
from tests.envs.test_many_tables import last_allowed

KINDS = [{"opponent": "novice"}, {"opponent": "simple", "match": True}, {"opponent": "novice", "seat": 1}]
WRONG: list[tuple[Any, str]] = [
    (107, "table 1: action 107 is not allowed"),
    (-1, "table 1: action -1 is not allowed"),
    (10**6, "table 1: action 1000000 is not allowed"),
    (0.5, "whole numbers are needed"),
]


@pytest.mark.parametrize("settings", KINDS)
@pytest.mark.parametrize(("action", "said"), WRONG)
def test_an_action_that_is_not_allowed_moves_no_table(
    settings: dict[str, Any], action: Any, said: str
) -> None:
    tables, twin = (envs.vector(2, "eaai", **settings) for _vector in range(2))
    seen, _news = tables.reset(seed=1)
    twin.reset(seed=1)
    first = int(last_allowed(seen["action_mask"], 0)[0])
    with pytest.raises(InvalidAction, match=said):
        tables.step([first, action])
    actions = last_allowed(seen["action_mask"], 0)
    assert same(copied(tables.step(actions)[0]), copied(twin.step(actions)[0]))


@pytest.mark.long
@pytest.mark.parametrize("opponent", [None, "novice"])
@pytest.mark.parametrize("actions", [[104], [104, 104, 104], 104, [[104], [104]], ["a", "b"], [0.0, 1.0]])
def test_as_many_whole_numbers_as_tables_are_asked_for(opponent: str | None, actions: Any) -> None:
    tables = envs.vector(2, opponent=opponent)
    tables.reset(seed=1)
    with pytest.raises(InvalidAction, match=r"is needed|are needed"):
        tables.step(actions)


@pytest.mark.long
@pytest.mark.parametrize("settings", KINDS)
def test_the_news_are_those_of_the_compiled_tables(settings: dict[str, Any]) -> None:
    seat, is_match = settings.get("seat", 0), "match" in settings
    tables, plain = envs.vector(3, "straight", **settings), envs.vector(3, "straight", opponent="simple")
    seen, news = tables.reset(seed=1)
    names = set(plain.reset(seed=1)[1])
    assert names <= set(news)
    hands = 0
    for step in range(150):
        seen, rewards, over, _cut, news = tables.step(last_allowed(seen["action_mask"], step))
        assert rewards.dtype == np.float32
        assert names <= set(news)
        assert news["turn"].tolist() == [seat] * 3
        assert (news["points"].dtype, news["results"].dtype) == (np.int32, RESULT_ROW)
        np.testing.assert_array_equal(news["points"][:, seat], rewards)
        np.testing.assert_array_equal(news["points"].sum(axis=1), 0)
        for place in np.flatnonzero(over):
            result, final = news["results"][place], news["final_info"]
            assert final["_points"][place]
            np.testing.assert_array_equal(final["points"], news["points"])
            np.testing.assert_array_equal(final["results"], news["results"])
            assert KIND_NAMES[result["kind"]]
            assert result["decisions"] > 0
            assert (result["winner"] == seat) == (rewards[place] > 0) or is_match
            assert result["points"] == abs(rewards[place]) or is_match
            hands += 1
    assert hands > 0 or is_match
    assert (news["results"]["kind"] > 0).any()


@pytest.mark.parametrize("settings", KINDS)
@pytest.mark.parametrize("make", [copy.deepcopy, lambda tables: pickle.loads(pickle.dumps(tables))])
def test_a_copy_goes_on_where_the_tables_are(settings: dict[str, Any], make: Callable[[Any], Any]) -> None:
    tables = envs.vector(2, **settings)
    seen, _news = tables.reset(seed=1)
    seen = tables.step(last_allowed(seen["action_mask"], 0))[0]
    other = make(tables)
    for step in range(1, 30):
        actions = last_allowed(seen["action_mask"], step)
        seen, again = tables.step(actions)[0], other.step(actions)[0]
        assert same(copied(seen), copied(again))
