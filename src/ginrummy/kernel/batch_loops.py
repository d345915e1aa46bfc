"""The law over arrays, row by row: plain loops that are compiled with it."""

from __future__ import annotations

from typing import Any

from ginrummy.kernel.actions import after_action, is_allowed
from ginrummy.kernel.rng import fill_shuffled_deck
from ginrummy.kernel.row_fields import read_state, write_choices, write_result, write_state
from ginrummy.rules.cards import Hand
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import least_deadwood
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import choices
from ginrummy.rules.variant import Variant


def least_deadwoods(cards: Any, twins: Any, runs: int, same_suit: int, out: Any) -> None:
    """Write the least deadwood of each hand to `out`."""
    for place in range(len(cards)):
        out[place] = least_deadwood(Hand(cards[place], twins[place]), runs, same_suit)


def discard_deadwoods(cards: Any, twins: Any, runs: int, same_suit: int, out: Any) -> None:
    """Write the least deadwood after each discard to the rows of `out`, -1 for cards not held."""
    for place in range(len(cards)):
        row = out[place]
        for face in range(len(row)):
            row[face] = -1
        fill_deadwoods(Hand(cards[place], twins[place]), runs, same_suit, row)


def shuffled_decks(seed: int, first: int, out: Any) -> None:
    """Write the decks of deals `first`, `first` + 1 ... of `seed` to the rows of `out`."""
    for place in range(len(out)):
        fill_shuffled_deck(out[place], seed, first + place)


def all_choices(variant: Variant, states: Any, out: Any) -> None:
    """Write the legal options in each of `states` to the rows of `out`."""
    for place in range(len(states)):
        write_choices(out[place], choices(variant, read_state(states[place])))


def all_after(variant: Variant, states: Any, actions: Any, next_faces: Any, out: Any) -> int:
    """Write each state after its action to `out`. Return the first index of an illegal action, or -1.

    Rows of `out` for illegal actions are not changed.
    """
    illegal = -1
    for place in range(len(states)):
        state = read_state(states[place])
        action = actions[place]
        if is_allowed(choices(variant, state), action):
            write_state(out[place], after_action(variant, state, action, next_faces[place]))
        elif illegal < 0:
            illegal = place
    return illegal


def all_scores(variant: Variant, states: Any, out: Any) -> None:
    """Write the score of each of `states`, of hands closed or over, to the rows of `out`."""
    for place in range(len(states)):
        state = read_state(states[place])
        write_result(out[place], automatic_score(variant, state), state.dealer, state.turns, 0)
