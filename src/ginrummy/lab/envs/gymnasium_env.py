"""The Gymnasium environment of one seat, against any player."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from sys import float_info
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import allowed_actions, move_of
from ginrummy.lab.envs.action_checks import action_number, allowed_number, require_reset, validate_render_mode
from ginrummy.lab.envs.observation import (
    normalise_numbers,
    number_divisors,
    observation_space,
    render_state,
    view_mask,
    view_observation,
)
from ginrummy.locale.argument_checks import as_flag, as_number, as_seat
from ginrummy.players import Player, legal_answer
from ginrummy.players.loading import PlayerMaker, make_player
from ginrummy.rules.scoring import NOBODY
from ginrummy.rules.turns import CLOSED, choices
from ginrummy.variants import NamedVariant, Variant, resolve_variant

Observation = dict[str, Any]

_SEED_RANGE: Final = 1 << 53


class GinRummySeat(gymnasium.Env[Observation, Any]):
    """A hand, or with `match` a whole match, in which the caller plays `seat`.

    Hands that the opponent ends before this seat's first decision are skipped. Every `reset` recreates the
    player with a new seed.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi"], "render_fps": 1}  # noqa: RUF012 (as Gymnasium has it)
    __copy__ = deepcopy  # a copy has its own player and random state

    def __init__(
        self,
        variant: Variant | NamedVariant | str | Path = "eaai",
        *,
        opponent: PlayerMaker = "simple",
        match: bool = False,
        seat: int = 0,
        forfeit: float | None = 100.0,
        normalise: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Create the table; `reset` deals."""
        validate_render_mode(render_mode, self.metadata["render_modes"])
        match, normalise = as_flag(match, "match"), as_flag(normalise, "normalise")
        self.variant, self.opponent, self.is_match = resolve_variant(variant), opponent, match
        self.seat, self.render_mode = as_seat(seat, "seat"), render_mode
        self.forfeit = None
        if forfeit is not None:
            self.forfeit = as_number(forfeit, "forfeit", least=0, most=float_info.max)
        self._scale = number_divisors(self.variant, match=match) if normalise else None
        self.observation_space = spaces.Dict({
            "observation": observation_space(match=match, sizes=self._scale),
            "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), np.int8),
        })  # fmt: skip
        self.action_space = spaces.Discrete(ACTION_COUNT)
        self._player: Player = make_player(opponent)
        self._match: Match | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal, the same cards for the same `seed`, and let the opponent play until it is `seat`'s turn."""
        super().reset(seed=seed)
        self._match = None
        self._player = make_player(self.opponent, seed=self._number())
        match = self._advance_opponent(self._new_match())
        while match.game.is_over:
            match = self._advance_opponent(self._new_match())
        self._match = match
        return self._observe()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do `action`, let the opponent reply, and return the result, as `gymnasium.Env.step` does.

        Raises `ResetNeeded` when no hand is in play, `IllegalAction` for anything but the 108 actions.
        """
        require_reset(self._match is not None and not self._is_over())
        allowed = allowed_actions(choices(self.variant, self._table.game.state))
        if self.forfeit is None:
            number = allowed_number(action, allowed)
        elif (number := action_number(action, allowed)) not in allowed:
            return self._forfeit_result(self.forfeit)
        self._match = self._advance_opponent(self._table.play(move_of(self._table.game, number)))
        seen, news = self._observe()
        if self.render_mode == "human":
            self.render()
        return seen, self._reward(), self._is_over(), False, news

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions, shape (108,), for sb3-contrib's MaskablePPO."""
        require_reset(self._match is not None)
        return view_mask(view_of(self._table, self.seat)).astype(np.bool_)

    @property
    def _table(self) -> Match:
        assert self._match is not None
        return self._match

    def _forfeit_result(self, forfeit: float) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Return the result of an illegal action: the end."""
        seen, news = self._observe()
        self._match = None
        lost = -1.0 if self.is_match else -forfeit
        return seen, lost, True, False, {**news, "illegal": True}

    def _number(self) -> int:
        return int(self.np_random.integers(_SEED_RANGE))

    def _new_match(self) -> Match:
        return Match.start(self.variant, seeds_from_number(self._number()))

    def _advance_opponent(self, match: Match) -> Match:
        """Return `match` at the next decision of `seat`, or at the end."""
        while not self._is_over_in(match):
            game = match.game
            if game.is_over:
                match = match.next_hand()
            elif game.turn != self.seat:
                match = match.play(legal_answer(self._player, view_of(match, 1 - self.seat)))
            elif game.state.phase == CLOSED:
                match = match.play(game.automatic_layout())
            else:
                return match
        return match

    def _is_over_in(self, match: Match) -> bool:
        return match.is_over if self.is_match else match.game.is_over

    def _is_over(self) -> bool:
        return self._is_over_in(self._table)

    def _reward(self) -> float:
        if self.is_match:
            winner = self._table.winner
            return 0.0 if winner is None else 1.0 if winner == self.seat else -1.0
        score = self._table.game.score
        if score is None or score.winner == NOBODY:
            return 0.0
        return float(score.points if score.winner == self.seat else -score.points)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        view = view_of(self._table, self.seat)
        mask = view_mask(view)
        numbers: NDArray[Any] = view_observation(view, match=self.is_match)
        seen = numbers if self._scale is None else normalise_numbers(numbers, self._scale)
        return {"observation": seen, "action_mask": mask}, {"action_mask": mask}

    def render(self) -> Any:
        """Return the table as text, both hands face up, or print it in `human` mode."""
        require_reset(self._match is not None)
        text = render_state(self._table.game.state)
        if self.render_mode == "human":
            print(text, end="\n\n")
            return None
        return text
