"""Simulation of whole hands: plain loops over the law, compiled together with the players.

`first_seat` and `second_seat` are placeholders for the two players. The call
`compile.compile_function(play_hands, {...})` replaces them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import action_count, after_action, is_allowed, nth_action, update_memory
from ginrummy.kernel.rng import (
    FIRST_SEAT,
    SECOND_SEAT,
    dealer_or_random,
    fill_shuffled_deck,
    number_below,
    stream_key,
    word_at,
)
from ginrummy.kernel.row_fields import write_result
from ginrummy.kernel.runtimes import Plain, is_ginrummy_function
from ginrummy.rules.scoring import VOID, HandScore
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices, deal_deck, next_face, no_memory
from ginrummy.rules.variant import Variant

REFUSED: Final = -1
_LARGEST: Final = (1 << 31) - 1


class Ending(NamedTuple):
    """Result of a hand: its score, the number of finished turns and of decisions.

    After an illegal action `turns` is `REFUSED`, the score's `winner` is that player and its `points` are the
    action.
    """

    score: HandScore
    turns: int
    decisions: int


def random_action(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return a legal action, each equally likely; `key` belongs to a stream that no other decision uses."""
    index, _place = number_below(key, 0, action_count(options))
    return nth_action(options, index)


def first_seat(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the action of seat 0: random, unless swaps replace this player.

    `state` holds the full state, of which a player may read its own hand, the pile, the counts and the flags.
    `memory` is what its seat has seen of the other one. `key` is new for each decision.
    """
    return random_action(variant, state, options, memory, key)


def second_seat(variant: Variant, state: State, options: Choices, memory: Memory, key: Any) -> int:
    """Return the action of seat 1, as `first_seat` does for seat 0."""
    return random_action(variant, state, options, memory, key)


def accepts_action(options: Choices, action: int) -> bool:
    """Return whether a player may do `action`: always true, because our players are correct, and free.

    `with_legality_checks` replaces this by `is_allowed` for third-party players.
    """
    return True


def with_legality_checks(swaps: Mapping[Plain, Plain]) -> dict[Plain, Plain]:
    """Return `swaps`, with checks of actions unless all players in them are ours."""
    return (
        dict(swaps)
        if all(map(is_ginrummy_function, swaps.values()))
        else {**swaps, accepts_action: is_allowed}
    )


def illegal_action_result(seat: int, action: int, decisions: int) -> Ending:
    """Return the result of a hand in which `seat` did an illegal action."""
    shown = max(-_LARGEST, min(action, _LARGEST))
    return Ending(HandScore(VOID, seat, 0, 0, 1, shown, 0), REFUSED, decisions)


def play_hand(variant: Variant, deck: Any, dealer: int, seed: int, number: int, log: Any) -> Ending:
    """Return the result of the hand dealt from `deck`, with the random stream of deal `number` of `seed`.

    The actions are written to `log`, up to its length.
    """
    state = deal_deck(variant, deck, dealer)
    first_key, second_key = stream_key(seed, number, FIRST_SEAT), stream_key(seed, number, SECOND_SEAT)
    first_memory, second_memory = no_memory(), no_memory()
    decisions = 0
    while state.phase < CLOSED:
        options = choices(variant, state)
        if state.turn == 0:
            action = first_seat(variant, state, options, first_memory, word_at(first_key, decisions + 1))
            second_memory = update_memory(variant, second_memory, state, action)
        else:
            action = second_seat(variant, state, options, second_memory, word_at(second_key, decisions + 1))
            first_memory = update_memory(variant, first_memory, state, action)
        if not accepts_action(options, action):
            return illegal_action_result(state.turn, action, decisions)
        if decisions < len(log):
            log[decisions] = action
        state = after_action(variant, state, action, next_face(deck, state))
        decisions += 1
    return Ending(automatic_score(variant, state), state.turns, decisions)


def play_hands(
    variant: Variant, deck: Any, seed: int, first: int, dealer: int, log: Any, results: Any
) -> None:
    """Play deals `first`, `first` + 1 ... of `seed` and write each result to a row of `results`.

    `dealer` is a seat or `rng.BY_LOT`. `deck` is a buffer for one deck, `log` for the actions of one hand.
    """
    for place in range(len(results)):
        number = first + place
        fill_shuffled_deck(deck, seed, number)
        seat = dealer_or_random(dealer, seed, number)
        ending = play_hand(variant, deck, seat, seed, number, log)
        write_result(results[place], ending.score, seat, ending.turns, ending.decisions)
