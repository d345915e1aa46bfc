"""Train the network: gather positions with what each action is worth there, and learn to foresee it.

    python -m ginrummy.training.network FOLDER [--positions N] [--passes N] [--seed N] [--workers N]

FOLDER keeps the positions, the last checkpoint and the curve; the same command goes on where it was
interrupted and comes to the same weights, FOLDER/weights.npz. With the same number of workers they are the
same on every such machine.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from ginrummy.cards import FACE_COUNT
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.cores import core_count
from ginrummy.kernel.rows import VARIANT_ROW, Rows
from ginrummy.players.network import said
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE
from ginrummy.training.gathering import GAMES, gather_positions
from ginrummy.training.model import Network, first_network, write_weights
from ginrummy.training.positions import fill_inputs
from ginrummy.variants import load_variant

Array = jax.Array | NDArray[Any]

RATE: Final = 2e-3
SCALE: Final = 20.0
HIDDEN_SHARE: Final = 0.1
VALUE_SHARE: Final = 0.1
MOST_ASIDE: Final = 20_000
DECAY: Final = 1e-4


class Course(NamedTuple):
    """How long to learn: positions, passes over them, positions a step, steps between two checkpoints."""

    positions: int = 3_128_320
    passes: int = 2
    batch: int = 1024
    saved_every: int = 500
    seed: int = 1909

    @property
    def a_pass(self) -> int:
        """The steps of one pass."""
        return self.positions // self.batch

    @property
    def steps(self) -> int:
        """The steps in all."""
        return self.passes * self.a_pass

    @property
    def aside(self) -> int:
        """How many positions more are kept aside, to check with."""
        return min(MOST_ASIDE, self.positions // 10)


class Batch(NamedTuple):
    """Positions as arrays: what the network reads, and what it is to say.

    `actions` (n, 16) are padded with `tried` (n, 16) false; `worths` likewise.
    """

    planes: Array
    numbers: Array
    actions: Array
    tried: Array
    worths: Array
    hidden: Array
    unseen: Array


class State(NamedTuple):
    """What a step changes."""

    network: Network
    optimiser: optax.OptState


class Losses(NamedTuple):
    """How far the network is off: in gains and in values, squared, and for the hidden cards."""

    gains: Array
    value: Array
    hidden: Array


def variants() -> Rows:
    """Return the rows of the games that positions are numbered by."""
    return np.array([tuple(load_variant(name).row) for name in GAMES], VARIANT_ROW)


def batch_of(rows: Rows, games: Rows) -> Batch:
    """Return `rows` of positions as arrays."""
    planes = np.empty((len(rows), 4, SUIT_SIZE), np.float32)
    numbers = np.empty((len(rows), NUMBERS), np.float32)
    compiled(fill_inputs)(games, rows, planes, numbers)
    first = rows["turn"] == 0
    other = np.where(first, rows["cards1"], rows["cards0"])
    known = np.where(first, rows["known0"], rows["known1"])
    seen = np.where(first, rows["cards0"], rows["cards1"]) | rows["pile"] | known
    actions = rows["actions"].astype(np.int32)
    return Batch(
        planes,
        numbers,
        np.maximum(actions, 0),
        actions >= 0,
        rows["worths"] * np.float32(SCALE),
        faces(other),
        1 - faces(seen),
    )


def faces(sets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return sets of faces as rows of 0 and 1, shape (n, 52)."""
    return (sets[:, None] >> np.arange(FACE_COUNT) & 1).astype(np.float32)


def centred(values: Array, tried: Array) -> Array:
    """Return `values` less their mean over the actions tried, 0 elsewhere."""
    mean = (values * tried).sum(1, keepdims=True) / tried.sum(1, keepdims=True)
    return (values - mean) * tried


def losses(network: Network, batch: Batch) -> Losses:
    """Return how far the network is off for the positions of `batch`."""
    opinion = said(network, batch.planes, batch.numbers)
    gains = centred(jnp.take_along_axis(opinion.gains, batch.actions, 1), batch.tried)
    off = jnp.square(gains - centred(batch.worths, batch.tried)).sum() / batch.tried.sum()
    value = jnp.square(opinion.value - batch.worths[:, 0] + SCALE / 2).mean()
    hidden = optax.sigmoid_binary_cross_entropy(opinion.hidden, batch.hidden) * batch.unseen
    return Losses(off, value, hidden.mean())


@jax.jit
def gained(network: Network, batch: Batch) -> Array:
    """Return what the network's own choices gain on `steady`'s, in hundredths of a match a decision."""
    opinion = said(network, batch.planes, batch.numbers)
    gains = jnp.take_along_axis(opinion.gains, batch.actions, 1)
    chosen = jnp.where(batch.tried, gains, -jnp.inf).argmax(1, keepdims=True)
    gain = jnp.take_along_axis(batch.worths, chosen, 1)[:, 0] - batch.worths[:, 0]
    return gain.mean() * 100 / SCALE


def optimiser(course: Course) -> optax.GradientTransformation:
    """Return how the weights follow the losses: the rate rises for a twentieth of `course`, then falls."""
    rate = optax.cosine_onecycle_schedule(course.steps, RATE, pct_start=0.05, div_factor=10)
    return optax.adamw(rate, weight_decay=DECAY)


class Training:
    """One training: the state of the network and how far it has come, kept in `folder`."""

    def __init__(self, folder: Path, course: Course) -> None:
        """Begin, or go on from the checkpoint in `folder`; raises `ValueError` for one of another course."""
        self.folder, self.course, self.step = folder, course, 0
        self.curve: list[list[float]] = []
        network, optimised = first_network(course.seed), optimiser(course)
        self.state = State(network, optimised.init(network))
        if self._checkpoint.exists():
            self._load()

        def together(network: Network, batch: Batch) -> tuple[Array, Losses]:
            off = losses(network, batch)
            return off.gains + VALUE_SHARE * off.value + HIDDEN_SHARE * off.hidden, off

        def stepped(state: State, batch: Batch) -> tuple[State, Losses]:
            slopes, off = jax.grad(together, has_aux=True)(state.network, batch)
            updates, inner = optimised.update(slopes, state.optimiser, state.network)
            return State(optax.apply_updates(state.network, updates), inner), off

        self._stepped = jax.jit(stepped)

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.npz"

    def _load(self) -> None:
        with np.load(self._checkpoint) as kept:
            if kept["course"].tolist() != list(self.course):
                raise ValueError(f"{self._checkpoint} is of another training: {kept['course'].tolist()}")
            self.step, self.curve = int(kept["step"]), kept["curve"].tolist()
            leaves, shape = jax.tree.flatten(self.state)
            kept_leaves = [jnp.asarray(kept[f"arr_{place}"]) for place in range(len(leaves))]
            self.state = jax.tree.unflatten(shape, kept_leaves)

    def save(self) -> None:
        """Write the checkpoint, all of it or nothing."""
        beside = self._checkpoint.with_suffix(".new")
        with beside.open("wb") as file:
            np.savez(
                file,
                *jax.tree.leaves(self.state),
                allow_pickle=False,
                course=list(self.course),
                step=self.step,
                curve=self.curve,
            )
        beside.replace(self._checkpoint)

    def learn(self, batch: Batch) -> Losses:
        """Take one step; return the losses before it."""
        off: Losses
        self.state, off = self._stepped(self.state, batch)
        self.step += 1
        return off


def batches(rows: Rows, training: Training) -> Iterator[Rows]:
    """Yield what remains of the training's batches: each pass in an order of its own."""
    course = training.course
    for turn in range(training.step // course.a_pass, course.passes):
        order = np.random.default_rng([course.seed, turn]).permutation(len(rows))
        for place in range(training.step - turn * course.a_pass, course.a_pass):
            yield rows[np.sort(order[place * course.batch : (place + 1) * course.batch])]


def train(folder: Path, course: Course, *, workers: int | None = None) -> Network:
    """Gather the positions of `course` in `folder`, learn from them, and return the network.

    Its weights are written to `folder`/weights.npz, its curve to `folder`/curve.csv.
    """
    rows, aside = gather_positions(
        folder, count=course.positions, aside=course.aside, seed=course.seed, workers=workers
    )
    games = variants()
    check, training = batch_of(aside, games), Training(folder, course)
    recent: list[Losses] = []
    for chosen in batches(rows, training):
        recent.append(training.learn(batch_of(chosen, games)))
        if training.step % course.saved_every == 0 or training.step == course.steps:
            means = [float(np.mean(column)) for column in zip(*recent, strict=True)]
            gain = float(gained(training.state.network, check))
            training.curve.append([float(training.step), *means, gain])
            recent.clear()
            report(training)
            training.save()
    write_weights(training.state.network, folder / "weights.npz")
    return training.state.network


def report(training: Training) -> None:
    """Print where the training stands, and write its curve."""
    step, off, value, hidden, gain = training.curve[-1]
    print(
        f"step {step:.0f} of {training.course.steps}: gains {off:.4f}, value {value:.4f}, "
        f"hidden {hidden:.4f}, gained on steady {gain:+.3f} hundredths of a match a decision",
        flush=True,
    )
    with (training.folder / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["step", "gains_off", "value_off", "hidden_off", "gained"])
        writer.writerows(training.curve)


def main() -> None:
    """Read the command line and train."""
    usual = Course()
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--positions", type=int, default=usual.positions, help="positions to learn from")
    options.add_argument("--passes", type=int, default=usual.passes, help="times that each is looked at")
    options.add_argument("--batch", type=int, default=usual.batch, help="positions a step")
    options.add_argument("--saved-every", type=int, default=usual.saved_every, help="steps")
    options.add_argument("--seed", type=int, default=usual.seed)
    options.add_argument("--workers", type=int, help="cores to work on, all unless given")
    chosen = options.parse_args()
    # XLA reads it before its first array; sums are split among so many, so the weights depend on it.
    os.environ["NPROC"] = str(chosen.workers or core_count())
    course = Course(chosen.positions, chosen.passes, chosen.batch, chosen.saved_every, chosen.seed)
    try:
        train(chosen.folder, course, workers=chosen.workers)
    except ValueError as error:
        options.error(str(error))


if __name__ == "__main__":
    main()
