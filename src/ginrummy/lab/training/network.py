"""Train the network: gather positions with the worth of each action, and learn to predict it.

    python -m ginrummy.lab.training.network FOLDER [--positions N] [--passes N] [--seed N] [--workers N]

Several networks learn one after the other from the same positions, each in its own order. The player uses
their mean. FOLDER keeps the positions and each network's last checkpoint and curve. The same command resumes
an interrupted training and yields the same weights, FOLDER/weights.npz. With the same number of workers they
are the same on every such machine. Positions may be gathered by many machines with the same result
(--cluster). Training may use a graphics card (--gpu), which rounds differently.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from ginrummy.kernel.graphics_card import import_cupy
from ginrummy.kernel.parallel import core_count
from ginrummy.kernel.vectorized_rules import Rows
from ginrummy.lab.arena.ray_cluster import LOCAL
from ginrummy.lab.arena.run_plan import ArenaError
from ginrummy.lab.arena.workers import run_in_threads, run_sequentially
from ginrummy.lab.training.batches import BOTH_HANDS, TINY, Batch, make_batch, position_weights, variants
from ginrummy.lab.training.forward_pass import Array, Networks, load_networks, network_output, networks_in
from ginrummy.lab.training.network_weights import (
    ONE_HAND,
    WIDTH,
    InputSize,
    Network,
    random_network,
    write_networks,
)
from ginrummy.lab.training.position_files import (
    GAMES,
    Engine,
    Gathering,
    cluster_engine,
    gather_positions,
    local_engine,
)
from ginrummy.lab.training.slopes import Losses, losses_and_gradients
from ginrummy.players.network import POINTS
from ginrummy.text.atomic_files import replace_atomically, write_atomically
from ginrummy.text.csv_text import csv_lines


def as_numpy(values: Any) -> Any:
    """Return an array of either module as a NumPy array."""
    return values if type(values) is np.ndarray else values.get()


RATE: Final = 2e-3
RATE_ON: Final = 1e-3  # lower when starting from trained weights, so that they are not forgotten
HIDDEN_SHARE: Final = 0.1
VALUE_SHARE: Final = 0.1
SHARES: Final = (1.0, VALUE_SHARE, HIDDEN_SHARE)
BELIEF_SHARES: Final = (0.0, 0.0, 1.0)
SEER_SHARES: Final = (1.0, 0.5, 0.0)
MOST_ASIDE: Final = 48_000
SAMPLE: Final = 300_000
MAKERS_SHARE: Final = 0.4  # of the cores: making a batch takes two thirds as long as learning from it
DECAY: Final = 1e-4
RISE: Final = 0.05
KEPT_FIRST: Final = 0.9
KEPT_SECOND: Final = 0.999


class Course(NamedTuple):
    """Length of a training: positions, passes over them, positions a step, steps between two checkpoints.

    It starts from the weights of the package, from those with the fingerprint `begun`, or `from_scratch` with
    random weights: `networks` networks of that `width`. For the `belief` they learn only the hidden cards. As
    a `seer` they see the hidden cards and learn the value of actions. `often` has a bit set for each of
    `GAMES` with extra positions. Trained `against_itself` they learn to exploit the network.
    """

    positions: int = 3_128_320
    passes: int = 2
    batch: int = 1024
    saved_every: int = 500
    seed: int = 1909
    from_scratch: bool = False
    networks: int = 2
    belief: bool = False
    width: int = WIDTH
    often: int = 0
    against_itself: bool = False
    seer: bool = False
    begun: int = 0

    @property
    def loss_weights(self) -> tuple[float, float, float]:
        """The weights of gains, values and hidden cards in the loss."""
        return BELIEF_SHARES if self.belief else SEER_SHARES if self.seer else SHARES

    @property
    def input_size(self) -> InputSize:
        """The input size of the network."""
        return BOTH_HANDS if self.seer else ONE_HAND

    @property
    def steps_per_pass(self) -> int:
        """The steps of one pass."""
        return self.positions // self.batch

    @property
    def steps(self) -> int:
        """The total number of steps."""
        return self.passes * self.steps_per_pass

    @property
    def validation_count(self) -> int:
        """The number of held-out positions for validation."""
        return min(MOST_ASIDE, self.positions // 10)


def reject_empty_course(course: Course) -> None:
    """Raise `ValueError` for a course without positions to learn from or to validate on."""
    for name in ("positions", "passes", "batch", "saved_every", "networks", "width"):
        if getattr(course, name) < 1:
            raise ValueError(f"{name} is {getattr(course, name)}, at least 1 is needed")
    if course.steps_per_pass < 1 or course.validation_count < 1:
        raise ValueError(
            f"positions is {course.positions}: a step takes {course.batch}, and of ten one more is kept aside"
        )


def mean_gain_over_steady(network: Network, batch: Batch) -> float:
    """Return the gain of the network's choices over `steady`'s, in points a decision."""
    gains = np.take_along_axis(network_output(network, batch.planes, batch.numbers).gains, batch.actions, 1)
    chosen = np.where(batch.tried > 0, gains, -np.inf).argmax(1, keepdims=True)
    gain = np.take_along_axis(batch.worths, chosen, 1)[:, 0] - batch.worths[:, 0]
    return float(gain.mean()) * POINTS


class Training:
    """The training of one network: its weights, both moments of the optimiser, and its progress.

    They are stored in the folder `network-N` of `folder`, where N is its `number`. `arrays` is the array
    module.
    """

    def __init__(
        self, folder: Path, course: Course, number: int = 0, *, begin_with: Networks = (), arrays: Any = np
    ) -> None:
        """Start, or resume from the checkpoint there. Raises `ValueError` for one of another course."""
        self.folder, self.course, self.number, self.step = folder / f"network-{number}", course, number, 0
        self.folder.mkdir(parents=True, exist_ok=True)
        self._arrays = arrays
        begun = initial_weights(course, number, begin_with)
        self._weights = {name: arrays.asarray(values) for name, values in begun.items()}
        self._first = {name: arrays.zeros_like(values) for name, values in self._weights.items()}
        self._second = {name: arrays.zeros_like(values) for name, values in self._weights.items()}
        self.curve: list[list[float]] = []
        if self._checkpoint.exists():
            self._load()

    @property
    def network(self) -> Network:
        """The current weights."""
        return {name: as_numpy(values) for name, values in self._weights.items()}

    @property
    def uses_graphics_card(self) -> bool:
        """Whether training runs on a graphics card."""
        return self._arrays is not np

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.npz"

    def _parts(self) -> dict[str, Array]:
        whole = {"network": self._weights, "first": self._first, "second": self._second}
        return {f"{part}/{name}": values for part, kept in whole.items() for name, values in kept.items()}

    def _load(self) -> None:
        with np.load(self._checkpoint) as kept:
            if kept["course"].tolist() != list(self.course):
                raise ValueError(f"{self._checkpoint} is of another training: {kept['course'].tolist()}")
            self.step, self.curve = int(kept["step"]), kept["curve"].tolist()
            for name, values in self._parts().items():
                values[...] = self._arrays.asarray(kept[name])

    def save(self) -> None:
        """Write the checkpoint atomically."""
        far = {"course": np.array(self.course), "step": np.array(self.step), "curve": np.array(self.curve)}
        arrays = {name: as_numpy(values) for name, values in self._parts().items()} | far
        with replace_atomically(self._checkpoint, durable=False) as file:
            np.savez(file, **arrays)

    def learn(self, batch: Batch) -> Losses:
        """Take one step. Return the losses before it."""
        here = Batch(*map(self._arrays.asarray, batch))
        found, slopes = losses_and_gradients(
            self._weights, here, self.course.loss_weights, arrays=self._arrays
        )
        pace = learning_rate(self.step, self.course.steps, RATE if self.course.from_scratch else RATE_ON)
        self.step += 1
        for name, values in self._weights.items():
            adamw_step(values, slopes[name], self._first[name], self._second[name], pace=pace, step=self.step)
        return found


def initial_weights(course: Course, number: int, begin_with: Networks) -> Network:
    """Return the initial weights of network `number` of `course`, by default those of the package."""
    if course.from_scratch:
        return random_network(course.seed + number, width=course.width, reading=course.input_size)
    return {name: values.copy() for name, values in (begin_with or load_networks())[number].items()}


def learning_rate(step: int, steps: int, most: float) -> float:
    """Return the learning rate: warm-up from a tenth over a twentieth of the steps, then decay to 0."""
    rise = RISE * steps - 1
    part = step / rise if step <= rise else (step - rise) / (steps - 1 - rise)
    start, end = (most / 10, most) if step <= rise else (most, most / 100_000)
    return end + (start - end) * (1 + math.cos(math.pi * part)) / 2


def adamw_step(values: Array, slope: Array, first: Array, second: Array, *, pace: float, step: int) -> None:
    """Update `values` and both moments by one step of AdamW (Loshchilov and Hutter 2019)."""
    first += (1 - KEPT_FIRST) * (slope - first)
    second += (1 - KEPT_SECOND) * (np.square(slope) - second)
    size = np.sqrt(second / (1 - KEPT_SECOND**step)) + TINY
    values *= 1 - pace * DECAY
    values -= pace / (1 - KEPT_FIRST**step) * first / size


class BatchSource(NamedTuple):
    """Source of batches: positions, the weight of each game, and the input size."""

    rows: Rows
    games: Rows
    counts: NDArray[np.float32]
    reading: InputSize

    def batch(self, places: NDArray[np.int64]) -> Batch:
        """Return the positions at `places`, in order."""
        return make_batch(self.rows[np.sort(places)], self.games, self.counts, self.reading)


def batch_orders(training: Training, count: int) -> Iterator[NDArray[np.int64]]:
    """Yield the indices of each remaining batch among `count` positions. Each pass has its own order."""
    course, begun = training.course, training.step
    for turn in range(begun // course.steps_per_pass, course.passes):
        order = np.random.default_rng([course.seed, training.number, turn]).permutation(count)
        for place in range(max(0, begun - turn * course.steps_per_pass), course.steps_per_pass):
            yield order[place * course.batch : (place + 1) * course.batch]


def train(
    folder: Path,
    course: Course,
    *,
    workers: int | None = None,
    engine: Engine | None = None,
    begin_with: Networks = (),
    arrays: Any = np,
) -> list[Network]:
    """Gather the positions of `course` in `folder`, train on them, and return the networks.

    It uses `workers` cores, by default all. An `engine` gathers elsewhere. Training starts from, and
    positions are gathered by, `begin_with` or the package's networks. `arrays` is NumPy or CuPy. The weights
    are written to `folder`/weights.npz, the curves to `folder`/network-N/curve.csv. Raises `ValueError` when
    the folder holds another training, when there are too few networks to start from, or when there are no
    positions.
    """
    reject_empty_course(course)
    begin_with = begin_with or load_networks()
    if not course.from_scratch and course.networks > len(begin_with):
        raise ValueError(f"there are {len(begin_with)} networks to go on from, not {course.networks}")
    often = tuple(name for number, name in enumerate(GAMES) if course.often >> number & 1)
    gathering = Gathering(course.seed, often=often, against_itself=course.against_itself, pupils=begin_with)
    rows, aside = gather_positions(
        folder,
        gathering,
        engine or local_engine(workers),
        count=course.positions,
        aside=course.validation_count,
    )
    lesson = BatchSource(rows, variants(), position_weights(rows[:SAMPLE]), course.input_size)
    check = make_batch(aside, lesson.games, lesson.counts, course.input_size)
    networks = []
    for number in range(course.networks):
        training = Training(folder, course, number, begin_with=begin_with, arrays=arrays)
        take_remaining_steps(training, lesson, check, workers or core_count())
        networks.append(training.network)
    write_networks(networks, folder / "weights.npz")
    return networks


def take_remaining_steps(training: Training, lesson: BatchSource, check: Batch, workers: int) -> None:
    """Take the remaining steps, and report progress from time to time.

    With several `workers` some make batches while the others, or the card, take the steps.
    """
    makers = workers if training.uses_graphics_card else max(1, round(MAKERS_SHARE * workers))
    engine = partial(run_in_threads, workers=makers) if workers > 1 else run_sequentially
    recent = list[Losses]()
    batches = engine(BatchSource.batch, lesson, batch_orders(training, len(lesson.rows)))
    with threadpool_limits(max(1, workers - makers)), closing(batches):
        for batch in batches:
            recent.append(training.learn(batch))
            if training.step % training.course.saved_every == 0 or training.step == training.course.steps:
                means = [math.fsum(map(float, column)) / len(recent) for column in zip(*recent, strict=True)]
                gain = mean_gain_over_steady(training.network, check)
                training.curve.append([float(training.step), *means, gain])
                recent.clear()
                report_progress(training)
                training.save()


def report_progress(training: Training) -> None:
    """Print the progress of the training, and write its curve."""
    step, off, value, hidden, gain = training.curve[-1]
    print(
        f"network {training.number}, step {step:.0f} of {training.course.steps}: gains {off:.4f}, "
        f"value {value:.4f}, hidden {hidden:.4f}, gained on steady {gain:+.3f} points a decision",
        flush=True,
    )
    columns = ("step", "gains_off", "value_off", "hidden_off", "gained")
    rows = (dict(zip(columns, row, strict=True)) for row in training.curve)
    lines = "".join(f"{line}\n" for line in csv_lines(columns, rows))
    write_atomically(training.folder / "curve.csv", lines, durable=False)


def read_checkpoint(file: Path) -> tuple[int, Networks]:
    """Return the fingerprint of the weights in `file`, written by a training, and the networks.

    Raises `OSError` when the file cannot be read, `ValueError` when it holds something else.
    """
    kept = file.read_bytes()
    try:
        return crc32(kept), networks_in(BytesIO(kept))
    except (BadZipFile, EOFError, ValueError) as error:
        raise ValueError(f"{file} holds no weights that a training left: {error}") from error


def command_line() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    usual = Course()
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--positions", type=int, default=usual.positions, help="positions to train on")
    options.add_argument("--passes", type=int, default=usual.passes, help="passes over the positions")
    options.add_argument("--batch", type=int, default=usual.batch, help="positions a step")
    options.add_argument("--saved-every", type=int, default=usual.saved_every, help="steps")
    options.add_argument("--seed", type=int, default=usual.seed)
    beginning = options.add_mutually_exclusive_group()
    beginning.add_argument("--from-scratch", action="store_true", help="start from random weights")
    beginning.add_argument(
        "--from", type=Path, dest="file", metavar="FILE", help="start from the weights of another training"
    )
    options.add_argument("--networks", type=int, default=usual.networks, help="networks of the ensemble")
    options.add_argument("--belief", action="store_true", help="train on the hidden cards alone")
    options.add_argument("--seer", action="store_true", help="show both hands to the network")
    options.add_argument(
        "--width", type=int, default=usual.width, help="units a suit and layer, with --from-scratch"
    )
    options.add_argument(
        "--often", action="append", default=[], choices=GAMES, help="a game with extra positions"
    )
    options.add_argument(
        "--against-itself", action="store_true", help="against the package's network: what exploits it"
    )
    options.add_argument("--workers", type=int, help="cores to work on, all unless given")
    options.add_argument(
        "--cluster", nargs="?", const=LOCAL, metavar="ADDRESS", help="gather on Ray, there or started here"
    )
    options.add_argument("--gpu", action="store_true", help="learn on a graphics card, by CuPy")
    return options


def main() -> None:
    """Read the command line and train."""
    options = command_line()
    chosen = options.parse_args()
    chosen.often = sum(1 << GAMES.index(name) for name in {*chosen.often})
    course = Course(**{name: getattr(chosen, name) for name in Course._fields if name in chosen})
    engine = cluster_engine(chosen.cluster, chosen.workers) if chosen.cluster else None
    try:
        arrays = import_cupy() if chosen.gpu else np
        begun, begin_with = read_checkpoint(chosen.file) if chosen.file else (0, ())
        train(
            chosen.folder,
            course._replace(begun=begun),
            workers=chosen.workers,
            engine=engine,
            begin_with=begin_with,
            arrays=arrays,
        )
    except (ArenaError, OSError, ValueError) as error:
        options.error(str(error))


if __name__ == "__main__":
    main()
