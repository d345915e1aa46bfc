"""Exports of the WebAssembly: the law's own, rules of thumb, the network, and the evaluation of actions."""

from __future__ import annotations

from typing import Final

import numpy as np

from ginrummy.kernel import wasm_exports as law
from ginrummy.kernel.exports import Export, array_kind, tuple_kind
from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.vectorized_rules import CHOICE_ROW, RESULT_ROW, STATE_ROW, TABLE_ROW, VARIANT_ROW
from ginrummy.kernel.wasm_exports import MEMORY, STATE, VARIANT, WHOLES, playing_export
from ginrummy.kernel.wasm_signatures import REAL, WHOLE, WORD
from ginrummy.players import match_equity, rollouts
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.network_input import fill_input
from ginrummy.players.network_loops import Layer, NetworkBuffers, Weights, fill_opinion
from ginrummy.players.opponent_history import OBSERVED_ACTION
from ginrummy.players.rollouts import HandTraits, Results, SampledWorlds, SearchRoot, Trail
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.players.truncated_rollout import Foresight, roll_out_with_foresight
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.spreads import Spread
from ginrummy.rules.turns import Choices

_REALS: Final = array_kind(np.float64)
_REAL_TABLE: Final = array_kind(np.float64, 2)
_FLAGS: Final = array_kind(np.bool_)
_SCENE: Final = tuple_kind(SearchRoot, actions=WHOLES, equity=_REAL_TABLE)
_TRAIL: Final = tuple_kind(
    Trail,
    observed=array_kind(dtype_of(OBSERVED_ACTION)),
    past=WHOLES,
    unseen=WHOLES,
    standing=_REALS,
    scratch=WHOLES,
    odds=_REALS,
)
_WORLDS: Final = tuple_kind(
    SampledWorlds, cards=WHOLES, twins=WHOLES, styles=WHOLES, stocks=array_kind(np.int64, 2)
)
_RESULTS: Final = tuple_kind(Results, worths=_REAL_TABLE, points=_REAL_TABLE, kinds=array_kind(np.int64, 2))
_TRAITS: Final = tuple_kind(
    HandTraits, wanted=array_kind(np.bool_, 2), deadwoods=WHOLES, knocks=_FLAGS, gins=_FLAGS
)
_SINGLES, _TABLE = array_kind(np.float32), array_kind(np.float32, 2)
_LAYER: Final = tuple_kind(Layer, own=_TABLE, all=_TABLE, bias=_SINGLES)
_WEIGHTS: Final = tuple_kind(
    Weights,
    numbers=_TABLE,
    first=_LAYER,
    second=_LAYER,
    third=_LAYER,
    cards=_TABLE,
    cards_bias=_SINGLES,
    plain=_TABLE,
    plain_bias=_SINGLES,
)
_ROOM: Final = tuple_kind(
    NetworkBuffers,
    inputs=array_kind(np.int64, 2),
    counts=WHOLES,
    first=_TABLE,
    second=_TABLE,
    third=_TABLE,
    common=_SINGLES,
    cards=_SINGLES,
    plain=_SINGLES,
)
_EVALUATOR: Final = tuple_kind(
    Evaluator, weights=_WEIGHTS, room=_ROOM, planes=_TABLE, numbers=_SINGLES, gains=_SINGLES, hidden=_SINGLES
)
_FORESIGHT: Final = tuple_kind(Foresight, evaluator=_EVALUATOR, found=WHOLES)
_DECIDING: Final = (VARIANT, STATE, tuple_kind(Choices), MEMORY, WHOLE)

_TRYING: Final = (VARIANT, _SCENE, _WORLDS, WHOLES, _RESULTS)

EXPORTS: Final = (
    *law.EXPORTS,
    *law.EXPORTS_AT_RANDOM,
    Export(simple_action, _DECIDING, WHOLE),
    Export(steady_action, _DECIDING, WHOLE),
    Export(fill_input, (VARIANT, STATE, MEMORY, WHOLE, WHOLE, _TABLE, _SINGLES)),
    Export(fill_opinion, (_WEIGHTS, _TABLE, _SINGLES, _ROOM, _SINGLES, _SINGLES), REAL),
    Export(match_equity.fill_chances, (_REALS, _REAL_TABLE)),
    Export(rollouts.burn_in, (VARIANT, _TRAIL, WHOLE, WORD)),
    Export(rollouts.draw_worlds, (VARIANT, _TRAIL, _WORLDS, WHOLE, WHOLE, WORD)),
    Export(rollouts.roll_out_worlds, (*_TRYING, WHOLE, WORD)),
    Export(roll_out_with_foresight, (*_TRYING, _REAL_TABLE, WHOLE, _FORESIGHT, WORD)),
    Export(rollouts.show_spread, (VARIANT, _SCENE, _WORLDS, _RESULTS, WHOLE, tuple_kind(Spread))),
    Export(rollouts.describe_hands, (VARIANT, STATE, _WORLDS, _TRAITS)),
    Export(
        rollouts.open_hands_chance,
        (VARIANT, STATE, MEMORY, MEMORY, array_kind(np.int64, 2), WHOLE, _REAL_TABLE, WHOLE, WHOLE),
        REAL,
    ),
    Export(match_equity.share_won, (VARIANT, tuple_kind(Sheet), WHOLES, WHOLES, WHOLES, WHOLE, WORD), REAL),
    playing_export(steady_action, steady_action),
)

ROWS: Final = {
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
