"""The PettingZoo environment: both seats act in turn at one table."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.lab.envs.action_checks import allowed_number, require_reset, validate_render_mode
from ginrummy.lab.envs.compiled_table import CompiledTable
from ginrummy.lab.envs.observation import normalise_numbers, number_divisors, observation_space, render_state
from ginrummy.locale.argument_checks import as_flag
from ginrummy.variants import NamedVariant, Variant, resolve_variant

Observation = dict[str, Any]

AGENTS: Final = ("player_0", "player_1")
_SEED_RANGE: Final = 1 << 62


class GinRummyAEC(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # not typed
    """A hand, or with `match` a whole match, between `player_0` and `player_1`.

    Raises `IllegalAction` for an illegal action, `ResetNeeded` before the first `reset` and after the end.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ginrummy_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
    }

    __copy__ = deepcopy  # a copy has a table of its own

    def __init__(
        self,
        variant: Variant | NamedVariant | str | Path = "eaai",
        *,
        match: bool = False,
        normalise: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Create the table; `reset` deals."""
        validate_render_mode(render_mode, self.metadata["render_modes"])
        super().__init__()
        match, normalise = as_flag(match, "match"), as_flag(normalise, "normalise")
        self.variant, self.render_mode = resolve_variant(variant), render_mode
        self.possible_agents = list(AGENTS)
        self.table = CompiledTable(self.variant, match=match)
        self._scale = number_divisors(self.variant, match=match) if normalise else None
        parts: dict[str, spaces.Space[Any]] = {
            "observation": observation_space(match=match, sizes=self._scale),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ACTION_COUNT) for agent in AGENTS}
        self._chance = np_random()[0]
        self._is_dealt = False

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of `agent`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of `agent`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal: the same cards for the same `seed`."""
        if seed is not None:
            self._chance = np_random(seed)[0]
        self.table.deal(int(self._chance.integers(_SEED_RANGE)))
        self._is_dealt = True
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.table.turn]

    def observe(self, agent: str) -> Observation:
        """Return the observation of `agent`, whose turn it need not be, with its mask of legal actions."""
        require_reset(self._is_dealt)
        if agent not in AGENTS:
            raise ValueError(f"there is no agent {agent!r}; there are: {', '.join(AGENTS)}")
        seat = AGENTS.index(agent)
        seen: Any = self.table.observe(seat)
        if self._scale is not None:
            seen = normalise_numbers(seen, self._scale)
        return {"observation": seen, "action_mask": self.table.mask(seat)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Return the observation, rewards and status of the agent to move, as `AECEnv.last` does."""
        self._need_agents()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe=observe)
        return told

    def agent_iter(self, max_iter: int = 1 << 63) -> Any:
        """Return an iterator over the agents to move, as `AECEnv.agent_iter` does."""
        require_reset(self._is_dealt)
        return super().agent_iter(max_iter)

    def _need_agents(self) -> None:
        require_reset(self._is_dealt and bool(self.agents))

    def step(self, action: int | None) -> None:
        """Do `action` for the agent to move; `None` after the end of the hand or match."""
        self._need_agents()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.table.play(allowed_number(action, self.table.allowed))
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
        """Return the table as text, both hands face up, or print it in `human` mode."""
        require_reset(self._is_dealt)
        text = render_state(self.table.state)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
