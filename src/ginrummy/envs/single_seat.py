"""The Gymnasium environment of one seat, against any player."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from ginrummy.deal import seeds_from_number
from ginrummy.envs.drawing import drawn
from ginrummy.envs.observation import bounds, view_mask, view_observation
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.game_conversion import move_of
from ginrummy.match import Match
from ginrummy.players import Player, asked, load_player
from ginrummy.rules.turns import CLOSED
from ginrummy.variants import load_variant
from ginrummy.view import view_of

Observation = dict[str, Any]

_SEED_RANGE: Final = 1 << 53


class GinRummySeat(gymnasium.Env[Observation, Any]):
    """A hand, or with `match` a whole match, of which the caller plays `seat`.

    Hands that the opponent ends before this seat's first decision are passed over. The player is made anew,
    with a seed of its own, at every `reset`.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        variant: str = "eaai",
        *,
        opponent: str = "simple",
        match: bool = False,
        seat: int = 0,
        forfeit: float = 100.0,
        render_mode: str | None = None,
    ) -> None:
        """Prepare the table; `reset` deals."""
        if seat not in (0, 1):
            raise ValueError(f"seat is {seat}: a seat is 0 or 1")
        self.variant, self.opponent, self.is_match = load_variant(variant), opponent, match
        self.seat, self.forfeit, self.render_mode = seat, forfeit, render_mode
        low, high = bounds(match=match)
        self.observation_space = spaces.Dict({
            "observation": spaces.Box(low, high, dtype=np.int16),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        })  # fmt: skip
        self.action_space = spaces.Discrete(ACTION_COUNT)
        self._player: Player = load_player(opponent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, the same cards for the same `seed`, and let the opponent play until it is `seat`'s turn."""
        super().reset(seed=seed)
        self._player = load_player(self.opponent, seed=self._number())
        self._match = self._answered(self._dealt())
        while self._match.game.is_over:
            self._match = self._answered(self._dealt())
        return self._observed()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do `action`, let the opponent reply, and return what follows, as `gymnasium.Env.step` does."""
        view = view_of(self._match, self.seat)
        if not view_mask(view)[int(action)]:
            seen, news = self._observed()
            lost = -1.0 if self.is_match else -self.forfeit
            return seen, lost, True, False, {**news, "illegal": True}
        self._match = self._answered(self._match.play(move_of(self._match.game, int(action))))
        seen, news = self._observed()
        if self.render_mode == "human":
            self.render()
        return seen, self._reward(), self._is_over(), False, news

    def _number(self) -> int:
        return int(self.np_random.integers(_SEED_RANGE))

    def _dealt(self) -> Match:
        return Match.start(self.variant.row, seeds_from_number(self._number()))

    def _answered(self, match: Match) -> Match:
        """Return `match` once `seat` has something to decide, or all is over."""
        while not self._is_over_in(match):
            game = match.game
            if game.is_over:
                match = match.next_hand()
            elif game.turn != self.seat:
                match = match.play(asked(self._player, view_of(match, 1 - self.seat)))
            elif game.state.phase == CLOSED:
                match = match.play(game.automatic())
            else:
                return match
        return match

    def _is_over_in(self, match: Match) -> bool:
        return match.is_over if self.is_match else match.game.is_over

    def _is_over(self) -> bool:
        return self._is_over_in(self._match)

    def _reward(self) -> float:
        if self.is_match:
            winner = self._match.winner
            return 0.0 if winner is None else 1.0 if winner == self.seat else -1.0
        score = self._match.game.score
        if score is None or score.winner < 0:
            return 0.0
        return float(score.points if score.winner == self.seat else -score.points)

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        view = view_of(self._match, self.seat)
        mask = view_mask(view)
        seen = {"observation": view_observation(view, match=self.is_match), "action_mask": mask}
        return seen, {"action_mask": mask}

    def render(self) -> Any:
        """Return the table as text, both hands open, or print it in `human` mode."""
        text = drawn(self.variant.row, self._match.game.state)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text
