"""Loops over tables between two decisions of the caller: plain loops that are compiled with the law.

`opponent` is a placeholder for a player that acts within the step; `compile.compile_function` replaces it.
"""

from __future__ import annotations

from typing import Any

from ginrummy.kernel.hand_simulation import accepts_action, random_action
from ginrummy.kernel.observation import NUMBER_COUNT, PLANE_COUNT, known_cards
from ginrummy.kernel.rng import BY_LOT, FIRST_SEAT, SECOND_SEAT, stream_key, word_at
from ginrummy.kernel.row_fields import read_choices, read_memory, read_state, write_result
from ginrummy.kernel.vector_loops import (
    deal_table,
    fill_legal,
    fill_observations,
    first_illegal,
    observe,
    step_table,
    write_phase_and_counts,
    write_rewards,
)
from ginrummy.rules.cards import FACE_COUNT
from ginrummy.rules.scoring import next_dealer
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State
from ginrummy.variants import Variant

_CELLS = PLANE_COUNT * FACE_COUNT


def opponent(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the action of the other seat: random, unless swaps replace this player."""
    return random_action(variant, state, options, memory, key)


def play_one(variant: Variant, rows: Any, decks: Any, action: int, rewards: Any, results: Any) -> int:
    """Do `action`, a legal one, at a single table and return the seat to move."""
    row = rows[0]
    state = step_table(variant, row, decks[0], action)
    if state.phase >= CLOSED:
        score = automatic_score(variant, state)
        write_result(results[0], score, state.dealer, state.turns, row.decisions)
        write_rewards(score, rewards)
    return state.turn


def deal_one(variant: Variant, rows: Any, decks: Any, dealer: int) -> int:
    """Deal at a single table, with a random dealer for `BY_LOT`, and return the seat to move."""
    deal_table(variant, rows[0], decks[0], dealer)
    seat: int = rows[0].turn
    return seat


def observe_one(variant: Variant, rows: Any, seat: int, numbers: Any) -> None:
    """Write the observation of `seat` at a single table to `numbers`, planes first."""
    state = read_state(rows[0])
    for plane, faces in enumerate(known_cards(state, read_memory(rows[0], seat), seat)):
        for face in range(FACE_COUNT):
            numbers[plane * FACE_COUNT + face] = faces >> face & 1
    write_phase_and_counts(variant, state, seat, numbers[_CELLS : _CELLS + NUMBER_COUNT])


def play_opponent(variant: Variant, row: Any, deck: Any, seat: int, refused: Any, place: int) -> State:
    """Let the opponent of `seat` act at table `place` until `seat` is to move or the hand is over.

    An illegal action is written to `refused` and not played: it is still the opponent's turn.
    """
    state = read_state(row)
    if seat >= 0 and state.turn != seat and state.phase < CLOSED:
        purpose = SECOND_SEAT if seat == 0 else FIRST_SEAT
        key = stream_key(row.seed, row.number, purpose)
        while state.phase < CLOSED and state.turn != seat:
            options, memory = read_choices(row), read_memory(row, 1 - seat)
            action = opponent(variant, state, options, memory, word_at(key, row.decisions + 1))
            if not accepts_action(options, action):
                refused[place] = action
                return state
            state = step_table(variant, row, deck, action)
    return state


def deal_until_turn(
    variant: Variant, row: Any, deck: Any, seat: int, dealer: int, refused: Any, place: int
) -> None:
    """Deal at table `place` until `seat` can act: hands that the opponent ends first are skipped.

    The next hand's dealer is random: with the same one the opponent might end them all.
    """
    deal_table(variant, row, deck, dealer)
    state = play_opponent(variant, row, deck, seat, refused, place)
    while state.phase >= CLOSED:
        row.number += 1
        deal_table(variant, row, deck, BY_LOT)
        state = play_opponent(variant, row, deck, seat, refused, place)


def begin_tables(variant: Variant, rows: Any, decks: Any, seat: int, refused: Any) -> None:
    """Start deal `number` of its `seed` at each table; `seat` is -1 if the caller plays both seats.

    `refused` is as in `step_tables`.
    """
    for place in range(len(rows)):
        deal_until_turn(variant, rows[place], decks[place], seat, BY_LOT, refused, place)


def step_tables(
    variant: Variant, rows: Any, decks: Any, seat: int, refused: Any, actions: Any,
    rewards: Any, points: Any, ended: Any, results: Any, planes: Any, numbers: Any,
) -> None:  # fmt: skip
    """Do one legal action at every table, let the opponent reply, and redeal when the hand is over.

    `rewards` are the points of the seat that acted, `points` those of both seats. That seat's observation at
    the end of a hand is written to `planes`, in words as `vector_loops` does, and `numbers`. A table where
    the opponent chose an illegal action has that action in `refused`.
    """
    for place in range(len(rows)):
        row, deck = rows[place], decks[place]
        mover = row.turn
        points[place, 0], points[place, 1] = 0, 0
        step_table(variant, row, deck, actions[place])
        state = play_opponent(variant, row, deck, seat, refused, place)
        ended[place] = state.phase >= CLOSED
        if state.phase >= CLOSED:
            score = automatic_score(variant, state)
            write_result(results[place], score, state.dealer, state.turns, row.decisions)
            write_rewards(score, points[place])
            observe(variant, row, mover, planes[place], numbers[place])
            row.number += 1
            deal_until_turn(
                variant, row, deck, seat, next_dealer(variant, state.dealer, score.winner), refused, place
            )
        rewards[place] = points[place, mover]


def write_plane_observations(
    variant: Variant, rows: Any, decks: Any, seat: int, masks: Any, planes: Any, numbers: Any
) -> None:
    """Write the mask and the observation of the seat to move, a plane of 13 words for each set of cards."""
    fill_legal(rows, masks)
    fill_observations(variant, rows, planes, numbers)


def write_set_observations(
    variant: Variant, rows: Any, decks: Any, seat: int, masks: Any, sets: Any, numbers: Any
) -> None:
    """Write the mask and the observation of the seat to move, 64 bits for each set of cards."""
    fill_legal(rows, masks)
    for place in range(len(rows)):
        row = rows[place]
        state = read_state(row)
        for plane, faces in enumerate(known_cards(state, read_memory(row, state.turn), state.turn)):
            sets[place, plane] = faces
        write_phase_and_counts(variant, state, state.turn, numbers[place])


def mark_illegal(rows: Any, actions: Any, marks: Any) -> None:
    """Write to `marks` whether the action of a table is illegal."""
    for place in range(len(rows)):
        marks[place] = first_illegal(rows[place : place + 1], actions[place : place + 1]) == 0


def pack_last_planes(ended: Any, planes: Any, sets: Any) -> None:
    """Write the planes of each table whose hand ended, a byte for a card, as sets of 64 bits."""
    for place in range(len(ended)):
        if ended[place]:
            for plane in range(PLANE_COUNT):
                faces = 0
                for face in range(FACE_COUNT):
                    faces |= planes[place, plane, face] << face
                sets[place, plane] = faces
