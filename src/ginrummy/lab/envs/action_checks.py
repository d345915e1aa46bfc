"""Validation of actions and render modes, with Gymnasium's names for the errors."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded, UnsupportedMode
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import illegal_action_text
from ginrummy.kernel.vectorized_rules import as_array, whole_numbers
from ginrummy.locale.argument_checks import whole_number_or_none
from ginrummy.locale.errors import safe_repr


class IllegalAction(InvalidAction, ValueError):
    """An action that is not one of the 108, or is illegal now."""


class UnofferedMode(UnsupportedMode, ValueError):
    """A render mode that this environment does not offer."""


def action_number(action: object, allowed: Collection[int]) -> int:
    """Return `action` as a number of `kernel.actions`.

    Raises `IllegalAction`, which names the actions `allowed` now, for anything else.
    """
    number = None if isinstance(action, bool) else whole_number_or_none(action)
    if number is None or not 0 <= number < ACTION_COUNT:
        raise IllegalAction(illegal_action_text(safe_repr(action if number is None else number), allowed))
    return number


def allowed_number(action: object, allowed: Collection[int]) -> int:
    """Return `action` if it is `allowed` now. Raises `IllegalAction`, which names the legal ones, if not."""
    number = action_number(action, allowed)
    if number not in allowed:
        raise IllegalAction(illegal_action_text(number, allowed))
    return number


def action_numbers(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return `actions`, a whole number for each of `count` tables. Raises `IllegalAction` for others."""
    try:
        return whole_numbers(actions, count, kinds="iu")
    except (OverflowError, TypeError, ValueError) as error:  # NumPy's errors for a value that is not an array
        raise IllegalAction(str(error)) from error


def illegal_action_at(table: int, actions: ArrayLike, allowed: Collection[int]) -> IllegalAction:
    """Return the error for the action of the table at `table`, which is not among those `allowed`."""
    return IllegalAction(f"table {table}: {illegal_action_text(as_array(actions)[table], allowed)}")


def validate_render_mode(mode: str | None, offered: Sequence[str]) -> None:
    """Raise `UnofferedMode` unless `mode` is `None` or one of `offered`."""
    if mode is not None and mode not in offered:
        known = ", ".join(offered) or "none"
        raise UnofferedMode(f"there is no render mode {mode!r}; there are: {known}")


def require_reset(is_dealt: bool) -> None:
    """Raise `ResetNeeded` unless a hand is in play."""
    if not is_dealt:
        raise ResetNeeded("call reset first: no hand is on the table")
