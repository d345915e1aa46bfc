"""Vector environment against any player, table by table: Gymnasium's own vector of `GinRummySeat`.

It serves players written in Python, and whole matches. Observations have the form of `vector_env`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.kernel.numpy_rows import RESULT_ROW
from ginrummy.kernel.observation import PLANE_COUNT
from ginrummy.lab.envs.action_checks import action_numbers, refused_at
from ginrummy.lab.envs.gymnasium_env import GinRummySeat
from ginrummy.lab.envs.observation import PLANE_CELLS
from ginrummy.lab.envs.observation_spaces import box, two_parts
from ginrummy.locale.argument_checks import flag_given, number_given
from ginrummy.players import Player
from ginrummy.variants import NamedVariant, Variant

Told = dict[str, Any]

_SHOWDOWN = (MoveKind.SPREAD, MoveKind.LAY_OFF)


class CardsAndNumbers(GinRummySeat):
    """A seat with a two-part observation: `cards`, planes or with `compact` sets, and `numbers`."""

    def __init__(
        self, variant: Variant | NamedVariant | str | Path = "eaai", *, compact: bool = False, **settings: Any
    ) -> None:
        """Create the table; `reset` deals. An illegal action raises `IllegalAction`."""
        super().__init__(variant, forfeit=None, **settings)
        self.compact = flag_given(compact, "compact")
        self.ended: Game | None = None
        self.observation_space = two_parts(box(match=self.is_match, sizes=self._scale), compact=compact)

    def step(self, action: Any) -> tuple[Told, float, bool, bool, Told]:
        """Step as `GinRummySeat` does, and save the last hand that ended within this step in `ended`."""
        before = self._table.number
        followed = super().step(action)
        over = [game for game in self._table.games[before:] if game.is_over]
        self.ended = over[-1] if over else None
        return followed

    @property
    def standing(self) -> tuple[Match | None, Player, Mapping[str, Any]]:
        """The state of the table: its match, its player, and its random state."""
        return self._match, self._player, self.np_random.bit_generator.state

    @standing.setter
    def standing(self, standing: tuple[Any, ...]) -> None:
        self._match, self._player, self.np_random.bit_generator.state = standing

    def _observed(self) -> tuple[Told, Told]:
        seen, news = super()._observed()
        whole = seen["observation"]
        cards: NDArray[Any] = whole[:PLANE_CELLS].reshape(PLANE_COUNT, FACE_COUNT).astype(np.int8)
        if self.compact:
            cards = (cards.astype(np.int64) << np.arange(FACE_COUNT)).sum(axis=1)
        parts = {"cards": cards, "numbers": whole[PLANE_CELLS:], "action_mask": seen["action_mask"]}
        return parts, news


class GinRummySeats(SyncVectorEnv):
    """`num_envs` tables, each with its own player; a finished one is restarted in the same step."""

    __copy__ = deepcopy  # a copy has tables of its own

    def __init__(
        self, num_envs: int, variant: Variant | NamedVariant | str | Path = "eaai", **settings: Any
    ) -> None:
        """Create the tables; `reset` deals."""
        num_envs = number_given(num_envs, "count", least=1)
        tables = [partial(CardsAndNumbers, variant, **settings)] * num_envs
        super().__init__(tables, autoreset_mode=AutoresetMode.SAME_STEP)
        self._rewards: NDArray[Any] = np.zeros(num_envs, np.float32)
        self._points, self._results = np.zeros((num_envs, 2), np.int32), np.zeros(num_envs, RESULT_ROW)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Told | None = None
    ) -> tuple[Any, Told]:
        """Deal at every table, as `SyncVectorEnv.reset` does."""
        if seed is not None and not isinstance(seed, list):
            seed = number_given(seed, "seed")
        seen, news = super().reset(seed=seed, options=options)
        self._points[:] = 0
        return seen, news | self._told()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Told]:
        """Do one action at every table and return the result, as `gymnasium.vector.VectorEnv.step` does.

        Rewards are the points of the seat that acted, in a match 1 or -1 at its end. Raises `IllegalAction`
        for an illegal action and `PlayerError` for an illegal one of a player, without a change at any table.
        Raises `ResetNeeded` before the first `reset`.
        """
        moves, masks = action_numbers(actions, self.num_envs), self.action_masks()
        for place, (move, mask) in enumerate(zip(moves, masks, strict=True)):
            if not 0 <= move < len(mask) or not mask[move]:
                raise refused_at(place, actions, np.flatnonzero(mask).tolist())
        with self._all_or_none():
            seen, rewards, ended, cut, news = super().step(moves)
        self._points[:] = 0
        for place, table in enumerate(self.envs):
            assert isinstance(table, CardsAndNumbers)
            self._points[place, table.seat] = rewards[place]
            self._points[place, 1 - table.seat] = -rewards[place]
            if table.ended is not None:
                self._results[place] = result_fields(table.ended)
        if ended.any():
            told = {"points": self._points.copy(), "results": self._results.copy()}
            news["final_info"] |= told | {f"_{name}": ended for name in told}
        return seen, rewards, ended, cut, news | self._told()

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """Restore all tables if one fails; state inside the players is not restored."""
        before = [(env, *env.standing) for env in self.envs if isinstance(env, CardsAndNumbers)]
        try:
            yield
        except BaseException:
            for env, *standing in before:
                env.standing = tuple(standing)
            raise

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions of each table, shape (num_envs, 108)."""
        return np.array(self.call("action_masks"))

    def _told(self) -> Told:
        turn = np.array(self.get_attr("seat"), np.int8)
        return {"turn": turn, "points": self._points.copy(), "results": self._results.copy()}


def result_fields(game: Game) -> tuple[int, ...]:
    """Return the result of `game`, in the order of `RESULT_ROW`."""
    score = game.score
    assert score is not None
    decisions = sum(move.kind not in _SHOWDOWN for move in game.moves)
    counts = (score.points, game.state.turns, decisions, score.extra_coups)
    return (*counts, score.kind, score.winner, game.dealer, score.multiplier)
