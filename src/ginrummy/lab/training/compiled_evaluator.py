"""Ensemble of networks in compiled code: the mean of their outputs, and the best action by it."""

from __future__ import annotations

from typing import Any

from ginrummy.kernel.actions import ACTION_COUNT
from ginrummy.lab.training.forward_pass import Networks
from ginrummy.players.candidate_actions import fill_candidates
from ginrummy.players.network_evaluator import Evaluator, best_action, evaluate, evaluator_by
from ginrummy.players.network_loops import fill_opinion, weights_for_loops
from ginrummy.rules.turns import Choices, Memory, State
from ginrummy.variants import Variant


def make_evaluators(networks: Networks) -> tuple[Evaluator, ...]:
    """Return `networks` for compiled loops, with buffers of their own."""
    return tuple(evaluator_by(weights_for_loops(weights)) for weights in networks)


def mean_gains(
    variant: Variant, state: State, memory: Memory, own: int, other: int, evaluators: tuple[Evaluator, ...]
) -> Any:
    """Return the mean gain of each action over `evaluators`: an array, the first one's `gains`."""
    first, count = evaluators[0], len(evaluators)
    evaluate(variant, state, memory, own, other, first)
    for place in range(1, count):
        evaluator = evaluators[place]
        fill_opinion(
            evaluator.weights,
            first.planes,
            first.numbers,
            evaluator.room,
            evaluator.gains,
            evaluator.hidden,
        )
        for action in range(ACTION_COUNT):
            first.gains[action] += evaluator.gains[action]
    for action in range(ACTION_COUNT):
        first.gains[action] /= count
    return first.gains


def pupil_action(
    variant: Variant, state: State, options: Choices, memory: Memory, own: int, other: int,
    pupils: tuple[Evaluator, ...], usual: int, found: Any,
) -> int:  # fmt: skip
    """Return the pupil's action, where `steady` would do `usual`. Swaps may replace this policy."""
    count = fill_candidates(variant, state, options, usual, found)
    if count == 1:
        return usual
    return best_action(mean_gains(variant, state, memory, own, other, pupils), found, count)
