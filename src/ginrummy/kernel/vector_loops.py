"""Loops over many tables, one decision each per step: plain loops that are compiled with the law.

A table is a row of `TABLE_ROW` and its deck. The row holds the state, the legal options of the seat to move,
and both seats' memories of the other. Masks and planes have cells of one byte. They are written as 32-bit
words, lowest byte first, and callers pass them in that form (`numpy_rows.in_words`).
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.actions import after_action, is_allowed, update_memory
from ginrummy.kernel.observation import known_cards, known_counts
from ginrummy.kernel.rng import BY_LOT, dealer_or_random, fill_shuffled_deck
from ginrummy.kernel.row_fields import (
    read_choices,
    read_memory,
    read_state,
    write_choices,
    write_memory,
    write_result,
    write_state,
)
from ginrummy.rules.cards import FACE_COUNT, size_of
from ginrummy.rules.scoring import NOBODY, HandScore, next_dealer
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, State, choices, deal_deck, next_face, no_memory
from ginrummy.rules.variant import Variant

FACES_A_WORD: Final = 4
ALL_OF_WORD: Final = 0xF
WORD_COUNT: Final = FACE_COUNT // FACES_A_WORD
ONE_EACH_SEVEN: Final = 0x204081
ONE_EACH_EIGHT: Final = 0x1010101


def write_table_state(variant: Variant, row: Any, state: State) -> None:
    """Write `state` to a table, with the legal options of the seat to move."""
    write_state(row, state)
    write_choices(row, choices(variant, state))


def deal_table(variant: Variant, row: Any, deck: Any, dealer: int) -> None:
    """Start the next hand at a table, with a random dealer when `dealer` is `BY_LOT`."""
    fill_shuffled_deck(deck, row.seed, row.number)
    seat = dealer_or_random(dealer, row.seed, row.number)
    write_memory(row, 0, no_memory())
    write_memory(row, 1, no_memory())
    row.decisions = 0
    write_table_state(variant, row, deal_deck(variant, deck, seat))


def deal_tables(variant: Variant, rows: Any, decks: Any, chosen: Any) -> None:
    """Start deal `number` of its `seed` at each table where `chosen` is true."""
    for place in range(len(rows)):
        if chosen[place]:
            deal_table(variant, rows[place], decks[place], BY_LOT)


def first_illegal(rows: Any, actions: Any) -> int:
    """Return the first table with an unfinished hand and an illegal action, or -1."""
    for place in range(len(rows)):
        if rows[place].phase < CLOSED and not is_allowed(read_choices(rows[place]), actions[place]):
            return place
    return -1


def step_tables(
    variant: Variant, rows: Any, decks: Any, actions: Any, again: bool, rewards: Any, ended: Any, results: Any
) -> None:
    """Do one legal action at every table with an unfinished hand, and with `again` redeal when a hand ends.

    A hand that ends writes the points of both seats, one's gain as the other's loss, to its row of `rewards`,
    and its score to `results`. Rewards are 0 elsewhere.
    """
    for place in range(len(rows)):
        row = rows[place]
        rewards[place, 0] = 0
        rewards[place, 1] = 0
        ended[place] = False
        if row.phase < CLOSED:
            state = step_table(variant, row, decks[place], actions[place])
            if state.phase >= CLOSED:
                ended[place] = True
                score = automatic_score(variant, state)
                write_result(results[place], score, state.dealer, state.turns, row.decisions)
                write_rewards(score, rewards[place])
                if again:
                    row.number += 1
                    dealer = next_dealer(variant, state.dealer, score.winner)
                    deal_table(variant, row, decks[place], dealer)


def step_table(variant: Variant, row: Any, deck: Any, action: int) -> State:
    """Return the state after `action` at one table, also written to its row."""
    state = read_state(row)
    watcher = 1 - state.turn
    write_memory(row, watcher, update_memory(variant, read_memory(row, watcher), state, action))
    state = after_action(variant, state, action, next_face(deck, state))
    row.decisions += 1
    write_table_state(variant, row, state)
    return state


def write_rewards(score: HandScore, rewards: Any) -> None:
    """Write the points of a hand to `rewards`: the winner's gain, and the same loss for the other seat."""
    if score.winner != NOBODY:
        rewards[score.winner] = score.points
        rewards[1 - score.winner] = -score.points


def fill_legal(rows: Any, masks: Any) -> None:
    """Write 1 for each legal action, else 0: a byte per action, four of them per word of `masks`."""
    for place in range(len(rows)):
        row, mask = rows[place], masks[place]
        expand_bits(row.discards, mask[:WORD_COUNT])
        expand_bits(row.closings, mask[WORD_COUNT : 2 * WORD_COUNT])
        mask[2 * WORD_COUNT] = expand_nibble(row.draw | row.take << 1 | row.leave << 2 | row.big_gin << 3)


def expand_bits(bits: int, words: Any) -> None:
    """Write a set of faces to `words`, a byte per face."""
    for place in range(WORD_COUNT):
        words[place] = expand_nibble(bits >> FACES_A_WORD * place & ALL_OF_WORD)


def expand_nibble(bits: int) -> int:
    """Return four bits as the lowest ones of four bytes.

    The factor shifts a copy of them by seven places for each byte, so that no two overlap.

    >>> hex(expand_nibble(0b1011))
    '0x1000101'
    """
    return bits * ONE_EACH_SEVEN & ONE_EACH_EIGHT


def fill_observations(variant: Variant, rows: Any, planes: Any, numbers: Any) -> None:
    """Write the observation of the seat to move to each row of `planes` and `numbers`."""
    for place in range(len(rows)):
        observe(variant, rows[place], rows[place].turn, planes[place], numbers[place])


def observe(variant: Variant, row: Any, seat: int, planes: Any, numbers: Any) -> None:
    """Write the observation of `seat` at one table to `planes`, four faces per word, and `numbers`."""
    state = read_state(row)
    for place, faces in enumerate(known_cards(state, read_memory(row, seat), seat)):
        expand_bits(faces, planes[place])
    write_phase_and_counts(variant, state, seat, numbers)


def write_phase_and_counts(variant: Variant, state: State, seat: int, numbers: Any) -> None:
    """Write the phase and the counts of a hand that `seat` knows."""
    other_size = size_of(state.hands[1 - seat])
    for place, count in enumerate(known_counts(variant, state, seat, other_size)):
        numbers[place] = count
