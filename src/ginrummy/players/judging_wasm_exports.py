"""Exports of the judging WebAssembly module: `judge` and everything that the other modules export."""

from __future__ import annotations

from typing import Final

import numpy as np

from ginrummy.kernel import wasm_exports as law
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, TABLE_ROW, VARIANT_ROW
from ginrummy.kernel.wasm_exports import MEMORY, STATE, VARIANT, WHOLES, Export, array_kind, tuple_kind
from ginrummy.kernel.wasm_signatures import REAL, WHOLE, WORD
from ginrummy.players import match_rollout_loops, trial_loops
from ginrummy.players import wasm_exports as players
from ginrummy.players.opponent_history import OBSERVED_ACTION
from ginrummy.players.trial_loops import Trials
from ginrummy.players.wasm_exports import SCENE, TRAIL, WORLDS
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.spreads import Spread

_FLAGS: Final = array_kind(np.bool_)
_TRIALS: Final = tuple_kind(
    Trials,
    worths=array_kind(np.float64, 2),
    points=array_kind(np.float64, 2),
    kinds=array_kind(np.int64, 2),
    cards=WHOLES,
    twins=WHOLES,
    wanted=array_kind(np.bool_, 2),
    deadwoods=WHOLES,
    knocks=_FLAGS,
    gins=_FLAGS,
)

EXPORTS: Final = (
    Export(trial_loops.try_out, (VARIANT, SCENE, TRAIL, WHOLES, WORLDS, _TRIALS, WHOLE, WHOLE, WORD)),
    Export(trial_loops.show_out, (VARIANT, SCENE, _TRIALS, WHOLE, tuple_kind(Spread))),
    Export(
        trial_loops.open_chance,
        (
            VARIANT,
            STATE,
            MEMORY,
            MEMORY,
            array_kind(np.int64, 2),
            WHOLE,
            array_kind(np.float64, 2),
            WHOLE,
            WHOLE,
        ),
        REAL,
    ),
    Export(
        match_rollout_loops.share_won, (VARIANT, tuple_kind(Sheet), WHOLES, WHOLES, WHOLES, WHOLE, WORD), REAL
    ),
)

ALL_EXPORTS: Final = (*law.EXPORTS, *law.EXPORTS_AT_RANDOM, *players.EXPORTS, *EXPORTS)
ALL_ROWS: Final = {
    "variant": VARIANT_ROW,
    "state": STATE_ROW,
    "choice": CHOICE_ROW,
    "result": RESULT_ROW,
    "table": TABLE_ROW,
    "observed_action": dtype_of(OBSERVED_ACTION),
    "entry": law.ENTRY_ROW,
    "line": law.LINE_ROW,
    "end": law.END_ROW,
}
