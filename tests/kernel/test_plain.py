"""Actions and memory as plain functions."""

from __future__ import annotations

import pytest

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import (
    ACTION_COUNT,
    BIG_GIN,
    CLOSE,
    DRAW,
    PASS,
    TAKE,
    action_count,
    is_allowed,
    nth_action,
)
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import Choices, Memory, no_memory, remember_discard, remember_refusal, remember_take

EVERY_KIND = Choices(True, True, True, 1 << 51 | 5, 1 << 51 | 1, True)


def test_the_numbers_of_actions() -> None:
    assert (CLOSE, DRAW, TAKE, PASS, BIG_GIN, ACTION_COUNT) == (52, 104, 105, 106, 107, 108)


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        (EVERY_KIND, [0, 2, 51, 52, 103, 104, 105, 106, 107]),
        (Choices(False, True, True, 0, 0, False), [105, 106]),
        (Choices(True, False, False, 0, 0, False), [104]),
        (Choices(True, True, False, 0, 0, False), [104, 105]),
        (Choices(False, False, True, 0, 0, False), [106]),
        (Choices(False, False, False, 6, 4, True), [1, 2, 54, 107]),
        (Choices(False, False, False, 0, 0, False), []),
    ],
)
def test_actions_allowed(options: Choices, allowed: list[int]) -> None:
    assert [nth_action(options, index) for index in range(action_count(options))] == allowed
    assert [action for action in range(-200, 300) if is_allowed(options, action)] == allowed
    assert not is_allowed(options, 1 << 40)


def test_what_was_taken_is_known_until_it_is_discarded() -> None:
    memory = remember_take(remember_take(no_memory(), 51), 51)
    assert memory == Memory(Hand(1 << 51, 1 << 51), 1 << 51, 0, 0)
    memory = remember_discard(memory, 51, NO_FACE)
    assert memory == Memory(Hand(1 << 51, 0), 1 << 51, 0, 1 << 51)
    memory = remember_discard(remember_discard(memory, 51, NO_FACE), 51, NO_FACE)
    assert memory.known == Hand(0, 0)


def test_whoever_takes_a_card_and_throws_its_twin_still_holds_it() -> None:
    memory = remember_discard(remember_take(no_memory(), 51), 51, 51)
    assert memory == Memory(Hand(1 << 51, 0), 1 << 51, 0, 1 << 51)
    assert remember_discard(memory, 51, 7).known == Hand(0, 0)
    assert remember_discard(remember_take(memory, 51), 51, 51).known == memory.known


def test_what_was_left_is_remembered() -> None:
    memory = remember_refusal(remember_refusal(no_memory(), 3), NO_FACE)
    assert memory == Memory(Hand(0, 0), 0, 8, 0)
