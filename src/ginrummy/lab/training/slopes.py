"""Losses of the network and their gradients by backpropagation.

`arrays` is NumPy, or on a graphics card CuPy, which has the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.actions import ACTION_COUNT, DRAW
from ginrummy.lab.training.batches import Batch, centre_values
from ginrummy.lab.training.forward_pass import LAYERS, Array, layers_of, network_output, suits_output
from ginrummy.players.network import NetworkOutput
from ginrummy.rules.cards import RANK_COUNT, SUIT_COUNT

Slopes = dict[str, Array]

CARDS_A_SUIT: Final = 3 * RANK_COUNT


class Losses(NamedTuple):
    """Losses of the network: squared errors of gains and values, and the log loss of hidden cards."""

    gains: Array
    value: Array
    hidden: Array


def losses(network: Mapping[str, Array], batch: Batch, *, arrays: Any = np) -> Losses:
    """Return the losses of the network for the positions of `batch`."""
    return output_losses(network_output(network, batch.planes, batch.numbers, arrays=arrays), batch, arrays)


def losses_and_gradients(
    network: Mapping[str, Array], batch: Batch, shares: tuple[float, float, float], *, arrays: Any = np
) -> tuple[Losses, Slopes]:
    """Return the losses, and the gradient of their sum weighted by `shares` for each weight."""
    suits = layers_of(network, batch.planes, batch.numbers, arrays=arrays)
    opinion = suits_output(network, suits[-1], arrays=arrays)
    steepness = output_gradient(opinion, batch, shares, arrays)
    gradients = weight_gradients(network, batch.numbers, suits, steepness, arrays)
    return output_losses(opinion, batch, arrays), gradients


def output_losses(opinion: NetworkOutput[Array], batch: Batch, arrays: Any) -> Losses:
    """Return the losses of `opinion` for the positions of `batch`."""
    off = arrays.square(gain_errors(opinion, batch, arrays)).sum(1) @ batch.counts / batch.tried.sum()
    value = (arrays.square(opinion.value - batch.worths[:, 0]) * batch.counts).mean()
    hidden = arrays.logaddexp(np.float32(0), opinion.hidden) - opinion.hidden * batch.hidden
    return Losses(off, value, (hidden * batch.unseen).mean())


def gain_errors(opinion: NetworkOutput[Array], batch: Batch, arrays: Any) -> Array:
    """Return the error of the predicted gain of each action tried, (n, 16)."""
    gains = arrays.take_along_axis(opinion.gains, batch.actions, 1)
    return centre_values(gains, batch.tried) - centre_values(batch.worths, batch.tried)


def output_gradient(
    opinion: NetworkOutput[Array], batch: Batch, shares: tuple[float, float, float], arrays: Any
) -> NetworkOutput[Array]:
    """Return the gradient of the losses with respect to the outputs."""
    count, kind = len(batch.counts), opinion.value.dtype
    off = gain_errors(opinion, batch, arrays) * (2 * shares[0] * batch.counts[:, None] / batch.tried.sum())
    places = batch.actions + ACTION_COUNT * arrays.arange(count)[:, None]
    gains = arrays.bincount(places.ravel(), off.ravel(), count * ACTION_COUNT).astype(kind)
    value = 2 * shares[1] / count * batch.counts * (opinion.value - batch.worths[:, 0])
    chance = 1 / (1 + arrays.exp(-opinion.hidden))
    hidden = shares[2] / (count * FACE_COUNT) * (chance - batch.hidden) * batch.unseen
    return NetworkOutput(gains.reshape(count, ACTION_COUNT), value, hidden)


def weight_gradients(
    network: Mapping[str, Array],
    numbers: Array,
    suits: list[Array],
    steepness: NetworkOutput[Array],
    arrays: Any,
) -> Slopes:
    """Return the gradient by the weights; `steepness` is the one by the outputs, `numbers` are inputs."""
    cards = arrays.concatenate([steepness.gains[:, :DRAW], steepness.hidden], axis=1)
    cards = cards.reshape(-1, 3, SUIT_COUNT, RANK_COUNT).swapaxes(1, 2).reshape(-1, SUIT_COUNT, CARDS_A_SUIT)
    plain = arrays.concatenate([steepness.gains[:, DRAW:], steepness.value[:, None]], axis=1)
    found = {
        "cards.weight": weight_gradient(suits[-1], cards),
        "cards.bias": cards.sum((0, 1)),
        "plain.weight": weight_gradient(suits[-1].sum(1), plain),
        "plain.bias": plain.sum(0),
    }
    above = (
        gradient_below(cards, network["cards.weight"])
        + gradient_below(plain, network["plain.weight"])[:, None]
    )
    for number, layer in reversed(list(enumerate(LAYERS))):
        below, own = suits[number], above * (suits[number + 1] > 0)
        common = own.sum(1)
        found[f"{layer}.own.weight"] = weight_gradient(below, own)
        found[f"{layer}.own.bias"] = common.sum(0)
        found[f"{layer}.all.weight"] = weight_gradient(below.sum(1), common)
        if number:
            above = gradient_below(own, network[f"{layer}.own.weight"])
            above += gradient_below(common, network[f"{layer}.all.weight"])[:, None]
        else:
            found["first.numbers.weight"] = weight_gradient(numbers, common)
    return found


def weight_gradient(below: Array, above: Array) -> Array:
    """Return the gradient for weights between the activations `below` and the gradient `above`."""
    return below.reshape(-1, below.shape[-1]).T @ above.reshape(-1, above.shape[-1])


def gradient_below(above: Array, weights: Array) -> Array:
    """Return the gradient below `weights` from the gradient above."""
    return (above.reshape(-1, above.shape[-1]) @ weights.T).reshape(*above.shape[:-1], len(weights))
