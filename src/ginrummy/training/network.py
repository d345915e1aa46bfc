"""Train the network: gather positions with what each action is worth there, and learn to foresee it.

    python -m ginrummy.training.network FOLDER [--positions N] [--passes N] [--seed N] [--workers N]

Several networks learn one after the other from the same positions, each in an order of its own; what ships
says the mean of what they say. FOLDER keeps the positions and each network's last checkpoint and curve; the
same command goes on where it was interrupted and comes to the same weights, FOLDER/weights.npz. With the same
number of workers they are the same on every such machine.
"""

from __future__ import annotations

import argparse
import csv
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from autograd import make_vjp
from autograd import numpy as traced
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from ginrummy.cards import FACE_COUNT
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.numpy_rows import VARIANT_ROW, Rows
from ginrummy.kernel.parallel import core_count
from ginrummy.players.match_equity import match_equity, point_at
from ginrummy.players.network import POINTS, kept_networks, said
from ginrummy.training.network_weights import ONE_HAND, WIDTH, Network, Reading, first_network, write_networks
from ginrummy.training.position_files import GAMES, gather_positions
from ginrummy.training.positions import fill_inputs, fill_seer_inputs
from ginrummy.training.seer import SEER_NUMBERS, SEER_SUIT_SIZE
from ginrummy.variants import load_variant

Array: TypeAlias = Any  # NumPy's, or while the slopes are sought autograd's that stands for it

RATE: Final = 2e-3
RATE_ON: Final = 1e-3  # where what is known already is not to be forgotten
FORESEEN_SHARE: Final = 0.85  # of what is learnt, where the roll-out went on beyond the horizon
HIDDEN_SHARE: Final = 0.1
VALUE_SHARE: Final = 0.1
SHARES: Final = (1.0, VALUE_SHARE, HIDDEN_SHARE)
BELIEF_SHARES: Final = (0.0, 0.0, 1.0)
SEER_SHARES: Final = (1.0, 0.5, 0.0)
SEER_READING: Final = Reading(SEER_SUIT_SIZE, SEER_NUMBERS)
MOST_ASIDE: Final = 48_000
SAMPLE: Final = 300_000
DECAY: Final = 1e-4
RISE: Final = 0.05
KEPT_FIRST: Final = 0.9
KEPT_SECOND: Final = 0.999
TINY: Final = 1e-8


class Course(NamedTuple):
    """How long to learn: positions, passes over them, positions a step, steps between two checkpoints.

    They begin with the weights of the package, or `anew`, so many `networks`, with such as know nothing, of
    that `width`. For the `belief` they learn the hidden cards alone; as a `seer` they are shown them, and
    learn what actions are worth then. `often` has a bit set for each of `GAMES` that is to be learnt most of
    all. Trained `against_itself` they learn what exploits the network.
    """

    positions: int = 3_128_320
    passes: int = 2
    batch: int = 1024
    saved_every: int = 500
    seed: int = 1909
    anew: bool = False
    networks: int = 2
    belief: bool = False
    width: int = WIDTH
    often: int = 0
    against_itself: bool = False
    seer: bool = False

    @property
    def shares(self) -> tuple[float, float, float]:
        """How much gains, values and hidden cards count."""
        return BELIEF_SHARES if self.belief else SEER_SHARES if self.seer else SHARES

    @property
    def reading(self) -> Reading:
        """How much a network reads."""
        return SEER_READING if self.seer else ONE_HAND

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

    `actions` (n, 16) are padded with `tried` (n, 16) 0; `worths` likewise, what the hand brings after each,
    in tens of points. `counts` (n,) is how much a position counts: the less, the wilder its game.
    """

    planes: Array
    numbers: Array
    actions: Array
    tried: Array
    worths: Array
    hidden: Array
    unseen: Array
    counts: Array


class Losses(NamedTuple):
    """How far the network is off: in gains and in values, squared, and for the hidden cards."""

    gains: Array
    value: Array
    hidden: Array


def variants() -> Rows:
    """Return the rows of the games that positions are numbered by."""
    return np.array([tuple(load_variant(name).row) for name in GAMES], VARIANT_ROW)


def batch_of(rows: Rows, games: Rows, counts: NDArray[np.float32], *, seer: bool = False) -> Batch:
    """Return `rows` of positions as arrays, for the `seer` or for who sees one hand.

    `counts` is how much one of each of `games` counts.
    """
    reading = SEER_READING if seer else ONE_HAND
    planes = np.empty((len(rows), 4, reading.suit), np.float32)
    numbers = np.empty((len(rows), reading.numbers), np.float32)
    compiled(fill_seer_inputs if seer else fill_inputs)(games, rows, planes, numbers)
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
        promised(rows),
        faces(other),
        1 - faces(seen),
        counts[rows["game"]],
    )


def brought(rows: Rows) -> NDArray[np.float32]:
    """Return what the hand brings after each action, (n, 16), in tens of points as they are worth then."""
    found = np.zeros(rows["worths"].shape, np.float32)
    for game in np.unique(rows["game"]):
        places, table = rows["game"] == game, match_equity(load_variant(GAMES[game]).row)
        scores = np.stack([rows["own"][places], rows["other"][places]], 1)
        known = {pair: point_at(table, *pair) for pair in map(tuple, np.unique(scores, axis=0).tolist())}
        points = np.array([known[pair] for pair in map(tuple, scores.tolist())])
        now = table[scores[:, 0], scores[:, 1]]
        found[places] = (rows["worths"][places] - now[:, None]) / (POINTS * points)[:, None]
    return found


def promised(rows: Rows) -> NDArray[np.float32]:
    """Return what is learnt of each action, (n, 16): between what it brought and what the pupil foresaw."""
    ends, foreseen = brought(rows), rows["foreseen"]
    share = FORESEEN_SHARE * np.isfinite(foreseen)
    return np.array(ends + share * (np.nan_to_num(foreseen) - ends), np.float32)


def calmness(rows: Rows) -> NDArray[np.float32]:
    """Return how much a position of each game counts: the less, the wilder what its actions come to."""
    tried = (rows["actions"] >= 0).astype(np.float32)
    off = np.square(centred(promised(rows), tried)).sum(1) / tried.sum(1)
    spread = [
        off[rows["game"] == game].mean() if (rows["game"] == game).any() else np.inf
        for game in range(len(GAMES))
    ]
    return np.array(np.min(spread) / np.maximum(spread, TINY), np.float32)


def faces(sets: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return sets of faces as rows of 0 and 1, shape (n, 52)."""
    return (sets[:, None] >> np.arange(FACE_COUNT) & 1).astype(np.float32)


def centred(values: Array, tried: Array) -> Array:
    """Return `values` less their mean over the actions tried, 0 elsewhere."""
    mean = (values * tried).sum(1, keepdims=True) / tried.sum(1, keepdims=True)
    return (values - mean) * tried


def losses(network: Mapping[str, Array], batch: Batch) -> Losses:
    """Return how far the network is off for the positions of `batch`."""
    opinion = said(network, batch.planes, batch.numbers, arrays=traced)
    places = np.arange(len(batch.actions))[:, None]
    gains = centred(opinion.gains[places, batch.actions], batch.tried)
    off = traced.square(gains - centred(batch.worths, batch.tried)).sum(1) @ batch.counts / batch.tried.sum()
    value = (traced.square(opinion.value - batch.worths[:, 0]) * batch.counts).mean()
    hidden = traced.logaddexp(np.float32(0), opinion.hidden) - opinion.hidden * batch.hidden
    return Losses(off, value, (hidden * batch.unseen).mean())


def gained(network: Network, batch: Batch) -> float:
    """Return what the network's own choices gain on `steady`'s, in points a decision."""
    gains = np.take_along_axis(said(network, batch.planes, batch.numbers).gains, batch.actions, 1)
    chosen = np.where(batch.tried > 0, gains, -np.inf).argmax(1, keepdims=True)
    gain = np.take_along_axis(batch.worths, chosen, 1)[:, 0] - batch.worths[:, 0]
    return float(gain.mean()) * POINTS


class Training:
    """The training of one network: its weights, the optimiser's two moments and how far it has come.

    They are kept in the folder `network-N` of `folder`, N being its `number`.
    """

    def __init__(self, folder: Path, course: Course, number: int = 0) -> None:
        """Begin, or go on from the checkpoint there; raises `ValueError` for one of another course."""
        self.folder, self.course, self.number, self.step = folder / f"network-{number}", course, number, 0
        self.folder.mkdir(parents=True, exist_ok=True)
        self.network = first_weights(course, number)
        self.first = {name: np.zeros_like(values) for name, values in self.network.items()}
        self.second = {name: np.zeros_like(values) for name, values in self.network.items()}
        self.curve: list[list[float]] = []
        if self._checkpoint.exists():
            self._load()

    @property
    def _checkpoint(self) -> Path:
        return self.folder / "checkpoint.npz"

    def _parts(self) -> dict[str, NDArray[np.float32]]:
        whole = {"network": self.network, "first": self.first, "second": self.second}
        return {f"{part}/{name}": values for part, kept in whole.items() for name, values in kept.items()}

    def _load(self) -> None:
        with np.load(self._checkpoint) as kept:
            if kept["course"].tolist() != list(self.course):
                raise ValueError(f"{self._checkpoint} is of another training: {kept['course'].tolist()}")
            self.step, self.curve = int(kept["step"]), kept["curve"].tolist()
            for name, values in self._parts().items():
                values[...] = kept[name]

    def save(self) -> None:
        """Write the checkpoint, all of it or nothing."""
        far = {"course": np.array(self.course), "step": np.array(self.step), "curve": np.array(self.curve)}
        arrays: dict[str, Any] = self._parts() | far
        beside = self._checkpoint.with_suffix(".new")
        with beside.open("wb") as file:
            np.savez(file, **arrays)
        beside.replace(self._checkpoint)

    def learn(self, batch: Batch) -> Losses:
        """Take one step; return the losses before it."""
        slope, found = make_vjp(lambda network: traced.stack(losses(network, batch)))(self.network)
        slopes = slope(np.array(self.course.shares, np.float32))
        pace = rate(self.step, self.course.steps, RATE if self.course.anew else RATE_ON)
        self.step += 1
        for name, values in self.network.items():
            follow(values, slopes[name], self.first[name], self.second[name], pace=pace, step=self.step)
        return Losses(*found.tolist())


def first_weights(course: Course, number: int) -> Network:
    """Return the weights that network `number` of `course` begins with."""
    if course.anew:
        return first_network(course.seed + number, width=course.width, reading=course.reading)
    return {name: values.copy() for name, values in kept_networks()[number].items()}


def rate(step: int, steps: int, most: float) -> float:
    """Return the rate at `step` of `steps`: up from a tenth for a twentieth of them, then down to nothing."""
    rise = RISE * steps - 1
    part = step / rise if step <= rise else (step - rise) / (steps - 1 - rise)
    start, end = (most / 10, most) if step <= rise else (most, most / 100_000)
    return end + (start - end) * (1 + math.cos(math.pi * part)) / 2


def follow(values: Array, slope: Array, first: Array, second: Array, *, pace: float, step: int) -> None:
    """Move `values` down the slope by AdamW (Loshchilov and Hutter 2019), and both moments with it."""
    first += (1 - KEPT_FIRST) * (slope - first)
    second += (1 - KEPT_SECOND) * (np.square(slope) - second)
    size = np.sqrt(second / (1 - KEPT_SECOND**step)) + TINY
    values *= 1 - pace * DECAY
    values -= pace / (1 - KEPT_FIRST**step) * first / size


def batches(rows: Rows, training: Training) -> Iterator[Rows]:
    """Yield what remains of the training's batches: each pass in an order of its own."""
    course = training.course
    for turn in range(training.step // course.a_pass, course.passes):
        order = np.random.default_rng([course.seed, training.number, turn]).permutation(len(rows))
        for place in range(training.step - turn * course.a_pass, course.a_pass):
            yield rows[np.sort(order[place * course.batch : (place + 1) * course.batch])]


def train(folder: Path, course: Course, *, workers: int | None = None) -> list[Network]:
    """Gather the positions of `course` in `folder`, learn from them, and return the networks.

    Their weights are written to `folder`/weights.npz, the curve of each to `folder`/network-N/curve.csv.
    Raises `ValueError` where the folder holds another training, or the package not so many networks.
    """
    if not course.anew and course.networks > len(kept_networks()):
        raise ValueError(
            f"the package has {len(kept_networks())} networks to go on from, not {course.networks}"
        )
    rows, aside = gather_positions(
        folder,
        count=course.positions,
        aside=course.aside,
        seed=course.seed,
        workers=workers,
        often=[name for number, name in enumerate(GAMES) if course.often >> number & 1],
        against_itself=course.against_itself,
    )
    counts = calmness(rows[:SAMPLE])
    check = batch_of(aside, variants(), counts, seer=course.seer)
    networks = []
    for number in range(course.networks):
        training = Training(folder, course, number)
        with threadpool_limits(workers or core_count()):
            learn_all(training, rows, counts, check)
        networks.append(training.network)
    write_networks(networks, folder / "weights.npz")
    return networks


def learn_all(training: Training, rows: Rows, counts: NDArray[np.float32], check: Batch) -> None:
    """Take what remains of the training's steps over `rows`; report now and then how good it has become."""
    games, recent = variants(), list[Losses]()
    for chosen in batches(rows, training):
        recent.append(training.learn(batch_of(chosen, games, counts, seer=training.course.seer)))
        if training.step % training.course.saved_every == 0 or training.step == training.course.steps:
            means = [float(np.mean(column)) for column in zip(*recent, strict=True)]
            gain = gained(training.network, check)
            training.curve.append([float(training.step), *means, gain])
            recent.clear()
            report(training)
            training.save()


def report(training: Training) -> None:
    """Print where the training stands, and write its curve."""
    step, off, value, hidden, gain = training.curve[-1]
    print(
        f"network {training.number}, step {step:.0f} of {training.course.steps}: gains {off:.4f}, "
        f"value {value:.4f}, hidden {hidden:.4f}, gained on steady {gain:+.3f} points a decision",
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
    options.add_argument("--anew", action="store_true", help="begin with weights that know nothing")
    options.add_argument("--networks", type=int, default=usual.networks, help="whose mean it is to say")
    options.add_argument("--belief", action="store_true", help="learn the hidden cards alone")
    options.add_argument("--seer", action="store_true", help="learn to judge with both hands open")
    options.add_argument("--width", type=int, default=usual.width, help="units a suit and layer, with --anew")
    options.add_argument(
        "--often", action="append", default=[], choices=GAMES, help="a game to learn most of all"
    )
    options.add_argument(
        "--against-itself", action="store_true", help="against the package's network: what exploits it"
    )
    options.add_argument("--workers", type=int, help="cores to work on, all unless given")
    chosen = options.parse_args()
    chosen.often = sum(1 << GAMES.index(name) for name in {*chosen.often})
    course = Course(**{name: getattr(chosen, name) for name in Course._fields if name in chosen})
    try:
        train(chosen.folder, course, workers=chosen.workers)
    except ValueError as error:
        options.error(str(error))


if __name__ == "__main__":
    main()
