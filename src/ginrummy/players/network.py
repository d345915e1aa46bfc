"""`network`: what it has learnt each action to be worth, at a glance; NumPy is all it needs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT
from ginrummy.moves import Move
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.match_scores import scores_of
from ginrummy.players.network_input import NUMBERS, RANKS, SUIT_SIZE, fill_input, knows_game
from ginrummy.players.player import is_showdown, memory_of, move_of
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.turns import choices
from ginrummy.view import View

Weights = dict[str, NDArray[np.float32]]

KEPT: Final = "network_weights.npz"
LAYERS: Final = ("first", "second", "third")
SUITS: Final = 4
PLAIN_ACTIONS: Final = 4
GAIN_UNIT: Final = 1 / 20
MARGIN: Final = 0.03


class Opinion(NamedTuple):
    """What the network says of a position.

    `gains` (108,) are the actions' worths beside each other and `value` that of the hand, less an even
    chance, in `GAIN_UNIT` of a match won; `hidden` (52,) are log-odds that the other seat holds each card.
    """

    gains: NDArray[np.float32]
    value: float
    hidden: NDArray[np.float32]


class NetworkPlayer:
    """Does what its network thinks best; what is hardly better than `steady`'s move is left for that.

    A game of a kind that the network has not learnt it plays as `steady`.
    """

    name = "network"

    def __init__(self, *, seed: int = 0, weights: Weights | None = None) -> None:
        """Play by the weights of this package, or by `weights`; `seed` changes nothing."""
        self._weights = weights or kept_weights()

    def decide(self, view: View) -> Move:
        """Return the move that the network thinks best, the best layout at the showdown."""
        if is_showdown(view):
            return view.automatic()
        options = choices(view.variant, view.state)
        base = steady_action(view.variant, view.state, options, memory_of(view), 0)
        candidates = worth_trying(view, options, base)
        if len(candidates) == 1 or not knows_game(view.variant):
            return move_of(view, base)
        gains = opinion(self._weights, view).gains[candidates]
        best = int(gains.argmax())
        return move_of(view, candidates[best] if gains[best] > gains[0] + MARGIN else base)


@cache
def kept_weights() -> Weights:
    """Return the weights that come with this package."""
    with files("ginrummy.players").joinpath(KEPT).open("rb") as file:
        return weights_in(file)


def weights_in(file: Any) -> Weights:
    """Return the weights in a file that the training wrote."""
    with np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


def opinion(weights: Weights, view: View) -> Opinion:
    """Return what the network says of the position that `view` shows."""
    planes, numbers = np.zeros((SUITS, SUIT_SIZE), np.float32), np.zeros(NUMBERS, np.float32)
    own, other = scores_of(view)
    fill_input(view.variant, view.state, memory_of(view), own, other, planes, numbers)
    return said(weights, planes, numbers)


def said(weights: Weights, planes: NDArray[np.float32], numbers: NDArray[np.float32]) -> Opinion:
    """Return the network's outcome for `planes`, (4, 182), and `numbers`, (30,)."""
    suits = planes
    for layer in LAYERS:
        common = suits.sum(0) @ weights[f"{layer}.all.weight"] + weights[f"{layer}.own.bias"]
        if layer == "first":
            common = common + numbers @ weights["first.numbers.weight"]
        suits = np.maximum(suits @ weights[f"{layer}.own.weight"] + common, 0)
    cards = (suits @ weights["cards.weight"] + weights["cards.bias"]).reshape(SUITS, 3, RANKS)
    plain = suits.sum(0) @ weights["plain.weight"] + weights["plain.bias"]
    discards, closings, hidden = cards.transpose(1, 0, 2).reshape(3, FACE_COUNT)
    gains = np.concatenate([discards, closings, plain[:PLAIN_ACTIONS]])
    return Opinion(gains, float(plain[PLAIN_ACTIONS]), hidden)
