"""Speed of the kernel on one core and on all.

    python -m bench.kernel_speed [--runs 7] [--workers N] [--json]

Each figure is the median of several runs in wall time, followed by the best. Set-up and compiling are
excluded, and measured in new processes at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.vector_tables import Tables
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.actions import DRAW
from ginrummy.kernel.compile_cache import ROOT_VARIABLE
from ginrummy.kernel.parallel import core_count
from ginrummy.variants import DEFAULT, Variant, load_variant

HANDS = 1 << 18
DEALS = 20_000
TABLE_COUNT = 4096
STEPS = 100
COMPILE_ALL = """
import time
start = time.perf_counter()
from bench import deadwood_census
from ginrummy.kernel import vectorized_rules
from ginrummy.kernel.vectorized_rules import states_as_rows
from bench.vector_tables import Tables
vectorized_rules.least_deadwood([7]), vectorized_rules.discard_deadwoods([7])
vectorized_rules.deal_decks(1, 1)
tables = Tables(2)
tables.legal(), tables.observe(), tables.step([106, 106])
states = states_as_rows(tables.states())
vectorized_rules.choices(states), vectorized_rules.states_after(states, [106, 106], [0, 0])
states["phase"] = 8
vectorized_rules.scores(states), vectorized_rules.play_random(seed=1, hands=1)
deadwood_census.count_hands(2), deadwood_census.count_discards(2)
print(time.perf_counter() - start)
"""


class Figure(NamedTuple):
    """A measured rate: name, items a second at the median and at best, and number of cores."""

    name: str
    rate: float
    best: float
    workers: int


def measure_rate(
    name: str, work: Callable[[], object], amount: int, *, runs: int, workers: int = 1
) -> Figure:
    """Return the rate of `work` in items a second, after one warm-up run."""
    seconds = []
    for _run in range(runs + 1):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    counted = seconds[1:]
    return Figure(name, amount / statistics.median(counted), amount / min(counted), workers)


def dealt_hands(size: int) -> NDArray[np.int64]:
    """Return random hands of `size` cards."""
    faces = vectorized_rules.deal_decks(1, HANDS)[:, :size].astype(np.int64)
    hands: NDArray[np.int64] = (np.int64(1) << faces).sum(axis=1)
    return hands


def hand_figures(runs: int, workers: int) -> list[Figure]:
    """Return the rates of hands: least deadwood of ten cards, all deadwoods of eleven; and of decks."""
    ten, eleven = dealt_hands(10), dealt_hands(11)
    return [
        measure_rate("least deadwood of ten cards",
                 lambda: vectorized_rules.least_deadwood(ten, workers=workers),
                 HANDS, runs=runs, workers=workers),
        measure_rate("all deadwoods of eleven cards",
                 lambda: vectorized_rules.discard_deadwoods(eleven, workers=workers),
                 HANDS, runs=runs, workers=workers),
        measure_rate("decks",
                 lambda: vectorized_rules.deal_decks(1, HANDS, workers=workers),
                 HANDS, runs=runs, workers=workers),
    ]  # fmt: skip


def play_figures(runs: int, workers: int) -> list[Figure]:
    """Return the rates of whole hands of random legal play."""
    figures = []
    for name in ("eaai", "two_pack"):
        row = load_variant(name).row

        def play(row: Variant = row) -> object:
            return vectorized_rules.play_random(row, seed=1, hands=DEALS, workers=workers)

        figures.append(measure_rate(f"random hands of {name}", play, DEALS, runs=runs, workers=workers))
    return figures


def table_figures(runs: int, workers: int) -> list[Figure]:
    """Return the rates of tables: decisions with step, mask and observation, and with step alone."""
    tables = Tables(TABLE_COUNT, variant=DEFAULT, seeds=1, workers=workers)
    masks, observation, clocks = tables.legal(), tables.observe(), {"whole": 0.0, "step": 0.0}
    found: dict[str, list[float]] = {"whole": [], "step": []}
    chance = np.random.default_rng(0)
    for _run in range(runs + 1):
        clocks = dict.fromkeys(clocks, 0.0)
        for _step in range(STEPS):
            actions = random_actions(masks, chance)
            start = time.perf_counter()
            tables.step(actions)
            stepped = time.perf_counter()
            tables.legal(masks)
            tables.observe(observation)
            clocks["step"] += stepped - start
            clocks["whole"] += time.perf_counter() - start
        for name, seconds in clocks.items():
            found[name].append(TABLE_COUNT * STEPS / seconds)
    return [
        Figure(title, statistics.median(found[name][1:]), max(found[name][1:]), workers)
        for name, title in (
            ("whole", "decisions: step, mask, observation"),
            ("step", "decisions: step alone"),
        )
    ]


def random_actions(masks: NDArray[np.int8], chance: np.random.Generator) -> NDArray[np.intp]:
    """Return a legal action for each table, mostly a draw."""
    draws = (masks[:, DRAW] == 1) & (chance.random(len(masks)) < 0.5)
    any_of_them = (chance.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1)
    return np.where(draws, DRAW, any_of_them)


def starts() -> dict[str, float]:
    """Return the seconds of a first start, which compiles the whole kernel, and of the next start."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {ROOT_VARIABLE: folder}
        seconds = [
            float(subprocess.check_output([sys.executable, "-c", COMPILE_ALL], env=environment))
            for _start in range(3)
        ]
    return {"first start": seconds[0], "later start": min(seconds[1:])}


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--runs", type=int, default=7)
    options.add_argument("--workers", type=int, default=core_count())
    options.add_argument("--json", action="store_true")
    chosen = options.parse_args()
    figures = []
    for workers in sorted({1, chosen.workers}):
        for measure in (hand_figures, play_figures, table_figures):
            figures += measure(chosen.runs, workers)
    seconds = starts()
    if chosen.json:
        print(json.dumps({"figures": [figure._asdict() for figure in figures], "seconds": seconds}))
        return
    for figure in figures:
        print(f"{figure.name:36} {figure.workers} cores {figure.rate:14,.0f}/s {1e9 / figure.rate:10,.1f} ns"
              f"   best {figure.best:14,.0f}/s")  # fmt: skip
    for name, value in seconds.items():
        print(f"{name:36} {value:.2f} s")


if __name__ == "__main__":
    main()
