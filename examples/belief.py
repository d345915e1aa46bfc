"""A belief network: which cards the other seat holds, learnt from a data set, with its log loss as a curve.

    python examples/belief.py --seeds 7 8 9 --picture docs/pictures/belief.svg

Needs `pip install '.[data,envs,fast]'`. It learns from the thousand hands of the package, or from the folder
that `ginrummy dataset simple steady network --hands 10000 --out hands` has written (`--data hands`). The last
fifth of the deals is for the test. The baseline counts: all unseen cards are alike.

Two players play as `simple`, but discard what the other seat is least likely to meld: `Careful` by the
network, `Counting` by the baseline. Both are measured against `simple`.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import numpy as np

import ginrummy
from ginrummy import GinRummyError, Move, MoveKind, View
from ginrummy.kernel.observation import KnownCards
from ginrummy.lab.arena import duel
from ginrummy.lab.curves import seed_spread, write_curves
from ginrummy.lab.dataset import SAMPLE
from ginrummy.lab.envs.observation import view_observation

WEIGHTS = Path(__file__).resolve().parents[1] / "build" / "belief.npz"
UNITS, BATCH, RATE = 128, 256, 1e-3
PLANES = len(KnownCards._fields)
WITHIN = 3  # points of deadwood that a safer discard may cost


class Decisions(NamedTuple):
    """Decisions of a data set: what the seat saw, and what the other seat held.

    `planes` has shape (n, 12, 4, 13). `unseen` marks the cards that the seat had not seen, `held` those of
    the other hand, each of shape (n, 4, 13). `chance` is what counting gives each unseen card.
    """

    planes: Any
    unseen: Any
    chance: Any
    held: Any


class Network(NamedTuple):
    """Weights of a layer of `UNITS` and of the log-odds that it adds to those of counting."""

    first: Any
    first_bias: Any
    second: Any
    second_bias: Any


def count_unseen(planes: Any, other_size: Any) -> tuple[Any, Any]:
    """Return the cards that were not seen, and the chance that each is in the other hand."""
    own, pile, known = (planes[:, KnownCards._fields.index(name)] for name in ("own", "pile", "known"))
    unseen = (own + pile + known) == 0
    hidden = other_size - known.sum((1, 2))
    return unseen, (hidden / unseen.sum((1, 2))).clip(1e-3, 1 - 1e-3)


def read_decisions(folder: Path, where: str) -> Decisions:
    """Return the decisions of the data set in `folder` for which the SQL condition `where` holds."""
    columns = ", ".join([*KnownCards._fields, "other", "other_size"])
    query = f"SELECT {columns} FROM {decisions_in(folder)} WHERE {where} ORDER BY match, hand, move"
    found = duckdb.execute(query).fetchnumpy()
    sets = np.stack([found[name] for name in (*KnownCards._fields, "other")], 1)
    planes = (sets[:, :, None] >> np.arange(52) & 1).reshape(-1, PLANES + 1, 4, 13).astype(np.float32)
    seen, held = planes[:, :PLANES], planes[:, PLANES]
    return Decisions(seen, *count_unseen(seen, found["other_size"]), held)


def decisions_in(folder: Path) -> str:
    """Return the table of the decisions in `folder`, in SQL."""
    return f"read_parquet('{folder / 'decisions' / '*.parquet'}')"


def held_chances(network: Network | None, planes: Any, chance: Any) -> tuple[Any, Any]:
    """Return the chance of each card to be in the other hand, shape (n, 52), and the hidden layer."""
    odds = np.log(chance / (1 - chance))[:, None].astype(np.float32)
    if network is None:
        return 1 / (1 + np.exp(-odds.repeat(52, 1))), None
    layer = np.maximum(planes.reshape(len(planes), -1) @ network.first + network.first_bias, 0)
    return 1 / (1 + np.exp(-odds - layer @ network.second - network.second_bias)), layer


def log_loss(network: Network | None, data: Decisions) -> float:
    """Return the mean log loss of a card that was not seen, in nats."""
    chances, _layer = held_chances(network, data.planes, data.chance)
    held, unseen = data.held.reshape(-1, 52), data.unseen.reshape(-1, 52)
    return float(-np.log(np.where(held == 1, chances, 1 - chances))[unseen].mean())


def batches(data: Decisions, passes: int, random: np.random.Generator) -> Iterator[Decisions]:
    """Yield batches in random order, the suits of each exchanged at random: the rules treat suits alike."""
    for _pass in range(passes):
        for places in np.array_split(random.permutation(len(data.held)), max(1, len(data.held) // BATCH)):
            suits = random.permutation(4)
            planes, unseen, held = data.planes[places], data.unseen[places], data.held[places]
            yield Decisions(planes[:, :, suits], unseen[:, suits], data.chance[places], held[:, suits])


def train(data: Decisions, passes: int, random: np.random.Generator) -> Network:
    """Return a network trained by Adam on the log loss of the cards that were not seen."""
    inputs = PLANES * 52
    network = Network(
        random.normal(0, inputs**-0.5, (inputs, UNITS)).astype(np.float32), np.zeros(UNITS, np.float32),
        np.zeros((UNITS, 52), np.float32), np.zeros(52, np.float32),
    )  # fmt: skip
    means, squares = ([np.zeros_like(each) for each in network] for _moment in range(2))
    for step, batch in enumerate(batches(data, passes, random), start=1):
        chances, layer = held_chances(network, batch.planes, batch.chance)
        error = (chances - batch.held.reshape(-1, 52)) * batch.unseen.reshape(-1, 52) / len(chances)
        back = error @ network.second.T * (layer > 0)
        slopes = (batch.planes.reshape(len(chances), -1).T @ back, back.sum(0), layer.T @ error, error.sum(0))
        for weights, slope, mean, square in zip(network, slopes, means, squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            weights -= RATE * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return network


class Counting:
    """Plays as `simple`, but discards what the other seat is least likely to meld, if it costs little."""

    name = "Counting"
    network: Network | None = None

    def __init__(self, *, seed: int = 0) -> None:
        self.simple = ginrummy.load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        """Return the move to play now."""
        move = self.simple.decide(view)
        if move.kind is not MoveKind.DISCARD:
            return move
        planes = view_observation(view)[None, : PLANES * 52].reshape(1, PLANES, 4, 13).astype(np.float32)
        unseen, chance = count_unseen(planes, view.opponent_size)
        chances = held_chances(self.network, planes, chance)[0].reshape(4, 13)
        held = np.where(unseen[0], chances, planes[0, KnownCards._fields.index("known")])
        discards = [each for each in view.legal_moves() if each.kind is MoveKind.DISCARD]
        leaves = {each: view.leaves[str(each)] for each in discards}
        near = [each for each in discards if leaves[each] <= leaves[move] + WITHIN]
        return min(near, key=lambda each: (meld_chance(held, each.face), leaves[each]))


class Careful(Counting):
    """The same by the network in `WEIGHTS`."""

    name = "Careful"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)
        if not WEIGHTS.exists():
            raise GinRummyError(f"no network yet: first run python {__file__}", where=str(WEIGHTS))
        with np.load(WEIGHTS) as file:
            self.network = Network(*(file[name] for name in Network._fields))


def meld_chance(held: Any, face: int) -> float:
    """Return about the chance that the other seat melds `face`, by the chance of each pair that it needs."""
    suit, rank = divmod(face, 13)
    alike = [held[other, rank] for other in range(4) if other != suit]
    pairs = [alike[0] * alike[1], alike[0] * alike[2], alike[1] * alike[2]]
    row = np.pad(held[suit], 2)  # ranks below the ace and above the king are never held
    pairs += [row[rank + low] * row[rank + high] for low, high in ((0, 1), (1, 3), (3, 4))]
    return float(1 - np.prod([1 - pair for pair in pairs]))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train on more and more hands, print and draw the log loss, and measure the players."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--data", type=Path, default=SAMPLE)
    options.add_argument(
        "--points", type=int, default=6, help="points of the curve; each has twice the hands"
    )
    options.add_argument("--passes", type=int, default=10)
    options.add_argument("--seeds", type=int, nargs="+", default=[7, 8, 9])
    options.add_argument("--hands", type=int, default=1000, help="hands of each player against simple")
    options.add_argument("--workers", type=int)
    options.add_argument("--picture", type=Path, help="write the curve to this SVG file")
    chosen = options.parse_args(arguments)

    (matches,) = duckdb.execute(f"SELECT max(match) + 1 FROM {decisions_in(chosen.data)}").fetchall()[0]
    first = matches * 4 // 5
    test = read_decisions(chosen.data, f"match >= {first}")
    counting = log_loss(None, test)
    hands = [first >> point for point in reversed(range(chosen.points))]
    curves: list[list[float]] = [[] for _seed in chosen.seeds]
    print(f"   hands  log loss, nats a card (counting {counting:.4f}): mean, least and greatest")
    for count in hands:
        training = read_decisions(chosen.data, f"match < {count}")
        for seed, curve in zip(chosen.seeds, curves, strict=True):
            network = train(training, chosen.passes, np.random.default_rng(seed))
            curve.append(log_loss(network, test))
        last = [curve[-1] for curve in curves]
        print(f"{count:8}  {sum(last) / len(last):.4f} ({min(last):.4f} – {max(last):.4f})", flush=True)
    if chosen.picture:
        lines = seed_spread([{"counting": [counting] * len(hands), "network": curve} for curve in curves])
        write_curves(chosen.picture, hands, lines, across="hands", up="log loss, nats a card")
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    np.savez(WEIGHTS, **network._asdict())
    for name in ("Counting", "Careful"):
        found = duel(
            f"{__file__}:{name}",
            "simple",
            variant="standard",
            hands=chosen.hands,
            seed=chosen.seeds[-1],
            workers=chosen.workers,
            reduce=True,
        )
        print(
            f"{name} against simple: {found.points.value:+.2f} ± {found.points.half_width:.2f} points a hand"
        )


if __name__ == "__main__":
    main()
