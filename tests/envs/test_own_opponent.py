"""A custom compiled opponent: its illegal actions are refused, and no table changes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from ginrummy.kernel.actions import CLOSE, DRAW, PASS, action_count, nth_action
from ginrummy.lab import envs
from ginrummy.lab.envs.vector_env import GinRummyTables
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.turns import Choices, Memory, State
from ginrummy.variants import Variant, load_variant
from tests.envs.test_many_tables import last_allowed, played

LATE = 9


def always_draws(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW


def big_number(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 5000


def below_zero(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return -1


def always_closes(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return CLOSE


def closes_anyhow(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW if options.draw else PASS if options.leave else CLOSE


def cheats_late(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 107 if state.turns > LATE else nth_action(options, 0)


def like_simple(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return simple_action(variant, state, options, memory, key)


@pytest.mark.long
@pytest.mark.parametrize(
    ("opponent", "action"),
    [(always_draws, 104), (big_number, 5000), (below_zero, -1), (always_closes, 52), (closes_anyhow, 52)],
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


@pytest.mark.long
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
    """Return the reason for a refused step, empty if it was executed."""
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


def breaks_late(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    if state.turns > LATE:
        raise ArithmeticError("mine")
    return nth_action(options, 0)


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_no_table_has_moved_where_an_opponent_breaks_down(workers: int) -> None:
    tables, step = GinRummyTables(2000, opponent=breaks_late, workers=workers), 0
    seen, _news = tables.reset(seed=1)
    before = tables.rows.copy(), tables._decks.copy()
    with suppress(ArithmeticError):
        while step < 40:
            before, step = (tables.rows.copy(), tables._decks.copy()), step + 1
            tables.step(last_allowed(seen["action_mask"], step))
    assert LATE // 2 < step < 40
    with pytest.raises(ArithmeticError, match="mine"):
        tables.step(last_allowed(seen["action_mask"], step))
    np.testing.assert_array_equal(tables.rows, before[0])
    np.testing.assert_array_equal(tables._decks, before[1])


def closes_first(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return nth_action(options, action_count(options) - 1)


@pytest.mark.long
@pytest.mark.parametrize("seat", [0, 1])
def test_an_opponent_that_ends_each_hand_at_once_is_not_dealt_to_for_ever(seat: int) -> None:
    """The non-dealer always knocks at once, so one day the other seat must be the non-dealer."""
    anything = load_variant("eleven_card").row._replace(knock_value=100, first_turn_knock=1)
    tables = GinRummyTables(50, anything, opponent=closes_first, seat=seat)
    tables.reset(seed=1)
    for step in range(20):
        assert (tables.rows["turn"] == seat).all()
        assert (tables.rows["dealer"] == 1 - seat).all()
        tables.step(last_allowed(tables._seen["action_mask"], step))


NEVER_ENDING = """
import os, signal, threading, time
import numpy as np
from ginrummy.lab import envs

def hangs(variant, state, options, memory, key):
    number = 1
    while state.turns > 1 and number > 0:
        number = (number + 1) % 1000 + 1
    return nth_action(options, 0)

def interrupt():
    begun = 0
    while begun < 2 or begun < len(stepping):  # the first step waits for the compiler
        begun = len(stepping)
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGINT)

from ginrummy.kernel.actions import nth_action
tables, stepping = envs.vector(8, opponent=hangs, workers=WORKERS), []
seen, _news = tables.reset(seed=1)
threading.Thread(target=interrupt, daemon=True).start()
try:
    for _step in range(9):
        stepping.append(1)
        seen = tables.step(seen["action_mask"].argmax(axis=1))[0]
except KeyboardInterrupt:
    print("interrupted")
try:
    tables.step(np.zeros(8, np.int64))
except Exception as error:
    print(type(error).__name__)
tables.reset(seed=1)
print(tables.rows["turn"].tolist())
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_an_opponent_that_never_answers_can_be_interrupted(workers: int) -> None:
    code = NEVER_ENDING.replace("WORKERS", str(workers))
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True
    )
    assert ran.stdout.splitlines() == ["interrupted", "ResetNeeded", "[0, 0, 0, 0, 0, 0, 0, 0]"]


def cut_short(variant: Variant, state: State) -> int:
    return DRAW


def of_no_number(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> Any:
    return 1.5


def test_what_is_no_opponent_is_refused_by_name() -> None:
    with pytest.raises(GinRummyError, match=r"^cut_short: it cannot be made: too many positional arguments"):
        envs.vector(2, opponent=cut_short)
    with pytest.raises(GinRummyError, match=r"^of_no_number: it cannot be made: "):
        envs.vector(2, opponent=of_no_number).reset(seed=1)


@pytest.mark.long
def test_an_opponent_of_ones_own_plays_as_ours_does() -> None:
    own, ours = (GinRummyTables(8, opponent=each) for each in (like_simple, "simple"))
    seen, same = own.reset(seed=2)[0], ours.reset(seed=2)[0]
    for step in range(100):
        actions = last_allowed(seen["action_mask"], step)
        seen, same = own.step(actions)[0], ours.step(actions)[0]
        for name, array in seen.items():
            np.testing.assert_array_equal(array, same[name])
