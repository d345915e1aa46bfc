"""Exports of the WebAssembly of the law: the law's own part. Upper layers add more exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from ginrummy.kernel import batch_loops, hand_simulation, ledger_loops, vector_loops
from ginrummy.kernel.exports import Export, RecordKind, array_kind, tuple_kind
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.struct_layout import layout
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, TABLE_ROW, VARIANT_ROW
from ginrummy.kernel.wasm_signatures import FLAG, WHOLE
from ginrummy.rules.turns import Memory, State

VARIANT: Final = RecordKind(VARIANT_ROW)
WHOLES: Final = array_kind(np.int64)
STATE: Final = tuple_kind(State)
MEMORY: Final = tuple_kind(Memory)
_SHORTS, _BYTES, _FLAGS = array_kind(np.int16), array_kind(np.uint8), array_kind(np.bool_)
_STATES, _CHOICES, _RESULTS, _TABLES = map(array_kind, (STATE_ROW, CHOICE_ROW, RESULT_ROW, TABLE_ROW))
_DECKS: Final = array_kind(np.uint8, 2)
ENTRY_ROW, LINE_ROW, END_ROW = (
    dtype_of(layout(fields))
    for fields in (ledger_loops.ENTRY_FIELDS, ledger_loops.LINE_FIELDS, ledger_loops.END_FIELDS)
)

EXPORTS: Final = (
    Export(batch_loops.least_deadwoods, (WHOLES, WHOLES, WHOLE, WHOLE, _SHORTS)),
    Export(batch_loops.discard_deadwoods, (WHOLES, WHOLES, WHOLE, WHOLE, array_kind(np.int16, 2))),
    Export(batch_loops.shuffled_decks, (WHOLE, WHOLE, _DECKS)),
    Export(batch_loops.all_choices, (VARIANT, _STATES, _CHOICES)),
    Export(batch_loops.all_after, (VARIANT, _STATES, WHOLES, WHOLES, _STATES), WHOLE),
    Export(batch_loops.all_scores, (VARIANT, _STATES, _RESULTS)),
    Export(vector_loops.deal_tables, (VARIANT, _TABLES, _DECKS, _FLAGS)),
    Export(vector_loops.first_illegal, (_TABLES, WHOLES), WHOLE),
    Export(
        vector_loops.step_tables,
        (VARIANT, _TABLES, _DECKS, WHOLES, FLAG, array_kind(np.int32, 2), _FLAGS, _RESULTS),
    ),
    Export(vector_loops.fill_legal, (_TABLES, array_kind(np.int32, 2))),
    Export(
        vector_loops.fill_observations, (VARIANT, _TABLES, array_kind(np.int32, 3), array_kind(np.int16, 2))
    ),
    Export(
        ledger_loops.fill_ledger,
        (
            array_kind(VARIANT_ROW),
            WHOLE,
            array_kind(ENTRY_ROW),
            array_kind(LINE_ROW),
            array_kind(np.int64, 3),
            RecordKind(END_ROW),
        ),
    ),
)


def playing_export(first: Callable[..., Any], second: Callable[..., Any]) -> Export:
    """Return the export of hands between two players of the kernel, for `vectorized_rules.play`."""
    swaps = {hand_simulation.first_seat: first, hand_simulation.second_seat: second}
    kinds = (VARIANT, _BYTES, WHOLE, WHOLE, WHOLE, _BYTES, _RESULTS)
    return Export(hand_simulation.play_hands, kinds, swaps=swaps)


EXPORTS_AT_RANDOM: Final = (playing_export(hand_simulation.random_action, hand_simulation.random_action),)
