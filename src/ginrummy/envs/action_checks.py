"""What an environment refuses, by the names that Gymnasium has for it."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.vectorized_rules import whole_numbers


class IllegalAction(InvalidAction, ValueError):
    """An action that is none of the 108, or that is not allowed now."""


class UnofferedMode(UnsupportedMode, ValueError):
    """A render mode that this environment does not offer."""


def action_number(action: Any) -> int:
    """Return `action` as a number of `kernel.actions`; raises `IllegalAction` for anything else."""
    try:
        number = operator.index(action)
    except TypeError as error:
        raise IllegalAction(f"action {action!r} is no whole number") from error
    if not 0 <= number < ACTION_COUNT:
        raise IllegalAction(f"action {number} is not one of 0 to {ACTION_COUNT - 1}")
    return number


def action_numbers(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return `actions`, whole numbers, one for each of `count` tables; raises `IllegalAction` for others."""
    try:
        return whole_numbers(actions, count)
    except ValueError as error:
        raise IllegalAction(str(error)) from error


def refuse_mode(mode: str | None, offered: Sequence[str]) -> None:
    """Raise `UnofferedMode` unless `mode` is `None` or one of `offered`."""
    if mode is not None and mode not in offered:
        known = ", ".join(offered) or "none"
        raise UnofferedMode(f"there is no render mode {mode!r}; there are: {known}")


def need_reset(is_dealt: bool) -> None:
    """Raise `ResetNeeded` unless a hand is on the table."""
    if not is_dealt:
        raise ResetNeeded("call reset first: no hand is on the table")
