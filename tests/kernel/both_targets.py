"""The same arrays on both targets, native and WebAssembly: the results must be equal."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel import batch_loops, compile
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import Plain
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, states_as_rows
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.melds import run_table_of
from ginrummy.variants import Variant
from tests.kernel.walks import Walk


def same_on_both(variant: Variant, walks: list[Walk]) -> int:
    """Assert that both targets agree on every state of `walks`. Return the number of states."""
    visits = [visit for walk in walks for visit in walk.visits]
    record, states = variant_record(variant), states_as_rows(visit.state for visit in visits)
    actions = np.array([visit.action for visit in visits], np.int64)
    faces = np.array([visit.face for visit in visits], np.int64)
    ends = states_as_rows(walk.last for walk in walks)
    same(batch_loops.all_choices, (record, states), np.zeros(len(states), CHOICE_ROW))
    same(batch_loops.all_after, (record, states, actions, faces), np.zeros(len(states), STATE_ROW))
    same(batch_loops.all_scores, (record, ends), np.zeros(len(ends), RESULT_ROW))
    for seat in "01":
        hands = states[f"cards{seat}"].copy(), states[f"twins{seat}"].copy()
        given = (*hands, run_table_of(variant), variant.set_same_suit_duplicates)
        same(batch_loops.least_deadwoods, given, np.zeros(len(states), np.int16))
        same(batch_loops.discard_deadwoods, given, np.zeros((len(states), FACE_COUNT), np.int16))
    return len(visits)


def same(loop: Plain, given: tuple[Any, ...], out: NDArray[Any]) -> None:
    """Assert that `loop` returns and writes the same to a copy of `out` on both targets."""
    other = out.copy()
    assert compile.compile_function(loop)(*given, out) == exported_function(loop)(*given, other)
    assert np.array_equal(out, other), (loop.__name__, given[0], np.argwhere(out != other)[:1])
