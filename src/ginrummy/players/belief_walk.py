"""Setup of the belief's walk over pasts, and sampling of worlds from it."""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.belief import STYLES
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.opponent_history import PossiblePast, action_rows
from ginrummy.players.rollouts import BURN_IN, STRIDE, SampledWorlds, Trail, draw_worlds, settle_in
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


def blank_worlds(count: int, stock: int) -> SampledWorlds:
    """Return empty arrays for `count` worlds with `stock` cards in the stock."""
    cards, twins, styles = (arrays.zeros("i8", count) for _column in range(3))
    return SampledWorlds(cards, twins, styles, arrays.zeros("i8", count, max(1, stock)))


def sample_worlds(variant: Variant, trail: Trail, count: int, stock: int, key: Any) -> SampledWorlds:
    """Burn in, and return `count` samples of the walk by the random stream `key`."""
    row, worlds = variant_record(variant), blank_worlds(count, stock)
    compile_function(settle_in)(row, trail, BURN_IN, key)
    compile_function(draw_worlds)(row, trail, worlds, 0, STRIDE, key)
    return worlds
