"""Tables on a graphics card: the vector environment, its arrays in the card's memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ginrummy.kernel import row_fields
from ginrummy.kernel.exports import Export, Kind, array_kind
from ginrummy.kernel.graphics_card import GraphicsCard
from ginrummy.kernel.observation import PLANE_COUNT
from ginrummy.kernel.runtimes import Plain
from ginrummy.kernel.vectorized_rules import RESULT_ROW, TABLE_ROW, legal_actions_at
from ginrummy.kernel.wasm_exports import VARIANT, WHOLES
from ginrummy.kernel.wasm_signatures import WHOLE
from ginrummy.lab.envs import step_loops
from ginrummy.lab.envs.action_checks import IllegalAction, action_numbers, illegal_action_at
from ginrummy.lab.envs.observation import HAND_KIND
from ginrummy.lab.envs.vector_env import COMPILED, Arrays, GinRummyTables

_TABLES, _FLAGS = array_kind(TABLE_ROW), array_kind(np.bool_)
_SETS, _NUMBERS = array_kind(np.int64, 2), array_kind(HAND_KIND, 2)
_WORDS, _PLANES = array_kind(np.int32, 2), array_kind(np.int32, 3)
_COMMON: Final = (VARIANT, _TABLES, array_kind(np.uint8, 2), WHOLE)
_STEP: Final = (array_kind(np.float32), _WORDS, _FLAGS, array_kind(RESULT_ROW), _PLANES, _NUMBERS)
_KINDS: Final[dict[Plain, tuple[Kind, ...]]] = {
    step_loops.begin_tables: (*_COMMON, WHOLES),
    step_loops.step_tables: (*_COMMON, WHOLES, WHOLES, *_STEP),
    step_loops.write_plane_observations: (*_COMMON, _WORDS, _PLANES, _NUMBERS),
    step_loops.write_set_observations: (*_COMMON, _WORDS, _SETS, _NUMBERS),
    step_loops.mark_illegal: (_TABLES, WHOLES, _FLAGS),
    step_loops.pack_last_planes: (_FLAGS, array_kind(np.int8, 3), _SETS),
}
_TURN: Final = next(place for name, _item, place in row_fields.TABLE.fields if name == "turn")


def card_exports(opponent: str) -> list[Export]:
    """Return the exports of the environment for a card, with a player of the kernel as opponent."""
    return _exports({step_loops.opponent: COMPILED[opponent]})


def _exports(swaps: Mapping[Plain, Plain]) -> list[Export]:
    return [Export(loop, kinds, swaps=swaps) for loop, kinds in _KINDS.items()]


class GinRummyCardTables(GinRummyTables):
    """`GinRummyTables` on a graphics card. All arrays are CuPy's, which hand themselves out by DLPack.

    Rows, and results, are rows of bytes. The final observations are arrays of all tables, of which those
    marked by `_final_obs` count: so a step copies nothing from the card but whether an action is illegal.
    """

    def _make_arrays(self) -> None:
        self._card = GraphicsCard(_exports(self._swaps))
        self._record = self._card.bytes_of(row_fields.variant_record(self.variant))
        self._scale = None if self._scale is None else self._card.arrays.asarray(self._scale)
        super()._make_arrays()
        self._illegal, self._last_sets = self._zeros(np.bool_), self._zeros(np.int64, PLANE_COUNT)
        self._no_mask = self._zeros(np.int8, *self._seen["action_mask"].shape[1:])

    def _zeros(self, item: Any, *shape: int) -> Any:
        dtype = np.dtype(item)
        row = (np.uint8, dtype.itemsize) if dtype.names else (dtype,)
        return self._card.arrays.zeros((self.num_envs, *shape, *row[1:]), row[0])

    def _set_seeds(self, seeds: list[int]) -> None:
        rows = np.zeros(self.num_envs, TABLE_ROW)
        rows["seed"] = seeds
        self.rows[:] = self._card.bytes_of(rows)

    def _turn(self) -> NDArray[np.int8]:
        return self.rows[:, _TURN].view(np.int8)

    def _legal_at(self, place: int) -> list[int]:
        return legal_actions_at(self._card.rows(self.rows[place : place + 1], TABLE_ROW), 0)

    def _legal_moves(self, actions: ArrayLike) -> NDArray[np.int64]:
        arrays: Any = self._card.arrays
        if not hasattr(actions, "__cuda_array_interface__"):
            moves = arrays.asarray(action_numbers(actions, self.num_envs))
        else:
            given = arrays.asarray(actions)
            if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
                raise IllegalAction(f"an array of {given.dtype} of shape {given.shape} is given")
            moves = arrays.ascontiguousarray(given, np.int64)
        self._card.run(step_loops.mark_illegal, self.num_envs, self.rows, moves, self._illegal)
        if self._illegal.any():
            place = int(self._illegal.argmax())
            raise illegal_action_at(place, arrays.asnumpy(moves), self._legal_at(place))
        checked: NDArray[np.int64] = moves
        return checked

    def _final_news(self) -> dict[str, Any]:
        cards = self._last_planes
        if self.compact:
            cards = self._last_sets
            self._card.run(step_loops.pack_last_planes, self.num_envs, self._ended, self._last_planes, cards)
        seen = {
            "cards": cards,
            "numbers": self._scale_numbers(self._last_numbers),
            "action_mask": self._no_mask,
        }
        told: Arrays = {"points": self._points, "results": self._results}
        marks = {f"_{name}": self._ended for name in told}
        return {
            "final_obs": seen, "_final_obs": self._ended,
            "final_info": told | marks, "_final_info": self._ended,
        }  # fmt: skip

    def _share(self, function: Plain, *arrays: NDArray[Any]) -> None:
        self._card.run(function, self.num_envs, self._record, self.rows, self._decks, self.seat, *arrays)
