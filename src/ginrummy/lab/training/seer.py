"""Seer: a network that sees both hands. It returns the value of a hand where a roll-out is truncated.

Its input is all that the seat to move knows, the other hand, and the style of the other seat. It only
evaluates training positions: in play no seat sees both hands. Plain functions that compile as they are.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from ginrummy.game.cards import Hand
from ginrummy.lab.training.forward_pass import Networks, networks_in
from ginrummy.players.belief import PROMPT
from ginrummy.players.hand_facts import helping_faces, highest_points, unmatched_faces
from ginrummy.players.network_evaluator import Evaluator, evaluate_last_position, fill_position_input
from ginrummy.players.network_input import (
    NUMBERS,
    PLANES,
    SUIT_SIZE,
    flag_number,
    increment_cells,
    mark_faces,
    set_cell,
)
from ginrummy.players.network_loops import Weights, weights_for_loops
from ginrummy.rules.cards import RANK_COUNT, join_hands, lowest_bit, single
from ginrummy.rules.melds import deadwood, face_points, least_deadwood, run_table_of
from ginrummy.rules.turns import Memory, State, greatest_limit
from ginrummy.variants import Variant

HELD, LEFT_OVER, HELPS, CLOSES = range(PLANES, PLANES + 4)
SEER_SUIT_SIZE: Final = SUIT_SIZE + 4 * RANK_COUNT
SEER_NUMBERS: Final = NUMBERS + 3


@cache
def seer_networks() -> Networks:
    """Return the seer of this package, as an ensemble of one network."""
    with files("ginrummy.lab.training").joinpath("seer_weights.npz").open("rb") as file:
        return networks_in(file)


def seer_weights() -> Weights:
    """Return the seer's weights for compiled loops."""
    (seer,) = seer_networks()
    return weights_for_loops(seer)


def fill_other_hand(variant: Variant, state: State, style: int, planes: Any, numbers: Any) -> None:
    """Write the other hand and its `style`, in addition to the output of `fill_input`.

    A row of `planes`, (4, 260), has four planes more, `numbers`, (46,), three more: its cards, its unmatched
    cards, the saving by each card, whether it could close then, and could now.
    """
    hand: Hand = state.hands[1 - state.turn]
    least, limit = deadwood(variant, hand), greatest_limit(variant, state)
    unmatched = unmatched_faces(variant, hand, least)
    mark_faces(planes, HELD, hand.cards)
    increment_cells(planes, HELD, hand.twins)
    mark_faces(planes, LEFT_OVER, unmatched)
    fill_card_savings(variant, hand, least, highest_points(variant, unmatched), limit, planes)
    numbers[NUMBERS] = least / 20
    numbers[NUMBERS + 1] = flag_number(least <= limit)
    numbers[NUMBERS + 2] = flag_number(style == PROMPT)


def fill_card_savings(variant: Variant, hand: Hand, least: int, spare: int, limit: int, planes: Any) -> None:
    """Write the saving by each card for `hand`, which discards `spare` points, and whether it could close."""
    runs, same_suit = run_table_of(variant), variant.set_same_suit_duplicates
    rest = helping_faces(variant, hand)
    while rest:
        face = lowest_bit(rest)
        rest &= rest - 1
        left = least_deadwood(join_hands(hand, single(face)), runs, same_suit)
        if left < least + face_points(variant, face):
            thrown = min(left, spare)
            set_cell(planes, HELPS, face, (least - left + thrown) / 10)
            set_cell(planes, CLOSES, face, 2.0 if left == thrown else flag_number(left - thrown <= limit))


def seer_value(
    variant: Variant, state: State, memory: Memory, own: int, other: int, style: int, usual: int, action: int,
    value: float, evaluator: Evaluator, seers: tuple[Evaluator, ...],
) -> float:  # fmt: skip
    """Return the seer's value of `action`, where `steady` would do `usual`: replaces `horizon_value`."""
    seer = seers[0]
    fill_position_input(variant, state, memory, own, other, seer)
    fill_other_hand(variant, state, style, seer.planes, seer.numbers)
    return float(evaluate_last_position(seer) + seer.gains[action] - seer.gains[usual])
