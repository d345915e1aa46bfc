"""Batches of positions for training a network: its inputs and its targets."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.vectorized_rules import VARIANT_ROW, Rows
from ginrummy.lab.training.forward_pass import Array
from ginrummy.lab.training.network_weights import ONE_HAND, InputSize
from ginrummy.lab.training.position_files import GAMES
from ginrummy.lab.training.positions import fill_inputs, fill_seer_inputs
from ginrummy.lab.training.seer import SEER_NUMBERS, SEER_SUIT_SIZE
from ginrummy.players.match_equity import bounded_point_worth, match_equity
from ginrummy.players.network import POINTS
from ginrummy.variants import load_variant

BOTH_HANDS: Final = InputSize(SEER_SUIT_SIZE, SEER_NUMBERS)
"""Input size of the seer."""
FORESEEN_SHARE: Final = 0.85  # of the prediction in a target, where the roll-out has a horizon
TINY: Final = 1e-8


class Batch(NamedTuple):
    """Positions as arrays: inputs and targets of the network.

    `actions` (n, 16) are padded; `tried` (n, 16) is 0 there. `worths` (n, 16) are the hand's results after
    each action, in tens of points. `counts` (n,) is the weight of a position: the wilder its game, the lower.
    """

    planes: Array
    numbers: Array
    actions: Array
    tried: Array
    worths: Array
    hidden: Array
    unseen: Array
    counts: Array


def variants() -> Rows:
    """Return the rows of the variants, in the order in which positions number them."""
    return np.array([tuple(load_variant(name).row) for name in GAMES], VARIANT_ROW)


def make_batch(rows: Rows, games: Rows, counts: NDArray[np.float32], reading: InputSize = ONE_HAND) -> Batch:
    """Return `rows` of positions as arrays, for a network with this input.

    `counts` is the weight of a position of each of `games`.
    """
    planes = np.empty((len(rows), 4, reading.suit), np.float32)
    numbers = np.empty((len(rows), reading.numbers), np.float32)
    compile_function(fill_seer_inputs if reading == BOTH_HANDS else fill_inputs)(games, rows, planes, numbers)
    first = rows["turn"] == 0
    other = np.where(first, rows["cards1"], rows["cards0"])
    known = np.where(first, rows["known0"], rows["known1"])
    seen = np.where(first, rows["cards0"], rows["cards1"]) | rows["pile"] | known
    actions = rows["actions"].astype(np.int32)
    return Batch(
        planes,
        numbers,
        np.maximum(actions, 0),
        (actions >= 0).astype(np.float32),
        action_targets(rows),
        face_rows(other),
        1 - face_rows(seen),
        counts[rows["game"]],
    )


def action_results(rows: Rows) -> NDArray[np.float32]:
    """Return the result of the hand after each action, (n, 16), in tens of points at that score."""
    found = np.zeros(rows["worths"].shape, np.float32)
    for game in np.unique(rows["game"]):
        places, table = rows["game"] == game, match_equity(load_variant(GAMES[game]).row)
        scores = np.stack([rows["own"][places], rows["other"][places]], 1)
        known = {
            pair: bounded_point_worth(table, *pair) for pair in map(tuple, np.unique(scores, axis=0).tolist())
        }
        points = np.array([known[pair] for pair in map(tuple, scores.tolist())])
        now = table[scores[:, 0], scores[:, 1]]
        found[places] = (rows["worths"][places] - now[:, None]) / (POINTS * points)[:, None]
    return found


def action_targets(rows: Rows) -> NDArray[np.float32]:
    """Return the target of each action, (n, 16): a mix of the actual result and the pupil's prediction."""
    ends, foreseen = action_results(rows), rows["foreseen"]
    share = FORESEEN_SHARE * np.isfinite(foreseen)
    return np.array(ends + share * (np.nan_to_num(foreseen) - ends), np.float32)


def position_weights(rows: Rows) -> NDArray[np.float32]:
    """Return the weight of a position of each game: the wilder the results of its actions, the lower."""
    tried = (rows["actions"] >= 0).astype(np.float32)
    off = np.square(centre_values(action_targets(rows), tried)).sum(1) / tried.sum(1)
    spread = [
        off[rows["game"] == game].mean() if (rows["game"] == game).any() else np.inf
        for game in range(len(GAMES))
    ]
    return np.array(np.min(spread) / np.maximum(spread, TINY), np.float32)


def face_rows(sets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return sets of faces as rows of 0 and 1, shape (n, 52)."""
    return (sets[:, None] >> np.arange(FACE_COUNT) & 1).astype(np.float32)


def centre_values(values: Array, tried: Array) -> Array:
    """Return `values` minus their mean over the actions tried, and 0 elsewhere."""
    mean = (values * tried).sum(1, keepdims=True) / tried.sum(1, keepdims=True)
    return (values - mean) * tried
