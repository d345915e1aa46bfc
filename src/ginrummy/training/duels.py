"""The network against `steady`, thousands of hands a second: the loops, which compile with the law.

Each deal is played twice, seats exchanged. Hands are played from no score, matches of one column to their
target as a referee of matches would have it.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel.actions import after_action, with_sight
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.rng import drawn_dealer, shuffle_deck
from ginrummy.kernel.row_fields import variant_record
from ginrummy.players.candidate_actions import fill_candidates
from ginrummy.players.network import Networks
from ginrummy.players.network_loops import weights_for_loops
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.automatic_showdown import automatic_score
from ginrummy.rules.dealing import deal_deck, next_face
from ginrummy.rules.opponent_memory import Memory, no_memory
from ginrummy.rules.scoring import NOBODY, next_dealer
from ginrummy.rules.turns import CLOSED, Choices, State, choices
from ginrummy.training.compiled_evaluator import Evaluator, best_action, evaluator_by, mean_gains
from ginrummy.training.positions import Bench, bench_for
from ginrummy.variants import Variant

MOST_HANDS: Final = 1000
"""Deals that are set apart for one match."""


def hands(
    variant: Variant, networks: Networks, *, pairs: int, seed: int, first: int = 0
) -> NDArray[np.float64]:
    """Return the points a hand that the network scores more than `steady` on each of so many deals."""
    return _played(play_hands, variant, networks, pairs, seed, first)


def matches(
    variant: Variant, networks: Networks, *, pairs: int, seed: int, first: int = 0
) -> NDArray[np.float64]:
    """Return which part of two matches on the same deals the network wins of `steady`, so many times."""
    return _played(play_matches, variant, networks, pairs, seed, first)


def _played(
    loop: Any, variant: Variant, networks: Networks, pairs: int, seed: int, first: int
) -> NDArray[np.float64]:
    found = np.zeros(pairs)
    compiled(loop)(variant_record(variant), seed, first, pupils_of(networks), bench_for(variant), found)
    return found


def pupils_of(networks: Networks) -> tuple[Evaluator, ...]:
    """Return `networks` as the loops ask them, with room of their own."""
    return tuple(evaluator_by(weights_for_loops(weights)) for weights in networks)


def play_hands(
    variant: Variant, seed: int, first: int, pupils: tuple[Evaluator, ...], bench: Bench, found: Any
) -> None:
    """Write what the pupil scores more than `steady` on deals `first`, `first` + 1 ... to `found`."""
    for place in range(len(found)):
        shuffle_deck(bench.deck, seed, first + place)
        dealer, total = drawn_dealer(seed, first + place), 0
        for seat in range(2):
            total += play_hand(variant, bench, dealer, seat, 0, 0, pupils)
        found[place] = total / 2


def play_matches(
    variant: Variant, seed: int, first: int, pupils: tuple[Evaluator, ...], bench: Bench, found: Any
) -> None:
    """Write how much of matches `first`, `first` + 1 ..., each played from both seats, the pupil wins."""
    for place in range(len(found)):
        won = 0
        for seat in range(2):
            won += match_won(variant, seed, (first + place) * MOST_HANDS, seat, pupils, bench)
        found[place] = won / 2


def match_won(
    variant: Variant, seed: int, number: int, seat: int, pupils: tuple[Evaluator, ...], bench: Bench
) -> int:
    """Return 1 where the pupil, sitting at `seat`, is first at the target, else 0, from deal `number` on."""
    own, other, dealer = 0, 0, drawn_dealer(seed, number)
    while own < variant.game_target and other < variant.game_target:
        shuffle_deck(bench.deck, seed, number)
        points = play_hand(variant, bench, dealer, seat, own, other, pupils)
        own, other, number = own + max(points, 0), other + max(-points, 0), number + 1
        dealer = next_dealer(variant, dealer, seat if points > 0 else 1 - seat if points < 0 else NOBODY)
    return 1 if own >= variant.game_target else 0


def play_hand(
    variant: Variant, bench: Bench, dealer: int, seat: int, own: int, other: int,
    pupils: tuple[Evaluator, ...],
) -> int:  # fmt: skip
    """Return what the pupil at `seat` scores more than `steady` in a hand from the deck on the bench."""
    state, memories = deal_deck(variant, bench.deck, dealer), (no_memory(), no_memory())
    return play_on(variant, state, memories, bench.deck, seat, own, other, pupils, bench.found)


def play_on(
    variant: Variant, state: State, memories: tuple[Memory, Memory], deck: Any, seat: int, own: int,
    other: int, pupils: tuple[Evaluator, ...], found: Any,
) -> int:  # fmt: skip
    """Return what the pupil at `seat` scores more than `steady` from where a hand stands.

    `deck` ends in the stock, in the order of drawing; `found` is room for actions.
    """
    while state.phase < CLOSED:
        turn = state.turn
        options, memory = choices(variant, state), memories[turn]
        action = steady_action(variant, state, options, memory, 0)
        if turn == seat:
            action = pupil_action(variant, state, options, memory, own, other, pupils, action, found)
        memories = with_sight(memories, turn, state.pile.top, action)
        state = after_action(variant, state, action, next_face(deck, state))
    score = automatic_score(variant, state)
    return score.points if score.winner == seat else -score.points


def pupil_action(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int,
    pupils: tuple[Evaluator, ...], usual: int, found: Any,
) -> int:  # fmt: skip
    """Return what the pupil does, where `steady` does what is `usual`; another may be put in its place."""
    count = fill_candidates(variant, state, options, usual, found)
    if count == 1:
        return usual
    return best_action(mean_gains(variant, state, memory, own, other, pupils), found, count)
