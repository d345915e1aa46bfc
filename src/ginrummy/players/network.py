"""`network`: plays by a neural network that estimates the worth of each action.

NumPy is its only dependency. Without NumPy, as in a browser, the compiled law computes the same values
(`network_without_numpy`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.kernel.installed_extras import has_numpy
from ginrummy.kernel.move_numbers import move_of
from ginrummy.players.candidate_actions import worth_trying
from ginrummy.players.match_equity import point_at, scores_of
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE, fill_input
from ginrummy.players.player import is_showdown
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.cards import RANK_COUNT, SUIT_COUNT
from ginrummy.rules.turns import choices

if TYPE_CHECKING or has_numpy():
    import numpy as np
    from numpy.typing import NDArray

    Weights = dict[str, NDArray[np.float32]]
    Networks = tuple[Weights, ...]
Array = TypeVar("Array", bound=Any)
Part = TypeVar("Part")

KEPT: Final = "network_weights.npz"
LAYERS: Final = ("first", "second", "third")
PLAIN_ACTIONS: Final = 4
MARGIN: Final = 0.03
"""An action must be better than `steady`'s by this much to replace it, in the network's unit."""
POINTS: Final = 10
"""Points in one unit of the network."""


class NetworkOutput(NamedTuple, Generic[Array]):
    """Output of the network for one position, or for many (...).

    `gains` (..., 108) are the actions' worths relative to each other. `value` (...) is the expected result of
    the hand. Both are in tens of points, each point worth what it is at the scores before the hand
    (`point_at`). `hidden` (..., 52) are log-odds that the other seat holds each card.
    """

    gains: Array
    value: Array
    hidden: Array


class NetworkPlayer:
    """Plays the action with the highest gain, unless it is hardly better than `steady`'s."""

    name = "network"

    def __init__(self, *, seed: int = 0, networks: Networks | None = None) -> None:
        """Play by the networks of this package, or by `networks`. `seed` has no effect."""
        self._networks = networks

    def decide(self, view: View) -> Move:
        """Return the action with the highest gain, or the best layout at the showdown."""
        if is_showdown(view):
            return view.automatic()
        options = choices(view.variant, view.state)
        base = steady_action(view.variant, view.state, options, view.memory, 0)
        candidates = worth_trying(view, options, base)
        if len(candidates) == 1:
            return move_of(view, base)
        gains = gains_of(view, candidates, self._networks)
        best = gains.index(max(gains))
        return move_of(view, candidates[best] if gains[best] > gains[0] + MARGIN else base)


@cache
def load_networks(name: str = KEPT) -> Networks:
    """Return the networks that ship with this package, in the file `name`."""
    with files("ginrummy.players").joinpath(name).open("rb") as file:
        return networks_in(file)


def networks_in(file: Any) -> Networks:
    """Return the networks in a file written by the training, with arrays named `0/...`, `1/...`."""
    with np.load(file) as kept:
        return by_network((path, kept[path].astype(np.float32)) for path in kept.files)


def by_network(parts: Iterable[tuple[str, Part]]) -> tuple[dict[str, Part], ...]:
    """Return the weights of each network by their names. `parts` are those of all, by `number/name`.

    >>> by_network([("0/cards.bias", 1.0), ("1/cards.bias", 2.0)])
    ({'cards.bias': 1.0}, {'cards.bias': 2.0})
    """
    found: dict[str, dict[str, Part]] = {}
    for path, part in parts:
        number, name = path.split("/")
        found.setdefault(number, {})[name] = part
    return tuple(found.values())


def gains_of(view: View, actions: list[int], networks: Networks | None = None) -> list[float]:
    """Return the network's gain of each of `actions` relative to the others, in its own unit.

    `networks` replace those of this package. They need NumPy.
    """
    if networks is None and not has_numpy():
        from ginrummy.players.network_without_numpy import compiled_opinion

        gains = compiled_opinion(view, KEPT).gains
    else:
        gains = mean_opinion(networks or load_networks(), view).gains.tolist()
    return [gains[action] for action in actions]


def mean_opinion(networks: Networks, view: View) -> NetworkOutput[NDArray[np.float32]]:
    """Return the mean output of `networks` for `view`: their errors partly cancel."""
    planes, numbers = np.zeros((SUIT_COUNT, SUIT_SIZE), np.float32), np.zeros(NUMBERS, np.float32)
    own, other = scores_of(view)
    fill_input(view.variant, view.state, view.memory, own, other, planes, numbers)
    opinions = [network_output(weights, planes, numbers) for weights in networks]
    return NetworkOutput(*(np.mean(parts, 0) for parts in zip(*opinions, strict=True)))


def chances_gained(view: View, actions: list[int], table: Any, own: int, other: int) -> list[float]:
    """Return the network's gain of each of `actions` relative to the others, in chances to win.

    `table` has the chance from each two scores. `own` and `other` are the scores before the hand.
    """
    unit = POINTS * point_at(table, own, other)
    return [gain * unit for gain in gains_of(view, actions)]


def network_output(
    weights: Mapping[str, Array], planes: Array, numbers: Array, *, arrays: Any = None
) -> NetworkOutput[Array]:
    """Return the network's output for `planes`, (..., 4, 208), and `numbers`, (..., 43).

    `arrays` is the array module: NumPy by default, CuPy in training on a graphics card.
    """
    return suits_output(weights, layers_of(weights, planes, numbers, arrays=arrays)[-1], arrays=arrays)


def layers_of(
    weights: Mapping[str, Array], planes: Array, numbers: Array, *, arrays: Any = None
) -> list[Array]:
    """Return the input of each layer per suit, first `planes`, and the output of the last: (..., 4, n)."""
    arrays, found = arrays or np, [planes]
    beside = numbers @ weights["first.numbers.weight"] + weights["first.own.bias"]
    for layer in LAYERS:
        suits = found[-1]
        common = suits.sum(-2) @ weights[f"{layer}.all.weight"]
        common = common + (beside if layer == "first" else weights[f"{layer}.own.bias"])
        own = _times(suits, weights[f"{layer}.own.weight"])
        found.append(arrays.maximum(own + arrays.expand_dims(common, -2), 0))
    return found


def suits_output(weights: Mapping[str, Array], suits: Array, *, arrays: Any = None) -> NetworkOutput[Array]:
    """Return the network's output for `suits`, (..., 4, n), the values of its last hidden layer."""
    arrays, before = arrays or np, suits.shape[:-2]
    cards = (_times(suits, weights["cards.weight"]) + weights["cards.bias"]).reshape(
        *before, SUIT_COUNT, 3, RANK_COUNT
    )
    plain = suits.sum(-2) @ weights["plain.weight"] + weights["plain.bias"]
    cards = cards.swapaxes(-3, -2).reshape(*before, 3 * FACE_COUNT)
    closings, hidden = arrays.split(cards, [2 * FACE_COUNT], axis=-1)
    others, value = arrays.split(plain, [PLAIN_ACTIONS], axis=-1)
    return NetworkOutput(arrays.concatenate([closings, others], axis=-1), value.reshape(before), hidden)


def _times(values: Array, weights: Array) -> Array:
    """Return `values` @ `weights` as one product of two matrices."""
    flat = values.reshape(-1, values.shape[-1]) @ weights
    shaped: Array = flat.reshape(*values.shape[:-1], weights.shape[-1])
    return shaped
