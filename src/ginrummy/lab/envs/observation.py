"""Observations as arrays: planes of cards, counts, and the score sheet of a match.

The planes and numbers are those of `kernel.observation`, computed here from a `View`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.view import View
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import allowed_actions
from ginrummy.kernel.observation import NUMBER_COUNT, PLANE_COUNT, known_cards, known_counts
from ginrummy.rules.opponent_memory import Memory
from ginrummy.rules.scoring import Sheet
from ginrummy.rules.turns import Choices, State, choices
from ginrummy.variants import Variant

PLANE_CELLS: Final = PLANE_COUNT * FACE_COUNT
HAND_SIZE: Final = PLANE_CELLS + NUMBER_COUNT
SHEET_SIZE: Final = 9
MATCH_SIZE: Final = HAND_SIZE + SHEET_SIZE

HAND_KIND: Final = np.int32
MATCH_KIND: Final = np.int64
Numbers = NDArray[np.int32] | NDArray[np.int64]
"""Type of an observation: 32 bits suffice for any hand, 64 bits for any match."""

Mask = NDArray[np.int8]

_FACES: Final = np.arange(FACE_COUNT, dtype=np.int64)


def observation(
    variant: Variant, state: State, memory: Memory, seat: int, *, other_size: int
) -> NDArray[np.int32]:
    """Return the observation of `seat`, shape (632,): the planes row by row, then the numbers.

    `state` may be blanked for the seat. `memory` is its memory of the other seat, which holds `other_size`
    cards.
    """
    sets = np.array(known_cards(state, memory, seat), np.int64)
    planes = (sets[:, None] >> _FACES & 1).astype(HAND_KIND).ravel()
    return np.concatenate([planes, np.array(known_counts(variant, state, seat, other_size), HAND_KIND)])


def view_observation(view: View, *, match: bool = False) -> Numbers:
    """Return `view` as an array: shape (632,), or with the match's sheet (641,) and 64 bits wide."""
    found = observation(view.variant, view.state, view.memory, view.seat, other_size=view.opponent_size)
    return np.concatenate([found, sheet_numbers(view.sheet, view.seat)]) if match else found


def sheet_numbers(sheet: Sheet, seat: int) -> NDArray[np.int64]:
    """Return the sheet as `seat` reads it, shape (9,).

    Its own points and the other's in each of three columns, both totals of the partie, and the hands played.
    """
    numbers = [column.points[side] for column in sheet.columns for side in (seat, 1 - seat)]
    numbers += [sheet.partie[seat], sheet.partie[1 - seat], sheet.hands]
    return np.array(numbers, MATCH_KIND)


def view_mask(view: View) -> Mask:
    """Return 1 for each legal action of the viewer, else 0, shape (108,)."""
    if not view.is_my_turn:
        return np.zeros(ACTION_COUNT, np.int8)
    return mask_of(choices(view.variant, view.state))


def mask_of(options: Choices) -> Mask:
    """Return 1 for each action among `options`, else 0, shape (108,)."""
    mask = np.zeros(ACTION_COUNT, np.int8)
    mask[allowed_actions(options)] = 1
    return mask
