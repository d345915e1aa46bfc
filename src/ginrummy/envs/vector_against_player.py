"""Tables against any player, one after the other: Gymnasium's own vector of `GinRummySeat`.

For players that think in Python, and for whole matches. Observations are in the form of `many_tables`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from ginrummy.argument_checks import number_given
from ginrummy.cards import FACE_COUNT
from ginrummy.envs.gymnasium_env import GinRummySeat
from ginrummy.envs.observation import PLANE_CELLS
from ginrummy.kernel.observation import PLANE_COUNT


class CardsAndNumbers(GinRummySeat):
    """A seat whose observation comes in two parts: `cards`, planes or with `compact` sets, and `numbers`."""

    def __init__(self, variant: str | Path = "eaai", *, compact: bool = False, **settings: Any) -> None:
        """Prepare the table; `reset` deals. An action that is not allowed raises `IllegalAction`."""
        super().__init__(variant, forfeit=None, **settings)
        assert isinstance(self.observation_space, spaces.Dict)
        whole = self.observation_space["observation"]
        assert isinstance(whole, spaces.Box)
        self.compact = compact
        cards: spaces.Box[Any] = spaces.Box(0, 1, (PLANE_COUNT, FACE_COUNT), np.int8)
        if compact:
            cards = spaces.Box(0, (1 << FACE_COUNT) - 1, (PLANE_COUNT,), np.int64)
        low, high = whole.low[PLANE_CELLS:], whole.high[PLANE_CELLS:]
        self.observation_space = spaces.Dict({
            "cards": cards,
            "numbers": spaces.Box(low, high, dtype=whole.dtype.type),
            "action_mask": self.observation_space["action_mask"],
        })  # fmt: skip

    def _observed(self) -> tuple[dict[str, Any], dict[str, Any]]:
        seen, news = super()._observed()
        whole = seen["observation"]
        cards: NDArray[Any] = whole[:PLANE_CELLS].reshape(PLANE_COUNT, FACE_COUNT).astype(np.int8)
        if self.compact:
            cards = (cards.astype(np.int64) << np.arange(FACE_COUNT)).sum(axis=1)
        parts = {"cards": cards, "numbers": whole[PLANE_CELLS:], "action_mask": seen["action_mask"]}
        return parts, news


class GinRummySeats(SyncVectorEnv):
    """`num_envs` tables, each with a player of its own; what ends is begun again in the same step."""

    def __init__(self, num_envs: int, variant: str | Path = "eaai", **settings: Any) -> None:
        """Prepare the tables; `reset` deals."""
        num_envs = number_given(num_envs, "vector", least=1)
        tables = [lambda: CardsAndNumbers(variant, **settings)] * num_envs
        super().__init__(tables, autoreset_mode=AutoresetMode.SAME_STEP)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return what may be done at each table, shape (num_envs, 108)."""
        return np.array(self.call("action_masks"))
