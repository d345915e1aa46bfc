"""Observation spaces, plain or normalised by the usual maximum of each number."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.observation import PLANE_COUNT
from ginrummy.lab.envs.observation import (
    HAND_KIND,
    HAND_SIZE,
    MATCH_KIND,
    MATCH_SIZE,
    PLANE_CELLS,
    SHEET_SIZE,
)
from ginrummy.rules.scoring import plays_manches
from ginrummy.rules.turns import COMPARED, best_limit, dearest_card
from ginrummy.variants import DEFAULT, Variant

LONG_MATCH: Final = 50
"""Hands of a long match to the usual target; few have more."""

_MOST: Final = (1 << 53) - 1
"""Above the points of any sheet: Gymnasium cannot sample a space that ends at the greatest 64-bit number."""


def scale(variant: Variant, *, match: bool) -> NDArray[np.float32]:
    """Return the divisors of the numbers after the planes, shape (8,) or (17,): their usual maxima."""
    pack, hand = FACE_COUNT * variant.decks, variant.hand_nondealer + 1
    limit = max(dearest_card(variant), best_limit(variant))
    sizes = [COMPARED, 1, pack, hand, hand, limit, 2 * pack, variant.endless_turns]
    if match:
        sizes += _sheet_sizes(variant)
    return np.array(sizes, np.float32)


def _sheet_sizes(variant: Variant) -> list[int]:
    """Return the divisors of columns, totals of the partie and hands; a partie has its own target."""
    column = max(1, variant.game_target)
    whole = variant.session_target if plays_manches(variant) else column
    hands = LONG_MATCH * max(1, whole // DEFAULT.game_target)
    return [column] * (SHEET_SIZE - 3) + [whole, whole, hands]


def normalised(numbers: NDArray[Any], sizes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `numbers`, whose last ones are not planes, divided by `sizes` without clipping."""
    found = np.array(numbers, np.float32)
    found[..., -len(sizes) :] /= sizes
    return found


def box(*, match: bool, sizes: NDArray[np.float32] | None) -> spaces.Box[Any]:
    """Return the space of observations, normalised if there are `sizes` to divide by."""
    low, high = bounds(match=match)
    if sizes is not None:
        low, high = normalised(low, sizes), normalised(high, sizes)
    return spaces.Box(low, high, dtype=low.dtype.type)


def two_parts(whole: spaces.Box[Any], *, compact: bool) -> spaces.Dict:
    """Return the space of observations of `whole` in two parts, `cards` and `numbers`, plus the mask.

    Cards are planes, or with `compact` sets of faces.
    """
    cards: spaces.Box[Any] = spaces.Box(0, 1, (PLANE_COUNT, FACE_COUNT), np.int8)
    if compact:
        cards = spaces.Box(0, (1 << FACE_COUNT) - 1, (PLANE_COUNT,), np.int64)
    low, high = whole.low[PLANE_CELLS:], whole.high[PLANE_CELLS:]
    numbers: spaces.Box[Any] = spaces.Box(low, high, dtype=low.dtype.type)
    mask: spaces.Box[Any] = spaces.Box(0, 1, (ACTION_COUNT,), np.int8)
    return spaces.Dict({"cards": cards, "numbers": numbers, "action_mask": mask})


def bounds(*, match: bool) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the least and the greatest value of each number of an observation."""
    size, kind = (MATCH_SIZE, MATCH_KIND) if match else (HAND_SIZE, HAND_KIND)
    low, high = np.zeros(size, kind), np.ones(size, kind)
    most = min(np.iinfo(kind).max, _MOST)
    low[PLANE_CELLS:], high[PLANE_CELLS:] = -most, most
    return low, high
