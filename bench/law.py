"""Law in plain Python: time of a turn, and disagreements with the oracle.

python -m bench.law                     time cold starts, and the turns of every preset
python -m bench.law --hands 20000       compare law and oracle on each question so many times, for each row
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from multiprocessing import Pool
from typing import NamedTuple

from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import MoveKind
from ginrummy.variants import load_variant, preset_names
from tests.at_random import shuffled_game, some_move
from tests.oracle.house import KINDS, Kind, random_row
from tests.oracle.lockstep import play_in_lockstep
from tests.oracle.questions import QUESTIONS, ask

WHOLE_HANDS = "whole-hands"
PORTION = 1_000
HOUSE_HANDS = 100
MICROSECONDS = 1e6


class Task(NamedTuple):
    """One portion of a question; `kind` is `None` for whole hands of house rules."""

    name: str
    kind: Kind | None
    times: int
    seed: str


class Answer(NamedTuple):
    """Result of a portion: number of questions, of positive answers, and disagreements."""

    name: str
    times: int
    yes: int
    disagreement: str


def tasks(questions: list[str], hands: int, seed: str) -> Iterator[Task]:
    """Yield portions with `questions` for every row at least `hands` times, and whole hands."""
    for name, kind in product(questions, KINDS):
        if name != WHOLE_HANDS:
            wanted = hands * len(kind.rows())
            for start in range(0, wanted, PORTION):
                yield Task(name, kind, min(PORTION, wanted - start), f"{seed} {start}")
    for start in range(0, hands if WHOLE_HANDS in questions else 0, PORTION):
        yield Task(WHOLE_HANDS, None, HOUSE_HANDS, f"{seed} {start}")


def answer(task: Task) -> Answer:
    """Return the result of a portion. The first disagreement ends it."""
    try:
        if task.kind is None:
            return Answer(task.name, task.times, whole_hands(task), "")
        return Answer(task.name, task.times, ask(task.name, task.kind, task.times, seed=task.seed), "")
    except AssertionError as error:
        return Answer(task.name, task.times, 0, f"{task.name} {task.kind} {task.seed}: {error}")


def whole_hands(task: Task) -> int:
    """Return the number of closings in hands of house rules, played in lockstep."""
    closed = 0
    for number in range(task.times):
        chance = random.Random(f"{task.seed} {number}")
        closed += play_in_lockstep(random_row(chance), chance).spread is not None
    return closed


def compare(questions: list[str], hands: int, seed: str, jobs: int) -> int:
    """Print the numbers of questions and disagreements. Return the latter."""
    asked, yes, failures = dict[str, int](), dict[str, int](), list[str]()
    with Pool(jobs) as pool:
        for name, times, positive, disagreement in pool.imap_unordered(answer, tasks(questions, hands, seed)):
            asked[name] = asked.get(name, 0) + times
            yes[name] = yes.get(name, 0) + positive
            failures += [disagreement] if disagreement else []
    for name, times in asked.items():
        print(f"{name:18} {times:>10,} asked {yes[name]:>10,} yes")
    print(f"{len(failures)} disagreements", *failures, sep="\n")
    return len(failures)


def turn_times(name: str, turns: int) -> list[float]:
    """Return the seconds of whole turns: legal moves, draw, legal moves, discard."""
    chance, row = random.Random(name), load_variant(name).row
    found: list[float] = []
    game = shuffled_game(row, chance)
    while len(found) < turns:
        game = shuffled_game(row, chance) if game.is_over else game
        if game.phase is not Phase.DRAW:
            game = game.play(some_move(game, chance))
            continue
        game, seconds = timed_turn(game, chance)
        found.append(seconds)
    return found


def timed_turn(game: Game, chance: random.Random) -> tuple[Game, float]:
    """Return `game` after an ordinary turn, and the processor time of the law for it."""
    start = time.process_time()
    game = game.play(chance.choice(game.legal_moves()))
    moves = game.legal_moves()
    law = time.process_time() - start
    move = some_move(game, chance)
    if move.kind is not MoveKind.DISCARD or move not in moves:
        return game, law
    start = time.process_time()
    game = game.play(move)
    return game, law + time.process_time() - start


def print_times(turns: int) -> None:
    """Print the time of a turn in each preset, in microseconds."""
    print(f"{'microseconds a turn':24} {'median':>8} {'99 of 100':>10} {'most':>8}")
    for name in preset_names():
        times = sorted(turn_times(name, turns))
        median, late, most = statistics.median(times), times[len(times) * 99 // 100], times[-1]
        print(f"{name:24}" + "".join(f"{value * MICROSECONDS:{width}.0f}" for value, width in
                                     ((median, 9), (late, 11), (most, 9))))  # fmt: skip


def print_starts() -> None:
    """Print the time of commands from a cold start, the fastest of five, in milliseconds."""
    for arguments in (["--help"], ["hand", "4S5S6S9H9D9CQDQCQS6HKD"], ["--lang", "ru", "hand", "7H"]):
        times = []
        for _again in range(5):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-m", "ginrummy", *arguments], capture_output=True, check=True)
            times.append(time.perf_counter() - start)
        print(f"{1000 * min(times):6.0f} ms  ginrummy {' '.join(arguments)}")


def main(arguments: list[str]) -> int:
    """Run the benchmark chosen by `arguments`."""
    parser = argparse.ArgumentParser(prog="python -m bench.law", description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=0, help="ask law and oracle so often, of each row")
    names = [*QUESTIONS, WHOLE_HANDS]
    parser.add_argument("--questions", nargs="+", choices=names, default=names)
    parser.add_argument("--turns", type=int, default=2_000, help="time so many turns of each preset")
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args(arguments)
    if options.hands:
        return min(1, compare(options.questions, options.hands, options.seed, options.jobs))
    print_starts()
    print_times(options.turns)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
