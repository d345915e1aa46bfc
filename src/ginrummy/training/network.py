"""Train the network: gather positions with what each action is worth there, and learn to foresee it.

    python -m ginrummy.training.network FOLDER [--positions N] [--passes N] [--seed N] [--workers N]

FOLDER keeps the positions, the last checkpoint and the curve; the same command goes on where it was
interrupted and comes to the same weights, FOLDER/weights.npz.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from ginrummy.cards import FACE_COUNT
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.cores import core_count
from ginrummy.kernel.rows import VARIANT_ROW, Rows
from ginrummy.players.network_input import NUMBERS, SUIT_SIZE
from ginrummy.training.gathering import GAMES, gather_positions
from ginrummy.training.model import Network, write_weights
from ginrummy.training.positions import fill_inputs
from ginrummy.variants import load_variant

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
    """Positions as tensors: what the network reads, and what it is to say.

    `actions` (n, 16) are padded with `tried` (n, 16) false; `worths` likewise.
    """

    planes: Tensor
    numbers: Tensor
    actions: Tensor
    tried: Tensor
    worths: Tensor
    hidden: Tensor
    unseen: Tensor


def variants() -> Rows:
    """Return the rows of the games that positions are numbered by."""
    return np.array([tuple(load_variant(name).row) for name in GAMES], VARIANT_ROW)


def batch_of(rows: Rows, games: Rows) -> Batch:
    """Return `rows` of positions as tensors."""
    planes = np.empty((len(rows), 4, SUIT_SIZE), np.float32)
    numbers = np.empty((len(rows), NUMBERS), np.float32)
    compiled(fill_inputs)(games, rows, planes, numbers)
    first = rows["turn"] == 0
    other = np.where(first, rows["cards1"], rows["cards0"])
    known = np.where(first, rows["known0"], rows["known1"])
    seen = np.where(first, rows["cards0"], rows["cards1"]) | rows["pile"] | known
    actions = rows["actions"].astype(np.int64)
    return Batch(
        torch.from_numpy(planes),
        torch.from_numpy(numbers),
        torch.from_numpy(np.maximum(actions, 0)),
        torch.from_numpy(actions >= 0),
        torch.from_numpy(rows["worths"] * np.float32(SCALE)),
        torch.from_numpy(faces(other)),
        torch.from_numpy(1 - faces(seen)),
    )


def faces(sets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return sets of faces as rows of 0 and 1, shape (n, 52)."""
    return (sets[:, None] >> np.arange(FACE_COUNT) & 1).astype(np.float32)


def centred(values: Tensor, tried: Tensor) -> Tensor:
    """Return `values` less their mean over the actions tried, 0 elsewhere."""
    share = tried.float()
    mean = (values * share).sum(1, keepdim=True) / share.sum(1, keepdim=True)
    return (values - mean) * share


def losses(network: Network, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """Return how far the network is off: in gains and in values, squared, and for the hidden cards."""
    said = network(batch.planes, batch.numbers)
    gains = centred(said.gains.gather(1, batch.actions), batch.tried)
    off = (gains - centred(batch.worths, batch.tried)).square().sum() / batch.tried.sum()
    value = (said.value - batch.worths[:, 0] + SCALE / 2).square().mean()
    hidden = binary_cross_entropy_with_logits(said.hidden, batch.hidden, weight=batch.unseen)
    return off, value, hidden


@torch.no_grad()
def gained(network: Network, batch: Batch) -> float:
    """Return what the network's own choices gain on `steady`'s, in hundredths of a match a decision."""
    said = network(batch.planes, batch.numbers).gains.gather(1, batch.actions)
    chosen = said.masked_fill(~batch.tried, -torch.inf).argmax(1, keepdim=True)
    gain = batch.worths.gather(1, chosen)[:, 0] - batch.worths[:, 0]
    return float(gain.mean()) * 100 / SCALE


class Training:
    """One training: network, optimiser and how far it has come, kept in `folder`."""

    def __init__(self, folder: Path, course: Course) -> None:
        """Begin, or go on from the checkpoint in `folder`; raises `ValueError` for one of another course."""
        torch.manual_seed(course.seed)
        self.folder, self.course, self.step = folder, course, 0
        self.network = Network()
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=DECAY)
        self.plan = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, RATE, total_steps=course.steps, pct_start=0.05, div_factor=10
        )
        self.curve: list[list[float]] = []
        if self._checkpoint.exists():
            self._load()

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.pt"

    def _load(self) -> None:
        kept = torch.load(self._checkpoint, weights_only=True)
        if kept["course"] != list(self.course):
            raise ValueError(f"{self._checkpoint} is of another training: {kept['course']}")
        self.step, self.curve = kept["step"], kept["curve"]
        for name in ("network", "optimiser", "plan"):
            getattr(self, name).load_state_dict(kept[name])

    def save(self) -> None:
        """Write the checkpoint, all of it or nothing."""
        kept = {"course": list(self.course), "step": self.step, "curve": self.curve}
        kept |= {name: getattr(self, name).state_dict() for name in ("network", "optimiser", "plan")}
        beside = self._checkpoint.with_suffix(".new")
        torch.save(kept, beside)
        beside.replace(self._checkpoint)

    def learn(self, batch: Batch) -> tuple[float, float, float]:
        """Take one step; return the three losses before it."""
        self.optimiser.zero_grad()
        off, value, hidden = losses(self.network, batch)
        together = off + VALUE_SHARE * value + HIDDEN_SHARE * hidden
        together.backward()  # type: ignore[no-untyped-call]
        self.optimiser.step()
        self.plan.step()
        self.step += 1
        return off.item(), value.item(), hidden.item()


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
    torch.set_num_threads(workers or core_count())
    rows, aside = gather_positions(
        folder, count=course.positions, aside=course.aside, seed=course.seed, workers=workers
    )
    games = variants()
    check, training = batch_of(aside, games), Training(folder, course)
    recent: list[tuple[float, float, float]] = []
    for chosen in batches(rows, training):
        recent.append(training.learn(batch_of(chosen, games)))
        if training.step % course.saved_every == 0 or training.step == course.steps:
            means = [sum(column) / len(column) for column in zip(*recent, strict=True)]
            training.curve.append([training.step, *means, gained(training.network, check)])
            recent.clear()
            report(training)
            training.save()
    write_weights(training.network, folder / "weights.npz")
    return training.network


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
    course = Course(chosen.positions, chosen.passes, chosen.batch, chosen.saved_every, chosen.seed)
    try:
        train(chosen.folder, course, workers=chosen.workers)
    except ValueError as error:
        options.error(str(error))


if __name__ == "__main__":
    main()
