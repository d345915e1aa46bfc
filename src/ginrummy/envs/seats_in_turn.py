"""The PettingZoo environment: both seats act in turn at one table."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from ginrummy.envs.drawing import drawn
from ginrummy.envs.observation import bounds
from ginrummy.envs.table import Table
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.variants import load_variant

Observation = dict[str, Any]

AGENTS: Final = ("player_0", "player_1")
_SEED_RANGE: Final = 1 << 62


class GinRummyAEC(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc]  # not typed
    """A hand, or with `match` a whole match, between `player_0` and `player_1`.

    Raises `ValueError` for an action that is not allowed.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ginrummy_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    def __init__(self, variant: str = "eaai", *, match: bool = False, render_mode: str | None = None) -> None:
        """Prepare the table; `reset` deals."""
        EzPickle.__init__(self, variant, match=match, render_mode=render_mode)
        super().__init__()
        self.variant, self.render_mode = load_variant(variant), render_mode
        self.possible_agents = list(AGENTS)
        self.table = Table(self.variant.row, match=match)
        low, high = bounds(match=match)
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in AGENTS}
        self._chance = np_random()[0]

    def observation_space(self, agent: str) -> Any:
        """Return the space of what `agent` observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of the actions of `agent`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: the same cards for the same `seed`."""
        if seed is not None:
            self._chance = np_random(seed)[0]
        self.table.deal(int(self._chance.integers(_SEED_RANGE)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.table.turn]

    def observe(self, agent: str) -> Observation:
        """Return what `agent` knows, whether it is to move or not, and what it may do."""
        seat = AGENTS.index(agent)
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        """Do `action` for the agent to move; `None` once the hand, or the match, is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("no action is given")
        self.table.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, self.table.rewards, strict=True))
        self.agent_selection = AGENTS[self.table.turn]
        if self.table.is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            self.infos = {each: {"kind": self.table.kind} for each in AGENTS}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the table as text, both hands open, or print it in `human` mode."""
        text = drawn(self.variant.row, self.table.state)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text

    def close(self) -> None:
        """Leave the table; there is nothing to give back."""
