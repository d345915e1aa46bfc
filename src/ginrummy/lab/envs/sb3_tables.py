"""Many tables as a vector of environments of Stable-Baselines3, with masks for sb3-contrib."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ginrummy.lab.envs.vector_env import Arrays, GinRummySeats, GinRummyTables


class SB3Tables(VecEnv):  # type: ignore[misc]  # not installed where types are checked
    """The tables of `envs.vector`, on this machine, for `MaskablePPO("MultiInputPolicy", ...)`.

    Observations, rewards and ends are copies, as Stable-Baselines3 keeps them.
    """

    def __init__(self, tables: GinRummyTables | GinRummySeats) -> None:
        """Wrap `tables`; `reset` deals."""
        self.tables = tables
        super().__init__(tables.num_envs, tables.single_observation_space, tables.single_action_space)

    def reset(self) -> Arrays:
        """Deal at every table; with the seeds of `seed` if it was called."""
        seen, _news = self.tables.reset(seed=self._seeds[0])
        self._reset_seeds()
        return _copies(seen)

    def step_async(self, actions: NDArray[Any]) -> None:
        """Store the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Arrays, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the stored actions. A hand that ended has its last observation in its info."""
        seen, rewards, ended, _cut, news = self.tables.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(ended):
            infos[place] = {"terminal_observation": news["final_obs"][place], "TimeLimit.truncated": False}
        return _copies(seen), np.array(rewards, np.float32), ended.copy(), infos

    def close(self) -> None:
        """Close the tables."""
        self.tables.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of the tables, once for each."""
        return [getattr(self.tables, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise `NotImplementedError`: tables have no attributes of their own."""
        raise NotImplementedError(attr_name)

    def env_method(
        self, method_name: str, *arguments: Any, indices: Any = None, **settings: Any
    ) -> list[Any]:
        """Return what a method of the tables returns, row by row: `action_masks`."""
        found = getattr(self.tables, method_name)(*arguments, **settings)
        return [found[place] for place in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return `False` for each table."""
        return [False] * len(list(self._get_indices(indices)))


def _copies(seen: Arrays) -> Arrays:
    return {name: each.copy() for name, each in seen.items()}
