"""Forward pass of the network as plain loops, for platforms without NumPy. The WebAssembly exports it.

It computes `network.network_output` for a single position, sum by sum in a fixed order. The result is thus
the same on every machine. Players use NumPy where it is installed (`network.gains_of`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ginrummy.kernel.actions import DRAW
from ginrummy.rules.cards import RANK_COUNT, SUIT_COUNT

PLAIN: Final = 4


class Layer(NamedTuple):
    """Weights of one layer: for the same suit, for all suits, and the bias."""

    own: Any
    all: Any
    bias: Any


class Weights(NamedTuple):
    """The weights of the network, arrays of 32-bit numbers."""

    numbers: Any
    first: Layer
    second: Layer
    third: Layer
    cards: Any
    cards_bias: Any
    plain: Any
    plain_bias: Any


class NetworkBuffers(NamedTuple):
    """Buffers: the inputs in use by suit, a row per suit after each layer, the common values, the outputs."""

    inputs: Any
    counts: Any
    first: Any
    second: Any
    third: Any
    common: Any
    cards: Any
    plain: Any


def weights_for_loops(kept: Mapping[str, Any]) -> Weights:
    """Return the weights of a file in their order."""
    layers = (
        Layer(kept[f"{name}.own.weight"], kept[f"{name}.all.weight"], kept[f"{name}.own.bias"])
        for name in ("first", "second", "third")
    )
    said = (kept[f"{name}.{part}"] for name in ("cards", "plain") for part in ("weight", "bias"))
    return Weights(kept["first.numbers.weight"], *layers, *said)


def fill_opinion(
    weights: Weights, planes: Any, numbers: Any, room: NetworkBuffers, gains: Any, hidden: Any
) -> float:
    """Return the value of a position. Write the gains of its actions, (108,), and the card odds, (52,).

    `planes` and `numbers` are as `network_input.fill_input` leaves them. Units are those of
    `network.NetworkOutput`.
    """
    inputs = room.inputs
    copy_row(weights.first.bias, room.common)
    add_product(numbers, inputs[0], list_inputs(numbers, inputs[0]), weights.numbers, room.common)
    apply_layer(weights.first, planes, room, room.first)
    copy_row(weights.second.bias, room.common)
    apply_layer(weights.second, room.first, room, room.second)
    copy_row(weights.third.bias, room.common)
    apply_layer(weights.third, room.second, room, room.third)
    copy_row(weights.plain_bias, room.plain)
    for suit in range(SUIT_COUNT):
        values = room.third[suit]
        count = list_inputs(values, inputs[suit])
        add_product(values, inputs[suit], count, weights.plain, room.plain)
        copy_row(weights.cards_bias, room.cards)
        add_product(values, inputs[suit], count, weights.cards, room.cards)
        for rank in range(RANK_COUNT):
            face = suit * RANK_COUNT + rank
            gains[face] = room.cards[rank]
            gains[SUIT_COUNT * RANK_COUNT + face] = room.cards[RANK_COUNT + rank]
            hidden[face] = room.cards[2 * RANK_COUNT + rank]
    for place in range(PLAIN):
        gains[DRAW + place] = room.plain[place]
    return float(1.0 * room.plain[PLAIN])  # in 64 bits, like every returned value


def apply_layer(layer: Layer, before: Any, room: NetworkBuffers, after: Any) -> None:
    """Write the output of a layer for the suits in `before` to `after`, `room.common` added to each."""
    for suit in range(SUIT_COUNT):
        room.counts[suit] = list_inputs(before[suit], room.inputs[suit])
        add_product(before[suit], room.inputs[suit], room.counts[suit], layer.all, room.common)
    for suit in range(SUIT_COUNT):
        row = after[suit]
        copy_row(room.common, row)
        add_product(before[suit], room.inputs[suit], room.counts[suit], layer.own, row)
        for column in range(len(row)):
            if row[column] < 0:
                row[column] = 0


def copy_row(values: Any, row: Any) -> None:
    """Write `values` to `row`."""
    for column in range(len(row)):
        row[column] = values[column]


def list_inputs(values: Any, places: Any) -> int:
    """Write the places of the `values` that are not zero to `places`, and return their number."""
    count = 0
    for place in range(len(values)):
        places[count] = place
        count += values[place] != 0
    return count


def add_product(values: Any, places: Any, count: int, weights: Any, row: Any) -> None:
    """Add `values` @ `weights` to `row`, where only the first `count` of `places` have values.

    Two inputs at once load and store the row half as often. The order of the sums stays.
    """
    for each in range(0, count - 1, 2):
        first, second = places[each], places[each + 1]
        one, two = values[first], values[second]
        for column in range(len(row)):
            row[column] = row[column] + one * weights[first, column] + two * weights[second, column]
    if count % 2:
        last = places[count - 1]
        value = values[last]
        for column in range(len(row)):
            row[column] += value * weights[last, column]
