"""Module in PettingZoo's layout: `ginrummy_v0.env()` has the usual wrappers, `raw_env()` none.

There is no `parallel_env`, because the seats act in turn.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pettingzoo.utils import wrappers

from ginrummy.lab.envs.pettingzoo_env import GinRummyAEC as raw_env  # noqa: N813 (as PettingZoo has it)

__all__ = ["env", "raw_env"]

ILLEGAL_REWARD = -1.0


class _Wrapped(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # not typed
    """The outermost wrapper: a copy has a table of its own."""

    __copy__ = deepcopy


def env(**settings: Any) -> Any:
    """Return the environment of `raw_env(**settings)`; an illegal action ends it with a reward of -1."""
    bare: Any = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    return _Wrapped(wrappers.AssertOutOfBoundsWrapper(bare))
