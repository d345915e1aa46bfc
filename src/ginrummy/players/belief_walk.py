"""The belief's walk over pasts, made ready to set out from one of them."""

from __future__ import annotations

from typing import Final

from ginrummy.kernel.arrays import arrays
from ginrummy.players.belief import STYLES
from ginrummy.players.belief_network import NOTHING_SEEN, Glimpse
from ginrummy.players.opponent_history import Past, records_of_deeds
from ginrummy.players.search_strategy import Trail
from ginrummy.rules.card_encoding import FACE_COUNT

ALL_STYLES: Final = (1 << STYLES) - 1


def trail_of(past: Past, styles: int, glimpse: Glimpse = NOTHING_SEEN, leaning: float = 0.0) -> Trail:
    """Return a walk that stands at `past`; it begins with the first of `styles`.

    `leaning` are the log-odds that the other seat is patient, before anything that it did in this hand.
    """
    style = (styles & -styles).bit_length() - 1
    return Trail(
        records_of_deeds(past.deeds),
        arrays.of("i8", past.cards),
        arrays.of("i8", past.unseen),
        past.dealt,
        styles,
        arrays.of("f8", (0.0, float(style), glimpse.trust, leaning, glimpse.tidiness)),
        arrays.zeros("i8", FACE_COUNT),
        arrays.of("f8", glimpse.odds),
    )
