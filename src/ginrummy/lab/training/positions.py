"""Generator of training positions with the worth of each action: loops that are compiled with the law.

The current network plays a hand, with occasional random actions, against one of a pool of styles. In some of
its positions each plausible action is rolled out by the network. The other hand is the true one, a fair
sample of the hands that such players get. The order of the stock is reshuffled, the same for all actions.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.actions import after_action, update_memories
from ginrummy.kernel.rng import (
    FIRST_SEAT,
    fill_shuffled_deck,
    number_below,
    random_dealer,
    stream_key,
    word_at,
)
from ginrummy.kernel.row_fields import (
    MEMORY_FIELDS,
    STATE_FIELDS,
    read_memory,
    read_state,
    write_memory,
    write_state,
)
from ginrummy.lab.training.opponents import rival_action
from ginrummy.lab.training.seer import fill_other_hand
from ginrummy.players.candidate_actions import MOST, NO_ACTION, fill_candidates
from ginrummy.players.network_evaluator import Evaluator, best_action, best_gain_index, evaluate
from ginrummy.players.network_input import fill_input
from ginrummy.players.rollouts import own_rollout_action, play_out, shuffle, win_chance
from ginrummy.players.truncated_rollout import roll_to_horizon
from ginrummy.rules.turns import CLOSED, Memory, State, choices, deal_deck, next_face, no_memory
from ginrummy.variants import Variant

ASIDE: Final = 8  # one decision in this many is random
KEPT: Final = 3  # one position in this many is recorded
FAR_BEHIND: Final = 0.4  # gap to the best, in tens of points, beyond which an action is rarely tried
TRIED_ANYHOW: Final = 4  # one position in this many has every action tried
EVEN_SCORES: Final = 2  # one hand in this many is the first of a match

POSITION_FIELDS: Final = [
    ("game", np.int16),
    ("own", np.int16),
    ("other", np.int16),
    ("style", np.int8),
    ("count", np.int8),
    ("actions", np.int8, (MOST,)),
    ("worths", np.float32, (MOST,)),
    ("foreseen", np.float32, (MOST,)),
]
POSITION_ROW: Final = np.dtype([*POSITION_FIELDS, *STATE_FIELDS, *MEMORY_FIELDS], align=True)


class NetworksInUse(NamedTuple):
    """The networks in use.

    The `pupil` plays. The first of `seers` sees both hands and evaluates them. `rivals`, as an ensemble, play
    the other seat in the style of the network.
    """

    pupil: Evaluator
    seers: tuple[Evaluator, ...]
    rivals: tuple[Evaluator, ...]


class PositionBuffers(NamedTuple):
    """Buffers: a deck, the faces of its stock, and the compared actions, here and later."""

    deck: Any
    stock: Any
    found: Any
    later: Any


def new_position_buffers(variant: Variant) -> PositionBuffers:
    """Return buffers for the hands of `variant`."""
    cards = FACE_COUNT * variant.decks
    return PositionBuffers(
        np.empty(cards, np.uint8),
        np.empty(cards, np.int64),
        np.empty(MOST, np.int64),
        np.empty(MOST, np.int64),
    )


def gather(
    variant: Variant, game: int, equity: Any, seed: int, first: int, styles: Any, asked: NetworksInUse,
    bench: PositionBuffers, rows: Any,
) -> tuple[int, int]:  # fmt: skip
    """Fill `rows` with positions from deals `first`, `first` + 1 ... of `seed`.

    Return their number and the next deal. `game`, the index of the variant, is written to each row. The other
    seat plays in each of `styles` in rotation, and evaluates `rivals` in the style of the network.
    """
    filled, number = 0, first
    while filled + FACE_COUNT < len(rows):
        filled = gather_hand(variant, game, equity, seed, number, styles, asked, bench, rows, filled)
        number += 1
    return filled, number


def gather_hand(
    variant: Variant, game: int, equity: Any, seed: int, number: int, styles: Any,
    asked: NetworksInUse, bench: PositionBuffers, rows: Any, filled: int,
) -> int:  # fmt: skip
    """Add positions of one deal to `rows` after the first `filled`. Return the new count."""
    key, deck, found, pupil = stream_key(seed, number, FIRST_SEAT), bench.deck, bench.found, asked.pupil
    fill_shuffled_deck(deck, seed, number)
    state = deal_deck(variant, deck, random_dealer(seed, number))
    memories = (no_memory(), no_memory())
    learner, style, decisions = number % 2, styles[number // 2 % len(styles)], 0
    own, other = starting_scores(variant, equity, word_at(key, 1))
    while state.phase < CLOSED:
        stream = word_at(key, decisions + 2)
        options, seat = choices(variant, state), state.turn
        if seat != learner:
            action = rival_action(
                variant, style, state, options, memories[seat], other, own, asked.rivals, found,
                word_at(stream, 1),
            )  # fmt: skip
        else:
            action = own_rollout_action(variant, state, options, memories[seat], word_at(stream, 1))
            count = fill_candidates(variant, state, options, action, found)
            lot, _place = number_below(stream, 8, ASIDE * KEPT * TRIED_ANYHOW)
            if count > 1:
                evaluate(variant, state, memories[seat], own, other, pupil)
                action = best_action(pupil.gains, found, count)
                if lot % TRIED_ANYHOW:
                    count = keep_near_best(pupil.gains, found, count)
            lot //= TRIED_ANYHOW
            if count > 1 and lot % KEPT == 0 and filled < len(rows):
                row = rows[filled]
                row.game, row.own, row.other, row.style, row.count = game, own, other, style, count
                write_position(row, state, memories, found, count)
                stock = stock_faces(state, deck, bench.stock)
                roll_out_actions(
                    variant, state, memories, style, stock, equity, row, asked, bench.later, stream
                )
                filled += 1
            if lot // KEPT == 0:
                chosen, _place = number_below(stream, 16, count)
                action = found[chosen]
        memories = update_memories(variant, memories, state, action)
        state = after_action(variant, state, action, next_face(deck, state))
        decisions += 1
    return filled


def stock_faces(state: State, deck: Any, room: Any) -> Any:
    """Return the faces of the stock, in the order of drawing, written to `room`."""
    for place in range(state.stock):
        room[place] = deck[len(deck) - state.stock + place] % FACE_COUNT
    return room[: state.stock]


def write_position(row: Any, state: State, memories: tuple[Memory, Memory], found: Any, count: int) -> None:
    """Write the state of the hand to `row`, and the first `count` actions of `found` with no worth yet."""
    write_state(row, state)
    write_memory(row, 0, memories[0])
    write_memory(row, 1, memories[1])
    for place in range(MOST):
        row.actions[place] = found[place] if place < count else NO_ACTION
        row.worths[place], row.foreseen[place] = 0.0, np.nan


def keep_near_best(gains: Any, found: Any, count: int) -> int:
    """Keep in `found` the first action and those that gain hardly less than the best. Return their number."""
    most, left = gains[found[best_gain_index(gains, found, count)]], 1
    for place in range(1, count):
        if gains[found[place]] > most - FAR_BEHIND:
            found[left] = found[place]
            left += 1
    return left


def starting_scores(variant: Variant, equity: Any, key: Any) -> tuple[int, int]:
    """Return the scores at the start of the hand: none, or random ones below the target of one game."""
    even, place = number_below(key, 0, EVEN_SCORES)
    own, place = number_below(key, place, len(equity) - 1)
    other, place = number_below(key, place, len(equity) - 1)
    return (0, 0) if even == 0 or variant.columns > 1 else (own, other)


def roll_out_actions(
    variant: Variant, state: State, memories: tuple[Memory, Memory], style: int, stock: Any, equity: Any,
    row: Any, asked: NetworksInUse, later: Any, key: Any,
) -> None:  # fmt: skip
    """Write the chance to win the match after each action of `row`, and the network's prediction of it."""
    shuffle(stock, word_at(key, 101))
    for place in range(row.count):
        there = roll_to_horizon(
            variant, state, style, stock, memories[0], memories[1], row.actions[place], row.own, row.other,
            asked.pupil, asked.seers, asked.rivals, later, word_at(key, 102),
        )  # fmt: skip
        row.foreseen[place], end = there.foreseen, there.state
        if end.phase < CLOSED:
            end = play_out(
                variant, end, style, stock, there.first, there.second, there.action, word_at(key, 103)
            )
        row.worths[place] = win_chance(variant, end, state.turn, equity, row.own, row.other)


def fill_inputs(variants: Any, rows: Any, planes: Any, numbers: Any) -> None:
    """Write the network's input for each of `rows`; `game` is the index in `variants`."""
    for place in range(len(rows)):
        row = rows[place]
        state = read_state(row)
        planes[place] = 0.0
        numbers[place] = 0.0
        fill_input(
            variants[row.game],
            state,
            read_memory(row, state.turn),
            row.own,
            row.other,
            planes[place],
            numbers[place],
        )


def fill_seer_inputs(variants: Any, rows: Any, planes: Any, numbers: Any) -> None:
    """Write the seer's input, as `fill_inputs` does."""
    fill_inputs(variants, rows, planes, numbers)
    for place in range(len(rows)):
        row = rows[place]
        fill_other_hand(variants[row.game], read_state(row), row.style, planes[place], numbers[place])
