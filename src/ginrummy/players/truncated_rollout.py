"""Truncated roll-outs (Tesauro and Galperin 1996): they play as the network and end in its value.

Playing on as `steady` to the end of the hand is nine times as fast. But the network plays more like the seat
will, and its value after three decisions has half the standard deviation of the hand's result, with an error
of three points. Both kinds together are worth more than twice as many worlds of either (docs/experiments.md).
The loops are plain functions that compile as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.actions import CLOSE, after_action, update_memory
from ginrummy.kernel.arrays import arrays
from ginrummy.kernel.rng import word_at
from ginrummy.players.belief import with_hand_of
from ginrummy.players.candidate_actions import MOST, fill_candidates
from ginrummy.players.match_equity import Stakes
from ginrummy.players.network import POINTS
from ginrummy.players.network_evaluator import (
    PLAYING,
    Evaluator,
    best_action,
    evaluate,
    evaluator_by,
    load_weights,
)
from ginrummy.players.network_loops import Weights
from ginrummy.players.rollouts import (
    Results,
    SampledWorlds,
    SearchRoot,
    other_rollout_action,
    own_rollout_action,
    roll_out_worlds,
    win_chance,
)
from ginrummy.rules.cards import NO_FACE
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices
from ginrummy.variants import Variant

HORIZON: Final = 3
"""Own decisions between discards and knocks before the network's value is taken, after a discard."""


EVERY: Final = 2
"""One world in this many gets a truncated roll-out."""
WEIGHT: Final = 3
"""Weight of a truncated roll-out in full ones: its values spread less than half as far."""


class Foresight(NamedTuple):
    """The evaluating network, the value of its unit in chances to win, and a buffer for actions.

    It runs in one world of `every`.
    """

    evaluator: Evaluator
    unit: float
    found: Any
    every: int


class TruncatedRollouts(NamedTuple):
    """Networks that evaluate truncated roll-outs in turn, and the value of their unit in chances to win.

    They run in one world of `every`, and count as `weight` worlds.
    """

    weights: tuple[Weights, ...]
    unit: float
    every: int = EVERY
    weight: int = WEIGHT

    def round_network(self, number: int) -> Foresight:
        """Return the network for round `number`, with buffers of its own."""
        evaluator = evaluator_by(self.weights[number % len(self.weights)])
        return Foresight(evaluator, self.unit, arrays.zeros("i8", MOST), self.every)


def rollouts_by_stored_networks(stakes: Stakes) -> TruncatedRollouts:
    """Return roll-outs that end in the value of this package's networks."""
    return TruncatedRollouts(load_weights(PLAYING), POINTS * stakes.bounded_point)


def roll_out_with_foresight(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, alive: Any, results: Results, foreseen: Any,
    tried: int, foresight: Foresight, key: Any,
) -> None:  # fmt: skip
    """Play out each action that is `alive` in `worlds`, as `roll_out_worlds` does, and truncated in some.

    The truncated worths are written to `foreseen`, like `results.worths`.
    """
    roll_out_worlds(variant, root, worlds, alive, results, tried, key)
    for world in range(len(worlds.cards)):
        if (tried + world) % foresight.every == 0:
            stream = word_at(word_at(key, tried + world + 2), 4)
            for place in range(len(alive)):
                if alive[place]:
                    foreseen[world, place] = foreseen_chance(
                        variant, root, worlds, world, place, foresight, stream
                    )


def foreseen_chance(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, world: int, place: int,
    foresight: Foresight, key: Any,
) -> float:  # fmt: skip
    """Return the network's chance to win the match after the action at `place`."""
    state, hand = root.state, Hand(worlds.cards[world], worlds.twins[world])
    truth: State = with_hand_of(state, 1 - state.turn, hand)
    there = roll_to_horizon(
        variant, truth, worlds.styles[world], worlds.stocks[world], root.first, root.second,
        root.actions[place], root.own, root.other, foresight.evaluator, (), (), foresight.found, key,
    )  # fmt: skip
    if there.state.phase >= CLOSED:
        return win_chance(variant, there.state, state.turn, root.equity, root.own, root.other)
    return float(root.equity[root.own, root.other] + there.foreseen * foresight.unit)


class RolloutEnd(NamedTuple):
    """State at the end of a roll-out: the hand, the seats' memories, the next action of the seat to move.

    `foreseen` is the network's value in its own unit, NaN where the hand has ended.
    """

    state: State
    first: Memory
    second: Memory
    action: int
    foreseen: float


def roll_to_horizon(
    variant: Variant, state: State, style: int, stock: Sequence[int], first: Memory, second: Memory,
    action: int, own: int, other: int, evaluator: Evaluator, seers: tuple[Evaluator, ...],
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> RolloutEnd:  # fmt: skip
    """Return the state at the horizon, or at the end of the hand, when the seat to move does `action`.

    The seat draws as `steady` does, and discards and knocks as the network does. `own` and `other` are the
    scores. `seers` replaces the network at the horizon. `rivals` is used by an opponent that plays as the
    network. `found` is a buffer for actions. The rest is as for `rollouts.play_out`.
    """
    decisions, seat, asked = 0, state.turn, 0
    while True:
        if state.turn == 0:
            second = update_memory(variant, second, state, action)
        else:
            first = update_memory(variant, first, state, action)
        card = stock[len(stock) - state.stock] if state.stock > 0 else NO_FACE
        state = after_action(variant, state, action, card)
        if state.phase >= CLOSED:
            return RolloutEnd(state, first, second, action, math.nan)
        decisions += 1
        options, stream = choices(variant, state), word_at(key, decisions)
        memory = first if state.turn == 0 else second
        if state.turn != seat:
            action = other_seat_action(
                variant, style, state, options, memory, other, own, rivals, found, stream
            )
            continue
        action = own_rollout_action(variant, state, options, memory, stream)
        if options.draw or options.leave:
            continue
        count = fill_candidates(variant, state, options, action, found)
        if count > 1:
            value = evaluate(variant, state, memory, own, other, evaluator)
            action = best_action(evaluator.gains, found, count)
            asked += 1
            if asked >= HORIZON and action < CLOSE:
                foreseen = horizon_value(
                    variant, state, memory, own, other, style, found[0], action, value, evaluator, seers
                )
                return RolloutEnd(state, first, second, action, foreseen)


def horizon_value(
    variant: Variant, state: State, memory: Memory, own: int, other: int, style: int, usual: int, action: int,
    value: float, evaluator: Evaluator, seers: tuple[Evaluator, ...],
) -> float:  # fmt: skip
    """Return the network's value of `action`. Swaps may replace this judge.

    `usual` is worth `value` to the network. The other arguments are for replacements.
    """
    return float(value + evaluator.gains[action] - evaluator.gains[usual])


def other_seat_action(
    variant: Variant, style: int, state: State, options: Choices, memory: Memory, own: int, other: int,
    rivals: tuple[Evaluator, ...], found: Any, key: Any,
) -> int:  # fmt: skip
    """Return the action of the other seat, which plays in `style`. Swaps may replace this policy.

    `own` and `other` are the scores as that seat sees them. The networks and `found` are for replacements.
    """
    return other_rollout_action(variant, style, state, options, memory, key)
