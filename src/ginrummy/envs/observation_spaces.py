"""Spaces of observations, and observations between -1 and 1 for whoever learns from them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT
from ginrummy.envs.observation import HAND_SIZE, MATCH_SIZE, PLANE_CELLS, SHEET_SIZE
from ginrummy.rules.turns import COMPARED, dearest_card
from ginrummy.variants import Variant

LONG_MATCH: Final = 50
"""Hands beyond which a match is as long as it can look; few have so many."""


def scale(variant: Variant, *, match: bool) -> NDArray[np.float32]:
    """Return by what each number after the planes is divided to lie between -1 and 1, shape (8,) or (17,)."""
    pack, hand = FACE_COUNT * variant.decks, variant.hand_nondealer + 1
    sizes = [COMPARED, 1, pack, hand, hand, dearest_card(variant), 2 * pack, max(1, variant.endless_turns)]
    if match:
        sizes += [max(1, variant.game_target)] * (SHEET_SIZE - 1) + [LONG_MATCH]
    return np.array(sizes, np.float32)


def normalised(numbers: NDArray[Any], sizes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `numbers`, whose last ones are not planes, divided by `sizes` and cut at -1 and 1."""
    found = np.array(numbers, np.float32)
    tail = found[..., -len(sizes) :]
    np.clip(tail / sizes, -1, 1, out=tail)
    return found


def box(*, match: bool, normal: bool) -> spaces.Box[Any]:
    """Return the space of observations; `normal` says that they are normalised."""
    low, high = bounds(match=match)
    if normal:
        low[PLANE_CELLS:], high[PLANE_CELLS:] = -1, 1
        return spaces.Box(low.astype(np.float32), high.astype(np.float32), dtype=np.float32)
    return spaces.Box(low, high, dtype=np.int16)


def bounds(*, match: bool) -> tuple[Any, Any]:
    """Return the least and the greatest value of each number of an observation."""
    size = MATCH_SIZE if match else HAND_SIZE
    low, high = np.zeros(size, np.int16), np.ones(size, np.int16)
    low[PLANE_CELLS:], high[PLANE_CELLS:] = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return low, high
