"""Truncated roll-outs of actions in worlds of the belief: loops over the law that compile as they are.

A full roll-out by `steady` and a network's value after three decisions have different errors. Both together
are worth more than twice as many worlds of either (docs/experiments.md).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ginrummy.game.cards import Hand
from ginrummy.kernel.rng import word_at
from ginrummy.players.belief import with_hand_of
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.search_strategy import GainTally, SampledWorlds, SearchRoot, try_worlds, win_chance
from ginrummy.players.truncated_rollout import roll_to_horizon
from ginrummy.rules.turns import CLOSED, State
from ginrummy.variants import Variant


class Foresight(NamedTuple):
    """The evaluating network, the value of its unit in chances to win, and a buffer for actions.

    It runs in one world of `every`.
    """

    evaluator: Evaluator
    unit: float
    found: Any
    every: int


def try_and_foresee(
    variant: Variant, root: SearchRoot, worlds: SampledWorlds, alive: Any, gains: Any, foreseen: Any,
    tried: int, foresight: Foresight, key: Any,
) -> None:  # fmt: skip
    """Play out each action that is `alive` in `worlds`, as `try_worlds` does, and truncated in some.

    The truncated gain over the first action is written to `foreseen`: like `gains`, one row per world.
    """
    try_worlds(variant, root, worlds, alive, gains, tried, key)
    for world in range(len(gains)):
        if (tried + world) % foresight.every == 0:
            stream, level = word_at(word_at(key, tried + world + 2), 4), 0.0
            for place in range(len(alive)):
                if alive[place]:
                    chance = foreseen_chance(variant, root, worlds, world, place, foresight, stream)
                    foreseen[world, place] = chance - level
                    if place == 0:
                        level = chance


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


def weigh_in(tally: GainTally, foreseen: Any, tried: int, every: int, weight: int) -> None:
    """Add the truncated gains after the first `tried` worlds to the prior, `weight` times."""
    for world in range(len(foreseen)):
        if (tried + world) % every == 0:
            for place in range(1, len(tally.alive)):
                if tally.alive[place]:
                    tally.prior[place] += weight * foreseen[world, place]
