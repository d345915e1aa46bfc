"""What the WebAssembly of the law exports for players: rules of thumb, the search, the network's input."""

from __future__ import annotations

from typing import Final

import numpy as np

from ginrummy.kernel.exports import (
    MEMORY,
    REAL,
    STATE,
    VARIANT,
    WHOLE,
    WHOLES,
    WORD,
    Export,
    array,
    group,
    playing,
)
from ginrummy.players import search_strategy
from ginrummy.players.network_input import fill_input
from ginrummy.players.opponent_history import DEED_ROW
from ginrummy.players.search_strategy import Desk, Scene
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import Choices

_REALS: Final = array(np.float64)
SCENE: Final = group(
    Scene, deeds=array(DEED_ROW), past=WHOLES, unseen=WHOLES, actions=WHOLES, equity=array(np.float64, 2)
)
DESK: Final = group(
    Desk,
    standing=_REALS,
    scratch=WHOLES,
    stock=WHOLES,
    sums=_REALS,
    squares=_REALS,
    alive=WHOLES,
    prior=_REALS,
)
_DECIDING: Final = (VARIANT, STATE, group(Choices), MEMORY, WHOLE)

EXPORTS: Final = (
    Export(simple_action, _DECIDING, WHOLE),
    Export(steady_action, _DECIDING, WHOLE),
    Export(fill_input, (VARIANT, STATE, MEMORY, WHOLE, WHOLE, array(np.float32, 2), array(np.float32))),
    Export(search_strategy.start, (VARIANT, SCENE, DESK, WORD)),
    Export(search_strategy.search_on, (VARIANT, SCENE, DESK, WHOLE, WHOLE, WORD), WHOLE),
    Export(search_strategy.best_place, (DESK, WHOLE, REAL), WHOLE),
    playing(steady_action, steady_action),
)
