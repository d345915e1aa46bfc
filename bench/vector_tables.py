"""Many hands in play at once, one decision each per step: the loops of the vector environments, alone."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel import vector_loops
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import illegal_action_text
from ginrummy.kernel.observation import NUMBER_COUNT, PLANE_COUNT
from ginrummy.kernel.parallel import run_in_parallel, worker_count
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.kernel.vectorized_rules import (
    RESULT_ROW,
    STATE_ROW,
    TABLE_ROW,
    Rows,
    as_array,
    as_words,
    legal_actions_at,
    rows_as_states,
    signed_seed,
    whole_numbers,
)
from ginrummy.locale.argument_checks import as_tuple, as_whole_number
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.turns import State
from ginrummy.variants import DEFAULT, Variant, resolve_variant

_TABLES_A_PIECE: Final = 512


class StepResult(NamedTuple):
    """Result of a step, one row per table.

    `rewards` (n, 2) are the points won and lost by both seats in the hands that ended, `ended` (n,) marks
    these, and `results` (n,) are their scores (`RESULT_ROW`), kept until the table's next hand ends. The
    arrays are the tables' own buffers: the next step overwrites them.
    """

    rewards: NDArray[np.int32]
    ended: NDArray[np.bool_]
    results: Rows


class Tables:
    """`count` tables of one variant. Each `step` is one action at every table.

    `rows` (`TABLE_ROW`, shape (count,)) are the tables: `rows["turn"]` is the seat to move. `actions` defines
    the numbers of actions. Without `again` a finished hand stays until `reset`, and its actions are ignored.
    """

    def __init__(
        self, count: int, *, variant: Variant = DEFAULT, seeds: int | ArrayLike = 0, again: bool = True,
        workers: int | None = 1,
    ) -> None:  # fmt: skip
        """Deal the first hand at every table, as `reset` does."""
        count, variant = as_whole_number(count, "count", least=1), resolve_variant(variant)
        self.variant, self.again, self.workers = variant, again, worker_count(workers)
        self.rows: Rows = np.zeros(count, TABLE_ROW)
        self.decks = np.zeros((count, FACE_COUNT * variant.decks), np.uint8)
        self._record = variant_record(variant)
        self._step = StepResult(
            np.zeros((count, 2), np.int32), np.zeros(count, np.bool_), np.zeros(count, RESULT_ROW)
        )
        self.reset(seeds)

    def __len__(self) -> int:
        """Return how many tables there are."""
        return len(self.rows)

    def reset(self, seeds: int | ArrayLike | None = None, *, where: ArrayLike | None = None) -> None:
        """Deal a new hand at every table, or only where `where` (n,) is true.

        With `seeds` each table restarts with deal 0 of its seed. They are an array (n,), or one number for
        the first table, the next one for the second, and so on. Without `seeds` each table gets its next
        deal.
        """
        chosen = np.ones(len(self), np.bool_)
        if where is not None:
            chosen = whole_numbers(where, len(self)) != 0
        if seeds is None:
            self.rows["number"][chosen] += 1
        else:
            self.rows["seed"][chosen] = self._seeds(seeds)[chosen]
            self.rows["number"][chosen] = 0
        loop = compile_function(vector_loops.deal_tables)
        self._share(lambda cut: loop(self._record, self.rows[cut], self.decks[cut], chosen[cut]))

    def step(self, actions: ArrayLike) -> StepResult:
        """Do one action at every table and return the result.

        Raises `ValueError` for an illegal action. Then no table changes.
        """
        moves = whole_numbers(actions, len(self), kinds="iu")
        illegal = compile_function(vector_loops.first_illegal)(self.rows, moves)
        if illegal >= 0:
            said = illegal_action_text(as_array(actions)[illegal], legal_actions_at(self.rows, illegal))
            raise ValueError(f"table {illegal}: {said}")
        loop, (rewards, ended, results) = compile_function(vector_loops.step_tables), self._step

        def work(cut: slice) -> None:
            rows, decks = self.rows[cut], self.decks[cut]
            loop(self._record, rows, decks, moves[cut], self.again, rewards[cut], ended[cut], results[cut])

        self._share(work)
        return self._step

    def legal(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action, else 0, shape (n, 108); written to `out` if given."""
        masks = np.empty((len(self), ACTION_COUNT), np.int8)
        if out is not None:
            masks = _fitting(out, masks)
        loop, words = compile_function(vector_loops.fill_legal), as_words(masks)
        self._share(lambda cut: loop(self.rows[cut], words[cut]))
        return masks

    def observe(
        self, out: tuple[NDArray[Any], NDArray[Any]] | None = None
    ) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return the observation of the seat to move: planes (n, 12, 52) of 0 and 1, and numbers (n, 8).

        Planes, by face: own cards, own twins, the top of the pile, the card just taken from it, the upcard of
        the deal, the whole pile as it was seen to grow, its twins, cards that the other seat is known to
        hold, their twins, and all that it ever took, left and discarded. Numbers: the phase as in `turns`, 1
        for the dealer, cards in the stock, in the own and in the other hand, the limit (-1: no seat may
        knock), finished turns, and turns without a stock draw.
        """
        planes, numbers = self._new_observations()
        if out is not None:
            made: tuple[NDArray[Any], ...] = (planes, numbers)
            rooms = zip(as_tuple(out, "observe"), made, strict=True)
            planes, numbers = (_fitting(room, like) for room, like in rooms)
        loop, words = compile_function(vector_loops.fill_observations), as_words(planes)
        self._share(lambda cut: loop(self._record, self.rows[cut], words[cut], numbers[cut]))
        return planes, numbers

    def states(self) -> list[State]:
        """Return the state at every table."""
        names = list(STATE_ROW.names or ())
        return rows_as_states(self.rows[names])

    def _new_observations(self) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        count = len(self)
        planes = np.empty((count, PLANE_COUNT, FACE_COUNT), np.int8)
        return planes, np.empty((count, NUMBER_COUNT), np.int16)

    def _seeds(self, seeds: int | ArrayLike) -> NDArray[np.int64]:
        if np.ndim(seeds) == 0:
            first = as_whole_number(seeds, "seeds")
            return np.array([signed_seed(first + place) for place in range(len(self))], np.int64)
        return whole_numbers(seeds, len(self))

    def _share(self, work: Any) -> None:
        def piece(start: int, stop: int) -> None:
            work(slice(start, stop))

        run_in_parallel(piece, len(self), workers=self.workers, least=_TABLES_A_PIECE)


def _fitting(given: NDArray[Any], like: NDArray[Any]) -> NDArray[Any]:
    """Return `given`, an output array, if it has the type and shape of `like`."""
    if (
        not isinstance(given, np.ndarray)
        or given.shape != like.shape
        or given.dtype != like.dtype
        or not given.flags.c_contiguous
    ):
        raise ValueError(f"the array to write to is not {like.dtype} of shape {like.shape} in one piece")
    return given
