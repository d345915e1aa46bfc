"""Self-play of `steady`: results of hands under any variant."""

from __future__ import annotations

from typing import Any

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.hand_simulation import first_seat, play_hands, second_seat
from ginrummy.kernel.rng import BY_LOT
from ginrummy.kernel.row_fields import RESULT, variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.variants import Variant


def steady_hands(variant: Variant, *, seed: int, hands: int) -> Any:
    """Return the results of `hands` hands, dealers random: `RESULT` rows, as of `vectorized_rules.play`."""
    results, log = arrays.zeros(RESULT, hands), arrays.zeros("u1", 0)
    deck = arrays.zeros("u1", FACE_COUNT * variant.decks)
    loop = compile_function(play_hands, {first_seat: steady_action, second_seat: steady_action})
    loop(variant_record(variant), deck, seed, 0, BY_LOT, log, results)
    return results
