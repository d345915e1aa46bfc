"""Duels of the network against `steady` or another network, thousands of hands a second.

Loops that compile with the law. Each deal is played twice, seats exchanged. Hands start from no score, and
matches of one column run to their target as in the arena.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.kernel.actions import after_action, update_memories
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.rng import fill_shuffled_deck, random_dealer
from ginrummy.kernel.row_fields import variant_record
from ginrummy.lab.training.compiled_evaluator import make_evaluators, pupil_action
from ginrummy.lab.training.forward_pass import Networks
from ginrummy.lab.training.positions import PositionBuffers, new_position_buffers
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.scoring import NOBODY, next_dealer
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices, deal_deck, next_face, no_memory
from ginrummy.variants import Variant

MOST_HANDS: Final = 1000
"""Deals reserved for one match."""


class Sides(NamedTuple):
    """The sides of a duel: the pupil's networks, and the rival's; none when that is `steady`."""

    pupils: tuple[Evaluator, ...]
    rivals: tuple[Evaluator, ...] = ()


def hand_margins(
    variant: Variant, networks: Networks, *, pairs: int, seed: int, first: int = 0, rivals: Networks = ()
) -> NDArray[np.float64]:
    """Return the points a hand that the network scores above `steady`, for each of `pairs` deals.

    `rivals` take the place of `steady`.
    """
    return _play(play_hands, variant, networks, pairs, seed, first, rivals)


def match_shares(
    variant: Variant, networks: Networks, *, pairs: int, seed: int, first: int = 0, rivals: Networks = ()
) -> NDArray[np.float64]:
    """Return the share of two matches on the same deals that the network wins of `steady`, `pairs` times.

    `rivals` take the place of `steady`.
    """
    return _play(play_matches, variant, networks, pairs, seed, first, rivals)


def _play(
    loop: Any, variant: Variant, networks: Networks, pairs: int, seed: int, first: int, rivals: Networks
) -> NDArray[np.float64]:
    found = np.zeros(pairs)
    sides = Sides(make_evaluators(networks), make_evaluators(rivals))
    play = compile_function(loop, {usual_action: pupil_action} if rivals else {})
    play(variant_record(variant), seed, first, sides, new_position_buffers(variant), found)
    return found


def play_hands(
    variant: Variant, seed: int, first: int, sides: Sides, bench: PositionBuffers, found: Any
) -> None:
    """Write what the pupil scores above `steady` on deals `first`, `first` + 1 ... to `found`."""
    for place in range(len(found)):
        fill_shuffled_deck(bench.deck, seed, first + place)
        dealer, total = random_dealer(seed, first + place), 0
        for seat in range(2):
            total += play_hand(variant, bench, dealer, seat, 0, 0, sides)
        found[place] = total / 2


def play_matches(
    variant: Variant, seed: int, first: int, sides: Sides, bench: PositionBuffers, found: Any
) -> None:
    """Write the share that the pupil wins of matches `first`, `first` + 1 ..., each from both seats."""
    for place in range(len(found)):
        won = 0
        for seat in range(2):
            won += match_win(variant, seed, (first + place) * MOST_HANDS, seat, sides, bench)
        found[place] = won / 2


def match_win(
    variant: Variant, seed: int, number: int, seat: int, sides: Sides, bench: PositionBuffers
) -> int:
    """Return 1 when the pupil at `seat` reaches the target first, else 0, from deal `number` on."""
    own, other, dealer = 0, 0, random_dealer(seed, number)
    while own < variant.game_target and other < variant.game_target:
        fill_shuffled_deck(bench.deck, seed, number)
        points = play_hand(variant, bench, dealer, seat, own, other, sides)
        own, other, number = own + max(points, 0), other + max(-points, 0), number + 1
        dealer = next_dealer(variant, dealer, seat if points > 0 else 1 - seat if points < 0 else NOBODY)
    return 1 if own >= variant.game_target else 0


def play_hand(
    variant: Variant, bench: PositionBuffers, dealer: int, seat: int, own: int, other: int,
    sides: Sides,
) -> int:  # fmt: skip
    """Return what the pupil at `seat` scores above `steady` in a hand from the deck on the bench."""
    state, memories = deal_deck(variant, bench.deck, dealer), (no_memory(), no_memory())
    return rest_margin(variant, state, memories, bench.deck, seat, own, other, sides, bench.found)


def rest_margin(
    variant: Variant, state: State, memories: tuple[Memory, Memory], deck: Any, seat: int, own: int,
    other: int, sides: Sides, found: Any,
) -> int:  # fmt: skip
    """Return what the pupil at `seat` scores above `steady` from the given state of a hand.

    `deck` ends in the stock, in the order of drawing. `found` is a buffer for actions.
    """
    while state.phase < CLOSED:
        turn = state.turn
        options, memory = choices(variant, state), memories[turn]
        action = steady_action(variant, state, options, memory, 0)
        if turn == seat:
            action = pupil_action(variant, state, options, memory, own, other, sides.pupils, action, found)
        else:
            action = usual_action(variant, state, options, memory, other, own, sides.rivals, action, found)
        memories = update_memories(variant, memories, state, action)
        state = after_action(variant, state, action, next_face(deck, state))
    score = automatic_score(variant, state)
    return score.points if score.winner == seat else -score.points


def usual_action(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int,
    rivals: tuple[Evaluator, ...], usual: int, found: Any,
) -> int:  # fmt: skip
    """Return `usual`, the action of `steady`. Swaps may replace this policy."""
    return usual
