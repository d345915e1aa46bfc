"""Tables on a graphics card: the same states, observations and results as on the processor and in Python."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded

from ginrummy.kernel.hand_simulation import random_action
from ginrummy.lab import envs
from ginrummy.lab.envs.action_checks import IllegalAction
from ginrummy.lab.envs.card_tables import GinRummyCardTables
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.variants import preset_names
from tests.envs.test_many_tables import last_allowed
from tests.kernel.card_on_processor import CardArray, ProcessorCupy, as_host, use_processor

PROJECT = Path(__file__).parents[2]
pytestmark = pytest.mark.long  # the kernels of the environment take seconds to compile


@pytest.fixture(autouse=True)
def _card(monkeypatch: pytest.MonkeyPatch) -> None:
    use_processor(monkeypatch)


@pytest.mark.parametrize("variant", preset_names())
def test_the_card_plays_as_the_processor(variant: str) -> None:
    hold_equal(variant, count=64, steps=80)


@pytest.mark.parametrize("settings", [{"compact": True}, {"normalise": True}])
def test_other_observations(settings: dict[str, bool]) -> None:
    hold_equal("eaai", count=16, steps=80, **settings)


@pytest.mark.parametrize("opponent", ["simple", "steady"])
def test_opponents_play_the_same_on_both(opponent: str) -> None:
    for seat, variant in enumerate(("eaai", "oklahoma")):
        hold_equal(variant, count=32, steps=60, opponent=opponent, seat=seat)


def test_the_page_about_cards_runs() -> None:
    page = (PROJECT / "docs" / "cuda.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)[0], names)
    assert isinstance(names["rewards"], CardArray)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"device": "tpu"}, "'tpu' is no device; there are: cpu, cuda"),
        ({"device": "cuda", "opponent": "champion"}, "a graphics card plays hands alone"),
        ({"device": "cuda", "opponent": "simple", "match": True}, "a graphics card plays hands alone"),
    ],
)
def test_what_a_card_does_not_play_is_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        envs.vector(2, **settings)


def test_arrays_are_handed_out_without_a_copy() -> None:
    seen = GinRummyCardTables(3).reset(seed=1)[0]
    for values in seen.values():
        assert np.from_dlpack(values).ctypes.data == values.ctypes.data


def test_actions_of_the_card_and_of_this_machine() -> None:
    lists, arrays, narrow = (GinRummyCardTables(4) for _ in range(3))
    for tables in (lists, arrays, narrow):
        tables.reset(seed=3)
    actions = [int(np.flatnonzero(mask)[-1]) for mask in as_host(lists._seen["action_mask"])]
    lists.step(actions)
    arrays.step(ProcessorCupy.asarray(np.array(actions, np.int64)))
    narrow.step(ProcessorCupy.asarray(np.array(actions, np.int16)))
    assert as_host(lists.rows).tobytes() == as_host(arrays.rows).tobytes() == as_host(narrow.rows).tobytes()


@pytest.mark.parametrize("wrong", [[106, 106, 0], [106, 106], np.array([106.0, 106, 106]), [True] * 3])
def test_an_illegal_action_is_refused_and_no_table_moves(wrong: Any) -> None:
    tables = GinRummyCardTables(3)
    with pytest.raises(ResetNeeded):
        tables.step([0, 0, 0])
    tables.reset(seed=1)
    before = as_host(tables.rows).tobytes()
    for actions in (wrong, ProcessorCupy.asarray(np.array(wrong))):
        with pytest.raises(IllegalAction):
            tables.step(actions)
    assert as_host(tables.rows).tobytes() == before


def test_the_message_names_table_and_actions() -> None:
    card, here = GinRummyCardTables(3), GinRummyTables(3)
    said = []
    for tables in (card, here):
        tables.reset(seed=1)
        with pytest.raises(IllegalAction) as caught:
            tables.step([106, 106, 0])
        said.append(str(caught.value))
    assert said[0] == said[1]
    assert said[0].startswith("table 2: ")


def always_close(variant: Any, state: Any, options: Any, memory: Any, key: Any) -> int:
    """Play legally while knocking is not possible; then knock with a card that is not in the hand."""
    return 103 if state.phase == 4 else random_action(variant, state, options, memory, key)


def test_an_illegal_action_of_the_opponent_moves_no_table() -> None:
    card, here = (kind(8, opponent=always_close) for kind in (GinRummyCardTables, GinRummyTables))
    said = [refusal_of(tables) for tables in (card, here)]
    assert said[0] == said[1]


def refusal_of(tables: GinRummyTables) -> tuple[str, bytes]:
    """Play until the opponent's action is refused. Return the error and the tables after it."""
    with pytest.raises(IllegalAction) as caught:
        play_on(tables)
    return str(caught.value), as_host(tables.rows).tobytes()


def play_on(tables: GinRummyTables) -> None:
    """Play the first legal action at each table repeatedly."""
    for seed in range(20):
        seen = tables.reset(seed=seed)[0]
        for _step in range(10):
            seen = tables.step(as_host(seen["action_mask"]).argmax(axis=1).tolist())[0]


def test_a_copy_plays_on_alone() -> None:
    tables = GinRummyCardTables(2)
    tables.reset(seed=1)
    before = as_host(tables.rows).tobytes()
    copy.deepcopy(tables).step(as_host(tables._seen["action_mask"]).argmax(axis=1).tolist())
    assert as_host(tables.rows).tobytes() == before


def hold_equal(variant: str, *, count: int, steps: int, **settings: Any) -> None:
    """Play the same actions on both and compare everything after each step."""
    card = GinRummyCardTables(count, variant, **settings)
    here = GinRummyTables(count, variant, **settings)
    seen, news = here.reset(seed=5)
    equal(card.reset(seed=5), (seen, news))
    ended = 0
    for step in range(steps):
        actions = last_allowed(seen["action_mask"], step)
        seen, *outcome, news = here.step(actions)
        card_seen, *card_outcome, card_news = card.step(actions)
        equal((card_seen, card_outcome), (seen, outcome))
        equal({name: card_news[name] for name in ("turn", "points", "results")}, news)
        if outcome[1].any():
            marks = news["_final_obs"]
            equal(card_news["_final_obs"], marks)
            last: Any = card_news["final_obs"]
            for name, values in last.items():
                equal(values[marks], np.array([each[name] for each in news["final_obs"][marks]]))
        assert as_host(card.rows).tobytes() == here.rows.tobytes()
        ended += int(outcome[1].sum())
    assert ended > 0


def equal(card: Any, here: Any) -> None:
    """Compare values of a card, recursively, with the processor's."""
    if isinstance(card, dict):
        for name, each in card.items():
            equal(each, here[name])
    elif isinstance(card, tuple | list):
        for each, other in zip(card, here, strict=True):
            equal(each, other)
    else:
        values = as_host(card)
        if here.dtype.names:
            values = values.view(here.dtype).reshape(here.shape)
        np.testing.assert_array_equal(values, here)
        assert values.dtype == here.dtype
