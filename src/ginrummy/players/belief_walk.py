"""Setup of the belief's walk over pasts, and sampling of worlds from it."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.belief import STYLES
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.opponent_history import PossiblePast, action_rows
from ginrummy.players.search_strategy import BURN_IN, SampledWorlds, Trail, draw_worlds, settle_in
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.variants import Variant

ALL_STYLES: Final = (1 << STYLES) - 1


def trail_of(past: PossiblePast, styles: int, glimpse: Glimpse = NOTHING_SEEN, leaning: float = 0.0) -> Trail:
    """Return a walk that starts at `past`, in the first of `styles`.

    `leaning` is the prior log-odds that the other seat is patient, before its actions in this hand.
    """
    style = (styles & -styles).bit_length() - 1
    return Trail(
        action_rows(past.observed),
        arrays.from_values("i8", past.cards),
        arrays.from_values("i8", past.unseen),
        past.dealt,
        styles,
        arrays.from_values("f8", (0.0, float(style), glimpse.trust, leaning, glimpse.tidiness)),
        arrays.zeros("i8", FACE_COUNT),
        arrays.from_values("f8", glimpse.odds),
    )


def fill_worlds(variant: Variant, trail: Trail, worlds: SampledWorlds, key: Any) -> None:
    """Burn in, then fill all rows of `worlds` with samples of the walk, using the random stream `key`."""
    row = variant_record(variant)
    compile_function(settle_in)(row, trail, BURN_IN, key)
    compile_function(draw_worlds)(row, trail, worlds, 0, key)
