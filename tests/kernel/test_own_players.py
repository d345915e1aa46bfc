"""Third-party players among the compiled ones: illegal actions are refused, and the player is named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import CLOSE, DRAW, PASS, nth_action
from ginrummy.kernel.hand_simulation import random_action
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.simple_strategy import simple_action
from ginrummy.rules.turns import Choices, Memory, State
from ginrummy.variants import DEFAULT, Variant, load_variant, preset_names

Player = Callable[..., Any]


def always_draws(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW


def closes_anyhow(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return DRAW if options.draw else PASS if options.leave else CLOSE


def huge(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 1 << 40


def below_zero(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return -1


def cheats_late(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return 107 if state.turns > 9 else nth_action(options, 0)


def like_simple(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    return simple_action(variant, state, options, memory, key)


def cut_short(variant: Variant, state: State) -> int:
    return DRAW


def of_no_number(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> Any:
    return 1.5


def of_nothing(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> Any:
    return None


CHEATS = [
    (0, always_draws, "action 104 of always_draws is not allowed; allowed: 105, 106$"),
    (1, closes_anyhow, "action 52 of closes_anyhow is not allowed; allowed: [0-9]"),
    (0, huge, f"action {(1 << 31) - 1} of huge is not allowed; allowed: 105, 106$"),
    (1, below_zero, "action -1 of below_zero is not allowed; allowed: 105, 106$"),
    (0, cheats_late, "action 107 of cheats_late is not allowed; allowed: [0-9]"),
]


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("seat", "cheat", "said"), CHEATS)
def test_what_a_player_may_not_do_is_refused(seat: int, cheat: Player, said: str, workers: int) -> None:
    players = (cheat, random_action) if seat == 0 else (random_action, cheat)
    with pytest.raises(ValueError, match=r"^hand \d+: " + said):
        vectorized_rules.play(DEFAULT, players, seed=1, hands=300, workers=workers)


@pytest.mark.long
def test_the_hand_is_named_that_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^hand \d+: ") as refused:
        vectorized_rules.play(DEFAULT, (cheats_late, cheats_late), seed=1, hands=300, first=40)
    number = int(str(refused.value).split()[1].rstrip(":"))
    with pytest.raises(ValueError, match="107 of cheats_late") as again:
        vectorized_rules.replay(DEFAULT, (cheats_late, cheats_late), seed=1, number=number)
    assert str(again.value) == str(refused.value)
    if number > 40:
        vectorized_rules.play(DEFAULT, (cheats_late, cheats_late), seed=1, hands=number - 40, first=40)


@pytest.mark.long
@pytest.mark.parametrize("name", preset_names())
def test_a_player_of_ones_own_that_keeps_the_law_plays_as_ours_does(name: str) -> None:
    row = load_variant(name).row
    ours, own = (
        vectorized_rules.play(row, (player, random_action), seed=2, hands=40, workers=2)
        for player in (simple_action, like_simple)
    )
    assert np.array_equal(ours, own)


@pytest.mark.parametrize("odd", [cut_short, of_no_number, of_nothing, len, "simple", None, Variant])
def test_what_is_no_player_is_refused(odd: Any) -> None:
    with pytest.raises(GinRummyError, match=getattr(odd, "__qualname__", "function is wanted")):
        vectorized_rules.play(DEFAULT, (odd, random_action), seed=1, hands=1)


@pytest.mark.parametrize("odd", [(random_action,), (), (random_action,) * 3, None, 7, "ab"])
def test_two_players_are_needed(odd: Any) -> None:
    with pytest.raises(ValueError, match=r"players"):
        vectorized_rules.play(DEFAULT, odd, seed=1, hands=1)


NEVER_ENDING = """
import os, signal, threading, time
from ginrummy.kernel import vectorized_rules
from ginrummy.variants import DEFAULT

def hangs(variant, state, options, memory, key):
    number = 1
    while number > 0:
        number = (number + 1) % 1000 + 1
    return number

def interrupt():
    while threading.active_count() < 3: time.sleep(0.01)
    while not vectorized_rules.compile_fastest.called: time.sleep(0.01)
    time.sleep(0.2)
    os.kill(os.getpid(), signal.SIGINT)

def noting(function, swaps=None):
    loop = compiled(function, swaps)
    def call(*arguments):
        noting.called = True
        return loop(*arguments)
    return call

compiled, vectorized_rules.compile_fastest, noting.called = vectorized_rules.compile_fastest, noting, False
threading.Thread(target=interrupt, daemon=True).start()
try:
    vectorized_rules.play(DEFAULT, (hangs, hangs), seed=1, hands=1, workers=1)
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_player_that_never_answers_can_be_interrupted() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", NEVER_ENDING], capture_output=True, text=True, timeout=150, check=True
    )
    assert ran.stdout == "interrupted\n"
