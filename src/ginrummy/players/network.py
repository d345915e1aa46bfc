"""`network`: plays by a neural network that estimates the worth of each action."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.move_numbers import move_of
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import compile_function
from ginrummy.players.candidate_actions import sensible_actions
from ginrummy.players.match_equity import bounded_point_worth, scores_of
from ginrummy.players.network_evaluator import MARGIN, PLAYING, evaluator_by, load_weights
from ginrummy.players.network_input import fill_input
from ginrummy.players.network_loops import Weights, fill_opinion, weights_for_loops
from ginrummy.players.player import is_showdown

Array = TypeVar("Array", bound=Any)

POINTS: Final = 10
"""Points in one unit of the network."""


class NetworkOutput(NamedTuple, Generic[Array]):
    """Output of the network for one position, or for many (...).

    `gains` (..., 108) are the actions' worths relative to each other. `value` (...) is the expected result of
    the hand. Both are in tens of points, each point worth what it is at the scores before the hand
    (`bounded_point_worth`). `hidden` (..., 52) are log-odds that the other seat holds each card.
    """

    gains: Array
    value: Array
    hidden: Array


class NetworkPlayer:
    """Plays the action with the highest gain, unless it is hardly better than `steady`'s."""

    name = "network"

    def __init__(self, *, seed: int = 0, networks: Sequence[Mapping[str, Any]] = ()) -> None:
        """Play by the networks of this package, or by `networks`: arrays by name. `seed` has no effect."""
        self._networks = tuple(map(weights_for_loops, networks))

    def decide(self, view: View) -> Move:
        """Return the action with the highest gain, or the best layout at the showdown."""
        if is_showdown(view):
            return view.automatic_layout()
        candidates = sensible_actions(view)
        if len(candidates) == 1:
            return move_of(view, candidates[0])
        gains = gains_of(view, candidates, self._networks)
        best = gains.index(max(gains))
        return move_of(view, candidates[best if gains[best] > gains[0] + MARGIN else 0])


def gains_of(view: View, actions: list[int], networks: tuple[Weights, ...] = ()) -> list[float]:
    """Return the gain of each of `actions` relative to the others, in the network's unit.

    `networks` replace those of this package.
    """
    gains = mean_opinion(view, networks or load_weights(PLAYING)).gains
    return [gains[action] for action in actions]


def mean_opinion(view: View, networks: tuple[Weights, ...]) -> NetworkOutput[list[float]]:
    """Return the mean output of `networks` for `view`, as lists: their errors partly cancel."""
    evaluators = [evaluator_by(weights) for weights in networks]
    planes, numbers = evaluators[0].planes, evaluators[0].numbers
    record = variant_record(view.variant)
    compile_function(fill_input)(record, view.state, view.memory, *scores_of(view), planes, numbers)
    outputs = []
    for weights, room, _planes, _numbers, gains, hidden in evaluators:
        value = compile_function(fill_opinion)(weights, planes, numbers, room, gains, hidden)
        outputs.append((gains.tolist(), [value], hidden.tolist()))
    return NetworkOutput(*(_means(parts) for parts in zip(*outputs, strict=True)))


def _means(lists: Iterable[list[float]]) -> list[float]:
    return [sum(values) / len(values) for values in zip(*lists, strict=True)]


def chances_gained(view: View, actions: list[int], table: Any, own: int, other: int) -> list[float]:
    """Return the network's gain of each of `actions` relative to the others, in chances to win.

    `table` has the chance from each two scores. `own` and `other` are the scores before the hand.
    """
    unit = POINTS * bounded_point_worth(table, own, other)
    return [gain * unit for gain in gains_of(view, actions)]
