"""Many tables as a batched environment of TorchRL."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.lab.envs.vector_env import Arrays, GinRummySeats, GinRummyTables


class TorchRLTables(EnvBase):  # type: ignore[misc]  # not installed where types are checked
    """The tables of `envs.vector`, on this machine. `ActionMask` masks the actions.

    A step returns the last observation of a hand that ended; `reset` of those tables returns the next hand,
    which is dealt by then.
    """

    def __init__(self, tables: GinRummyTables | GinRummySeats) -> None:
        """Wrap `tables`; `reset` deals."""
        super().__init__(batch_size=[tables.num_envs])
        self.tables = tables
        self._start: int | None = None
        count, seen = self.batch_size, tables.single_observation_space
        assert isinstance(seen, spaces.Dict)
        self.observation_spec = Composite(
            {name: _spec(space, count) for name, space in seen.items()}, shape=count
        )
        self.action_spec = Categorical(ACTION_COUNT, shape=count)
        self.reward_spec = Unbounded((*count, 1))

    def _set_seed(self, seed: int | None) -> None:
        self._start = seed

    def _reset(self, tensordict: TensorDictBase | None = None, **_settings: Any) -> TensorDictBase:
        some = None if tensordict is None else tensordict.get("_reset", None)
        if some is None or some.all():
            self._next = self._tensors(self.tables.reset(seed=self._start)[0])
            self._start = None
        return self._next.clone()

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        seen, rewards, ended, _cut, news = self.tables.step(tensordict["action"].numpy())
        self._next = self._tensors(seen)
        found = self._next.clone()
        for place in np.flatnonzero(ended):
            found[place] = TensorDict({
                name: torch.as_tensor(each) for name, each in news["final_obs"][place].items()
            })  # fmt: skip
        over = torch.tensor(ended)[:, None]
        told = {"reward": torch.tensor(rewards, dtype=torch.float32)[:, None], "done": over}
        return found.update(told | {"terminated": over.clone()})

    def _tensors(self, seen: Arrays) -> TensorDictBase:
        """Return copies of what is seen: the tables reuse their arrays."""
        return TensorDict({name: torch.tensor(each) for name, each in seen.items()}, self.batch_size)


def _spec(space: Any, count: torch.Size) -> Any:
    low, high = (torch.as_tensor(each) for each in (space.low, space.high))
    return Bounded(low.expand(*count, *low.shape), high.expand(*count, *high.shape), dtype=low.dtype)
