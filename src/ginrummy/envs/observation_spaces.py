"""Spaces of observations, and observations between -1 and 1 for whoever learns from them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT
from ginrummy.envs.observation import HAND_SIZE, MATCH_SIZE, PLANE_CELLS, SHEET_SIZE
from ginrummy.rules.scoring import plays_manches
from ginrummy.rules.turns import COMPARED, dearest_card
from ginrummy.variants import DEFAULT, Variant

LONG_MATCH: Final = 50
"""Hands beyond which a match to the usual target is as long as it can look; few have so many."""


def scale(variant: Variant, *, match: bool) -> NDArray[np.float32]:
    """Return by what each number after the planes is divided to lie between -1 and 1, shape (8,) or (17,)."""
    pack, hand = FACE_COUNT * variant.decks, variant.hand_nondealer + 1
    sizes = [COMPARED, 1, pack, hand, hand, dearest_card(variant), 2 * pack, max(1, variant.endless_turns)]
    if match:
        sizes += _sheet_sizes(variant)
    return np.array(sizes, np.float32)


def _sheet_sizes(variant: Variant) -> list[int]:
    """Return by what columns, totals of the partie and hands are divided: a partie has its own target."""
    column = max(1, variant.game_target)
    whole = variant.session_target if plays_manches(variant) else column
    hands = LONG_MATCH * max(1, whole // DEFAULT.game_target)
    return [column] * (SHEET_SIZE - 3) + [whole, whole, hands]


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
    return spaces.Box(low, high, dtype=low.dtype.type)


def bounds(*, match: bool) -> tuple[Any, Any]:
    """Return the least and the greatest value of each number of an observation: 16 bits, 32 with `match`."""
    size, kind = (MATCH_SIZE, np.int32) if match else (HAND_SIZE, np.int16)
    low, high = np.zeros(size, kind), np.ones(size, kind)
    low[PLANE_CELLS:], high[PLANE_CELLS:] = np.iinfo(kind).min, np.iinfo(kind).max
    return low, high
