"""One decision after another at many tables: plain loops that are compiled with the law.

A table is a row of `TABLE_ROW` and its deck. The row holds the state, what the seat to move may do, and
what either seat remembers of the other.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.actions import BIG_GIN, CLOSE, DRAW, PASS, TAKE, after_action, is_allowed
from ginrummy.kernel.rng import drawn_dealer, shuffle_deck
from ginrummy.kernel.row_layouts import (
    read_choices,
    read_memory,
    read_state,
    write_choices,
    write_memory,
    write_result,
    write_state,
)
from ginrummy.kernel.simulation import remembered
from ginrummy.rules.dealing import deal_deck, next_face
from ginrummy.rules.ending import automatic_score
from ginrummy.rules.faces import FACE_COUNT
from ginrummy.rules.hand import size_of
from ginrummy.rules.opponent_memory import no_memory
from ginrummy.rules.scoring import HandScore, next_dealer
from ginrummy.rules.turns import CLOSED, State, choices, knock_limit
from ginrummy.rules.variant import Variant

NOBODY_YET: Final = -1
(
    OWN, OWN_TWINS, TOP, FRESH, UPCARD, PILE, PILE_TWINS, KNOWN, KNOWN_TWINS, TAKEN, REFUSED, DISCARDED,
) = range(12)  # fmt: skip
PLANE_COUNT: Final = 12
PHASE, DEALS, STOCK, OWN_SIZE, OTHER_SIZE, LIMIT, TURNS, IDLE = range(8)
NUMBER_COUNT: Final = 8


def seat_state(variant: Variant, row: Any, state: State) -> None:
    """Write `state` to a table, and what the seat to move may do."""
    write_state(row, state)
    write_choices(row, choices(variant, state))


def deal_table(variant: Variant, row: Any, deck: Any, dealer: int) -> None:
    """Begin the next hand at a table; the dealer is drawn by lot where `dealer` is `NOBODY_YET`."""
    shuffle_deck(deck, row.seed, row.number)
    seat = drawn_dealer(row.seed, row.number) if dealer == NOBODY_YET else dealer
    write_memory(row, 0, no_memory())
    write_memory(row, 1, no_memory())
    row.decisions = 0
    seat_state(variant, row, deal_deck(variant, deck, seat))


def deal_tables(variant: Variant, rows: Any, decks: Any, chosen: Any) -> None:
    """Begin deal `number` of its `seed` at each table where `chosen` is true."""
    for place in range(len(rows)):
        if chosen[place]:
            deal_table(variant, rows[place], decks[place], NOBODY_YET)


def first_illegal(rows: Any, actions: Any) -> int:
    """Return the first table whose hand goes on and whose action is not allowed, or -1."""
    for place in range(len(rows)):
        if rows[place].phase < CLOSED and not is_allowed(read_choices(rows[place]), actions[place]):
            return place
    return -1


def step_tables(
    variant: Variant, rows: Any, decks: Any, actions: Any, again: bool, rewards: Any, ended: Any, results: Any
) -> None:
    """Do one allowed action at every table whose hand goes on, and deal anew where it ends and `again`.

    A hand that ends writes the points of both seats, one what the other loses, to its row of `rewards`, and
    its score to `results`; elsewhere rewards are 0.
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
                pay(score, rewards[place])
                if again:
                    row.number += 1
                    dealer = next_dealer(variant, state.dealer, score.winner)
                    deal_table(variant, row, decks[place], dealer)


def step_table(variant: Variant, row: Any, deck: Any, action: int) -> State:
    """Return the state after `action` at one table, also written to its row."""
    state = read_state(row)
    watcher = 1 - state.turn
    write_memory(row, watcher, remembered(read_memory(row, watcher), state.pile.top, action))
    state = after_action(variant, state, action, next_face(deck, state))
    row.decisions += 1
    seat_state(variant, row, state)
    return state


def pay(score: HandScore, rewards: Any) -> None:
    """Write the points of a hand to `rewards`: the winner's, and as many lost by the other seat."""
    if score.winner >= 0:
        rewards[score.winner] = score.points
        rewards[1 - score.winner] = -score.points


def fill_legal(rows: Any, masks: Any) -> None:
    """Write 1 to each row of `masks` at the actions that are allowed, else 0."""
    for place in range(len(rows)):
        row, mask = rows[place], masks[place]
        spread_bits(row.discards, mask[:CLOSE])
        spread_bits(row.closings, mask[CLOSE:DRAW])
        mask[DRAW], mask[TAKE] = row.draw, row.take
        mask[PASS], mask[BIG_GIN] = row.leave, row.big_gin


def spread_bits(bits: int, places: Any) -> None:
    """Write the lowest bits of a set of faces to `places`, one a place."""
    for face in range(FACE_COUNT):
        places[face] = bits >> face & 1


def fill_observations(variant: Variant, rows: Any, planes: Any, numbers: Any) -> None:
    """Write what the seat to move knows to each row of `planes` and `numbers`."""
    for place in range(len(rows)):
        observe(variant, rows[place], rows[place].turn, planes[place], numbers[place])


def observe(variant: Variant, row: Any, seat: int, planes: Any, numbers: Any) -> None:
    """Write what `seat` knows at one table to `planes` and `numbers`."""
    state, memory = read_state(row), read_memory(row, seat)
    own = state.hands[seat]
    spread_bits(own.cards, planes[OWN])
    spread_bits(own.twins, planes[OWN_TWINS])
    spread_bits(face_bit(state.pile.top), planes[TOP])
    spread_bits(face_bit(state.taken), planes[FRESH])
    spread_bits(face_bit(state.upcard), planes[UPCARD])
    spread_bits(state.pile.cards.cards, planes[PILE])
    spread_bits(state.pile.cards.twins, planes[PILE_TWINS])
    spread_bits(memory.known.cards, planes[KNOWN])
    spread_bits(memory.known.twins, planes[KNOWN_TWINS])
    spread_bits(memory.taken, planes[TAKEN])
    spread_bits(memory.refused, planes[REFUSED])
    spread_bits(memory.discarded, planes[DISCARDED])
    numbers[PHASE], numbers[DEALS], numbers[STOCK] = state.phase, state.dealer == seat, state.stock
    numbers[OWN_SIZE], numbers[OTHER_SIZE] = size_of(own), size_of(state.hands[1 - seat])
    numbers[LIMIT] = knock_limit(variant, state, state.closed)
    numbers[TURNS], numbers[IDLE] = state.turns, state.idle


def face_bit(face: int) -> int:
    """Return the set of one face, empty for no face."""
    return 1 << face if face >= 0 else 0
