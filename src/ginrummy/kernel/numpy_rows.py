"""Conversion of states, results and tables to rows of NumPy arrays and back.

A row is a NumPy record: `rows["stock"]` is a column, and compiled code reads `row.stock`. `row_fields`
defines the fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel import row_fields
from ginrummy.kernel.move_numbers import allowed_actions
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.row_fields import state_fields, whole_state
from ginrummy.rules.turns import Choices, State

Rows = NDArray[np.void]

VARIANT_ROW: Final = dtype_of(row_fields.VARIANT)
STATE_ROW: Final = dtype_of(row_fields.STATE)
CHOICE_ROW: Final = dtype_of(row_fields.CHOICE)
RESULT_ROW: Final = dtype_of(row_fields.RESULT)
TABLE_ROW: Final = dtype_of(row_fields.TABLE)


def rows_of(states: Iterable[State]) -> Rows:
    """Return `states` as an array of `STATE_ROW`, shape (n,)."""
    return np.array([state_fields(state) for state in states], dtype=STATE_ROW)


def states_of(rows: Rows) -> list[State]:
    """Return the states in an array of `STATE_ROW`."""
    columns = [rows[name].tolist() for name in STATE_ROW.names or ()]
    return [whole_state(*values) for values in zip(*columns, strict=True)]


def allowed_at(rows: Rows, place: int) -> list[int]:
    """Return the legal options in one of `rows`, of `CHOICE_ROW` or `TABLE_ROW`."""
    row = rows[place]
    return allowed_actions(Choices(*(row[name].item() for name in Choices._fields)))


def in_words(cells: NDArray[np.int8]) -> NDArray[np.int32]:
    """Return a view of an array of bytes as words of four bytes: a fourth as many."""
    return cells.view(np.dtype("<i4"))
