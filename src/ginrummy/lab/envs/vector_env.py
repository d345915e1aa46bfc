"""Thousands of tables that step at once: a Gymnasium vector environment on the compiled law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import MoveKind
from ginrummy.kernel import vector_loops
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.hand_simulation import random_action, with_legality_checks
from ginrummy.kernel.move_numbers import illegal_action_text
from ginrummy.kernel.observation import NUMBER_COUNT, PLANE_COUNT
from ginrummy.kernel.parallel import run_in_parallel, worker_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import Plain, is_ginrummy_function
from ginrummy.kernel.vectorized_rules import (
    RESULT_ROW,
    TABLE_ROW,
    Rows,
    as_player,
    as_words,
    legal_actions_at,
    signed_seed,
)
from ginrummy.lab.envs import step_loops
from ginrummy.lab.envs.action_checks import (
    IllegalAction,
    action_numbers,
    illegal_action_at,
    require_reset,
    validate_render_mode,
)
from ginrummy.lab.envs.gymnasium_env import GinRummySeat
from ginrummy.lab.envs.observation import (
    HAND_KIND,
    PLANE_CELLS,
    normalise_numbers,
    number_divisors,
    observation_space,
    split_space,
)
from ginrummy.locale.argument_checks import as_flag, as_seat, as_whole_number
from ginrummy.players import Player
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.variants import NamedVariant, Variant, resolve_variant

Told = dict[str, Any]

_SHOWDOWN = (MoveKind.SPREAD, MoveKind.LAY_OFF)

MOST_TABLES: Final = 1 << 31
"""Tables of one environment: the size of their arrays must fit 64 bits."""


class CardsAndNumbers(GinRummySeat):
    """A seat with a two-part observation: `cards`, planes or with `compact` sets, and `numbers`."""

    def __init__(
        self, variant: Variant | NamedVariant | str | Path = "eaai", *, compact: bool = False, **settings: Any
    ) -> None:
        """Create the table; `reset` deals. An illegal action raises `IllegalAction`."""
        super().__init__(variant, forfeit=None, **settings)
        self.compact = as_flag(compact, "compact")
        self.ended: Game | None = None
        self.observation_space = split_space(
            observation_space(match=self.is_match, sizes=self._scale), compact=compact
        )

    def step(self, action: Any) -> tuple[Told, float, bool, bool, Told]:
        """Step as `GinRummySeat` does, and save the last hand that ended within this step in `ended`."""
        before = self._table.number
        followed = super().step(action)
        over = [game for game in self._table.games[before:] if game.is_over]
        self.ended = over[-1] if over else None
        return followed

    @property
    def table_state(self) -> tuple[Match | None, Player, Mapping[str, Any]]:
        """The state of the table: its match, its player, and its random state."""
        return self._match, self._player, self.np_random.bit_generator.state

    @table_state.setter
    def table_state(self, state: tuple[Any, ...]) -> None:
        self._match, self._player, self.np_random.bit_generator.state = state

    def _observe(self) -> tuple[Told, Told]:
        seen, news = super()._observe()
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
        num_envs = as_whole_number(num_envs, "count", least=1, most=MOST_TABLES)
        tables = [partial(CardsAndNumbers, variant, **settings)] * num_envs
        super().__init__(tables, autoreset_mode=AutoresetMode.SAME_STEP)
        self._rewards: NDArray[Any] = np.zeros(num_envs, np.float32)
        self._points, self._results = np.zeros((num_envs, 2), np.int32), np.zeros(num_envs, RESULT_ROW)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Told | None = None
    ) -> tuple[Any, Told]:
        """Deal at every table, as `SyncVectorEnv.reset` does."""
        if seed is not None and not isinstance(seed, list):
            seed = as_whole_number(seed, "seed")
        seen, news = super().reset(seed=seed, options=options)
        self._points[:] = 0
        return seen, news | self._infos()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Told]:
        """Do one action at every table and return the result, as `gymnasium.vector.VectorEnv.step` does.

        Rewards are the points of the seat that acted, in a match 1 or -1 at its end. Raises `IllegalAction`
        for an illegal action and `PlayerError` for an illegal one of a player, without a change at any table.
        Raises `ResetNeeded` before the first `reset`.
        """
        moves, masks = action_numbers(actions, self.num_envs), self.action_masks()
        for place, (move, mask) in enumerate(zip(moves, masks, strict=True)):
            if not 0 <= move < len(mask) or not mask[move]:
                raise illegal_action_at(place, actions, np.flatnonzero(mask).tolist())
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
        return seen, rewards, ended, cut, news | self._infos()

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """Restore all tables if one fails; state inside the players is not restored."""
        before = [(env, *env.table_state) for env in self.envs if isinstance(env, CardsAndNumbers)]
        try:
            yield
        except BaseException:
            for env, *standing in before:
                env.table_state = tuple(standing)
            raise

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions of each table, shape (num_envs, 108)."""
        return np.array(self.call("action_masks"))

    def _infos(self) -> Told:
        turn = np.array(self.get_attr("seat"), np.int8)
        return {"turn": turn, "points": self._points.copy(), "results": self._results.copy()}


def result_fields(game: Game) -> tuple[int, ...]:
    """Return the result of `game`, in the order of `RESULT_ROW`."""
    score = game.score
    assert score is not None
    decisions = sum(move.kind not in _SHOWDOWN for move in game.moves)
    counts = (score.points, game.state.turns, decisions, score.extra_coups)
    return (*counts, score.kind, score.winner, game.dealer, score.multiplier)


Arrays = dict[str, NDArray[Any]]
Strategy = Callable[..., int]

BOTH: Final = -1
COMPILED: Final[dict[str, Strategy]] = {
    "random": random_action,
    "simple": simple_action,
    "steady": steady_action,
}
_TABLES_A_PIECE: Final = 512
_SEED_RANGE: Final = 1 << 62


class GinRummyTables(VectorEnv[Arrays, Any, NDArray[Any]]):
    """`num_envs` tables of one variant; a finished hand is followed by the next one in the same step.

    The arrays returned by `reset` and `step` are the environment's own buffers: the next step overwrites
    them.
    """

    __copy__ = deepcopy  # a copy has tables of its own
    autoreset_mode = AutoresetMode.SAME_STEP
    metadata: dict[str, Any] = {"autoreset_mode": autoreset_mode, "render_modes": []}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(
        self,
        num_envs: int,
        variant: Variant | NamedVariant | str | Path = "eaai",
        *,
        opponent: str | Strategy | None = None,
        seat: int = 0,
        compact: bool = False,
        normalise: bool = False,
        workers: int | None = 1,
        render_mode: str | None = None,
    ) -> None:
        """Create the tables; `reset` deals."""
        validate_render_mode(render_mode, self.metadata["render_modes"])
        self.num_envs = as_whole_number(num_envs, "count", least=1, most=MOST_TABLES)
        self.workers = worker_count(workers)
        self.compact, self.normalise = as_flag(compact, "compact"), as_flag(normalise, "normalise")
        self._is_dealt = False
        self.variant = resolve_variant(variant)
        own = as_seat(seat, "seat")
        self.seat = BOTH if opponent is None else own
        strategy = _strategy("random" if opponent is None else opponent)
        self.opponent, self._is_ours = strategy.__qualname__, is_ginrummy_function(strategy)
        self._swaps = with_legality_checks({step_loops.opponent: strategy})
        self._record = variant_record(self.variant)
        self._make_spaces()
        self._make_arrays()

    def _make_spaces(self) -> None:
        self._scale = number_divisors(self.variant, match=False) if self.normalise else None
        self.single_observation_space = split_space(
            observation_space(match=False, sizes=self._scale), compact=self.compact
        )
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _make_arrays(self) -> None:
        space, zeros = self.single_observation_space, self._zeros
        assert isinstance(space, spaces.Dict)
        self.rows: Rows = zeros(TABLE_ROW)
        self._decks = zeros(np.uint8, FACE_COUNT * self.variant.decks)
        self._seen: Arrays = {name: zeros(each.dtype, *(each.shape or ())) for name, each in space.items()}
        self._rewards, self._ended = zeros(np.float32), zeros(np.bool_)
        self._points, self._results = zeros(np.int32, 2), zeros(RESULT_ROW)
        self._never, self._refused = zeros(np.bool_), zeros(np.int64)
        self._kept = [] if self._is_ours else [each.copy() for each in self._changing()]
        self._numbers = zeros(HAND_KIND, NUMBER_COUNT)
        self._last_planes = zeros(np.int8, PLANE_COUNT, FACE_COUNT)
        self._last_numbers = zeros(HAND_KIND, NUMBER_COUNT)

    def _zeros(self, item: Any, *shape: int) -> NDArray[Any]:
        """Return an array of zeros, of `shape` for each table."""
        return np.zeros((self.num_envs, *shape), item)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, Arrays]:
        """Deal at every table; `seed` is the first table's, one more the second's, or a list of them.

        Without `seed` they are drawn from `np_random`, which the last given one has seeded.
        """
        if isinstance(seed, list):
            self._take_seeds(seed)
        else:
            seed = None if seed is None else as_whole_number(seed, "seed")
            super().reset(seed=seed)
            first = self._chance() if seed is None else seed
            self._set_seeds([signed_seed(first + place) for place in range(self.num_envs)])
        self._is_dealt = False
        with self._all_or_none():
            self._share(step_loops.begin_tables, self._refused)
            self._refuse_opponent()
        self._is_dealt = True
        self._ended[:] = False
        self._points[:] = 0
        return self._observe(), self._news()

    def _take_seeds(self, seeds: list[int | None]) -> None:
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds are given, {self.num_envs} are needed")
        given = [signed_seed(each) % (1 << 64) for each in seeds if each is not None]
        if given:
            self.np_random = np.random.default_rng(np.random.SeedSequence(given))
        self._set_seeds([self._chance() if each is None else signed_seed(each) for each in seeds])

    def _set_seeds(self, seeds: list[int]) -> None:
        """Set each table's seed, and its next deal to number 0."""
        self.rows["seed"], self.rows["number"] = seeds, 0

    def step(
        self, actions: ArrayLike
    ) -> tuple[Arrays, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Arrays]:
        """Do one action at every table and return the result, as `gymnasium.vector.VectorEnv.step` does.

        Rewards are the points of the seat that acted. Raises `IllegalAction` for an illegal action, the
        opponent's too, without a change at any table, and `ResetNeeded` before the first `reset`.
        """
        require_reset(self._is_dealt)
        moves = self._legal_moves(actions)
        with self._all_or_none():
            self._share(
                step_loops.step_tables, self._refused, moves, self._rewards, self._points, self._ended,
                self._results, as_words(self._last_planes), self._last_numbers,
            )  # fmt: skip
            self._refuse_opponent()
        news = self._news() | self._final_news()
        return self._observe(), self._rewards, self._ended, self._never, news

    def _legal_moves(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Return the numbers of `actions`. Raises `IllegalAction` unless all are legal."""
        moves = action_numbers(actions, self.num_envs)
        illegal = compile_function(vector_loops.first_illegal)(self.rows, moves)
        if illegal >= 0:
            raise illegal_action_at(illegal, actions, self._legal_at(illegal))
        return moves

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions of each table, shape (num_envs, 108)."""
        require_reset(self._is_dealt)
        return self._seen["action_mask"].astype(np.bool_)

    @contextmanager
    def _all_or_none(self) -> Iterator[None]:
        """Roll back all tables if an opponent fails, which ours never do.

        After Ctrl-C during an opponent's action the hands are void: its thread may still write to the tables.
        """
        for kept, each in zip(self._kept, self._changing(), strict=False):
            kept[:] = each
        try:
            yield
        except Exception:
            for kept, each in zip(self._kept, self._changing(), strict=False):
                each[:] = kept
            raise
        except BaseException:
            self._is_dealt = False
            self._make_arrays()
            raise

    def _changing(self) -> list[NDArray[np.uint8]]:
        """Return the state that a step changes, as bytes, because NumPy copies records field by field."""
        arrays = (self.rows, self._decks, self._rewards, self._points, self._ended, self._results)
        return [each.view(np.uint8) for each in arrays]

    def _refuse_opponent(self) -> None:
        """Raise `IllegalAction` if the opponent chose an illegal action: there it is still its turn."""
        if self._is_ours or self.seat == BOTH:
            return
        is_left = self._turn() != self.seat
        if is_left.any():
            place = int(is_left.argmax())
            said = illegal_action_text(int(self._refused[place]), self._legal_at(place), by=self.opponent)
            raise IllegalAction(f"table {place}: {said}")

    def _turn(self) -> NDArray[np.int8]:
        return self.rows["turn"]

    def _legal_at(self, place: int) -> list[int]:
        return legal_actions_at(self.rows, place)

    def _observe(self) -> Arrays:
        cards, masks = self._seen["cards"], as_words(self._seen["action_mask"])
        if self.compact:
            self._share(step_loops.write_set_observations, masks, cards, self._numbers)
        else:
            self._share(step_loops.write_plane_observations, masks, as_words(cards), self._numbers)
        self._seen["numbers"][:] = self._scale_numbers(self._numbers)
        return self._seen.copy()  # TorchRL writes to the dictionary

    def _scale_numbers(self, numbers: NDArray[Any]) -> NDArray[Any]:
        return numbers if self._scale is None else normalise_numbers(numbers, self._scale)

    def _final_news(self) -> dict[str, Any]:
        """Return the final observations of the finished hands, in the form of Gymnasium's own vectors."""
        if not self._ended.any():
            return {}
        places, ended = np.flatnonzero(self._ended), self._ended.copy()
        cards: NDArray[Any] = self._last_planes[places]
        if self.compact:
            cards = (cards.astype(np.int64) << np.arange(FACE_COUNT)).sum(axis=2)
        numbers = self._scale_numbers(self._last_numbers[places])
        seen = np.full(self.num_envs, None, dtype=object)
        for row, place in enumerate(places):
            mask = np.zeros(ACTION_COUNT, np.int8)
            seen[place] = {"cards": cards[row], "numbers": numbers[row], "action_mask": mask}
        told = {"points": self._points.copy(), "results": self._results.copy()}
        marks = {f"_{name}": ended for name in told}
        return {"final_obs": seen, "_final_obs": ended, "final_info": told | marks, "_final_info": ended}

    def _news(self) -> Arrays:
        return {
            "action_mask": self._seen["action_mask"],
            "turn": self._turn(),
            "points": self._points,
            "results": self._results,
        }

    def _share(self, function: Plain, *arrays: NDArray[Any]) -> None:
        loop = compile_function(function, self._swaps)

        def work(start: int, stop: int) -> None:
            cut = slice(start, stop)
            rows, decks = self.rows[cut], self._decks[cut]
            loop(self._record, rows, decks, self.seat, *(each[cut] for each in arrays))

        may_hang = not self._is_ours
        run_in_parallel(work, self.num_envs, workers=self.workers, least=_TABLES_A_PIECE, may_hang=may_hang)

    def _chance(self) -> int:
        return int(self.np_random.integers(_SEED_RANGE))


def _strategy(opponent: str | Strategy) -> Strategy:
    if not isinstance(opponent, str):
        return as_player(opponent, "opponent")
    if opponent not in COMPILED:
        raise ValueError(f"{opponent} is no player of the kernel; there are: {', '.join(COMPILED)}")
    return COMPILED[opponent]
