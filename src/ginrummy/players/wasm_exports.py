"""Exports of the players' WebAssembly module: rules of thumb, the search, the network's input."""

from __future__ import annotations

from typing import Final

import numpy as np

from ginrummy.kernel.numpy_arrays import dtype_of
from ginrummy.kernel.wasm_exports import (
    MEMORY,
    STATE,
    VARIANT,
    WHOLES,
    Export,
    array_kind,
    playing_export,
    tuple_kind,
)
from ginrummy.kernel.wasm_signatures import REAL, WHOLE, WORD
from ginrummy.players import foresight_loops, search_strategy
from ginrummy.players.equity_loops import fill_chances
from ginrummy.players.foresight_loops import Foresight
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.network_input import fill_input
from ginrummy.players.network_loops import Layer, NetworkBuffers, Weights, fill_opinion
from ginrummy.players.opponent_history import OBSERVED_ACTION
from ginrummy.players.search_strategy import GainTally, SampledWorlds, SearchRoot, Trail
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import Choices

_REALS: Final = array_kind(np.float64)
_REAL_TABLE: Final = array_kind(np.float64, 2)
SCENE: Final = tuple_kind(SearchRoot, actions=WHOLES, equity=_REAL_TABLE)
TRAIL: Final = tuple_kind(
    Trail,
    observed=array_kind(dtype_of(OBSERVED_ACTION)),
    past=WHOLES,
    unseen=WHOLES,
    standing=_REALS,
    scratch=WHOLES,
    odds=_REALS,
)
WORLDS: Final = tuple_kind(
    SampledWorlds, cards=WHOLES, twins=WHOLES, styles=WHOLES, stocks=array_kind(np.int64, 2)
)
_DESK: Final = tuple_kind(GainTally, sums=_REALS, squares=_REALS, alive=WHOLES, prior=_REALS)
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
    NetworkBuffers, first=_TABLE, second=_TABLE, third=_TABLE, common=_SINGLES, cards=_SINGLES, plain=_SINGLES
)
_EVALUATOR: Final = tuple_kind(
    Evaluator, weights=_WEIGHTS, room=_ROOM, planes=_TABLE, numbers=_SINGLES, gains=_SINGLES, hidden=_SINGLES
)
_FORESIGHT: Final = tuple_kind(Foresight, evaluator=_EVALUATOR, found=WHOLES)
_DECIDING: Final = (VARIANT, STATE, tuple_kind(Choices), MEMORY, WHOLE)

EXPORTS: Final = (
    Export(simple_action, _DECIDING, WHOLE),
    Export(steady_action, _DECIDING, WHOLE),
    Export(fill_input, (VARIANT, STATE, MEMORY, WHOLE, WHOLE, _TABLE, _SINGLES)),
    Export(fill_opinion, (_WEIGHTS, _TABLE, _SINGLES, _ROOM, _SINGLES, _SINGLES), REAL),
    Export(fill_chances, (_REALS, _REAL_TABLE)),
    Export(search_strategy.settle_in, (VARIANT, TRAIL, WHOLE, WORD)),
    Export(search_strategy.draw_worlds, (VARIANT, TRAIL, WORLDS, WHOLE, WORD)),
    Export(search_strategy.try_worlds, (VARIANT, SCENE, WORLDS, WHOLES, _REAL_TABLE, WHOLE, WORD)),
    Export(
        foresight_loops.try_and_foresee,
        (VARIANT, SCENE, WORLDS, WHOLES, _REAL_TABLE, _REAL_TABLE, WHOLE, _FORESIGHT, WORD),
    ),
    Export(foresight_loops.weigh_in, (_DESK, _REAL_TABLE, WHOLE, WHOLE, WHOLE)),
    Export(search_strategy.add_up, (_DESK, _REAL_TABLE, WHOLE), WHOLE),
    Export(search_strategy.best_place, (_DESK, WHOLE, REAL), WHOLE),
    playing_export(steady_action, steady_action),
)
