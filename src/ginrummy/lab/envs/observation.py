"""Observations as arrays: planes of cards, counts, and the score sheet of a match.

The planes and numbers are those of `kernel.observation`, computed here from a `View`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT, Hand, face_code, faces_of
from ginrummy.game.view import View
from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.kernel.move_numbers import allowed_actions
from ginrummy.kernel.observation import NUMBER_COUNT, PLANE_COUNT, known_cards, known_counts
from ginrummy.rules.cards import is_card
from ginrummy.rules.scoring import Sheet, plays_manches
from ginrummy.rules.turns import COMPARED, Choices, Memory, State, best_limit, choices, dearest_card_points
from ginrummy.variants import DEFAULT, Variant

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
    return action_mask(choices(view.variant, view.state))


def action_mask(options: Choices) -> Mask:
    """Return 1 for each action among `options`, else 0, shape (108,)."""
    mask = np.zeros(ACTION_COUNT, np.int8)
    mask[allowed_actions(options)] = 1
    return mask


LONG_MATCH: Final = 50
"""Hands of a long match to the usual target; few have more."""

_MOST: Final = (1 << 53) - 1
"""Above the points of any sheet: Gymnasium cannot sample a space that ends at the greatest 64-bit number."""


def number_divisors(variant: Variant, *, match: bool) -> NDArray[np.float32]:
    """Return the divisors of the numbers after the planes, shape (8,) or (17,): their usual maxima."""
    pack, hand = FACE_COUNT * variant.decks, variant.hand_nondealer + 1
    limit = max(dearest_card_points(variant), best_limit(variant))
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


def normalise_numbers(numbers: NDArray[Any], sizes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `numbers`, whose last ones are not planes, divided by `sizes` without clipping."""
    found = numbers.astype(np.float32)
    found[..., -len(sizes) :] /= sizes
    return found


def observation_space(*, match: bool, sizes: NDArray[np.float32] | None) -> spaces.Box[Any]:
    """Return the space of observations, normalised if there are `sizes` to divide by."""
    low, high = observation_bounds(match=match)
    if sizes is not None:
        low, high = normalise_numbers(low, sizes), normalise_numbers(high, sizes)
    return spaces.Box(low, high, dtype=low.dtype.type)


def split_space(whole: spaces.Box[Any], *, compact: bool) -> spaces.Dict:
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


def observation_bounds(*, match: bool) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the least and the greatest value of each number of an observation."""
    size, kind = (MATCH_SIZE, MATCH_KIND) if match else (HAND_SIZE, HAND_KIND)
    low, high = np.zeros(size, kind), np.ones(size, kind)
    most = min(np.iinfo(kind).max, _MOST)
    low[PLANE_CELLS:], high[PLANE_CELLS:] = -most, most
    return low, high


PHASES = (
    "upcard offered", "upcard offered to the dealer", "draw from the stock", "draw", "discard",
    "last discard", "close", "closed", "over", "compared",
)  # fmt: skip


def render_state(state: State) -> str:
    """Return `state` in four lines: both hands, the middle of the table, and whose turn it is."""
    top = face_code(state.pile.top) if is_card(state.pile.top) else "none"
    lines = [f"{seat_with_dealer_mark(state, seat)}: {card_codes(state.hands[seat])}" for seat in range(2)]
    lines += [f"pile: {top}   stock: {state.stock}", f"turn: player_{state.turn}, {PHASES[state.phase]}"]
    return "\n".join(lines)


def seat_with_dealer_mark(state: State, seat: int) -> str:
    """Return the name of `seat`, the dealer marked."""
    return f"player_{seat}{'*' if state.dealer == seat else ''}"


def card_codes(hand: Hand) -> str:
    """Return the cards of `hand` in notation."""
    return " ".join(face_code(face) for face in faces_of(hand))
