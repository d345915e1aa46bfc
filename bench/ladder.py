"""A new ladder: its players measured, their strengths and the fingerprints of their play frozen.

    python -m bench.ladder v3 --hands 40000 --placed baseline=2000 --placed champion@100=100 [--workers 2]

Writes src/ginrummy/lab/ladders/v3.json. The compiled players play each other, on the deals that `ginrummy
ladder` uses. The others are then placed among them as any player is. A ladder that exists is refused: it
never changes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bench.intervals import of_mean, points_text
from ginrummy.kernel.actions import after_action, update_memories
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.hand_simulation import random_action
from ginrummy.kernel.rng import FIRST_SEAT, fill_shuffled_deck, random_dealer, stream_key, word_at
from ginrummy.kernel.row_fields import variant_record
from ginrummy.lab.arena.run_plan import seed_key
from ginrummy.lab.ladder import ANCHOR, FOLDER, Ladder, Rung, ladder_rules, place, play_fingerprint
from ginrummy.lab.training.compiled_evaluator import make_evaluators, pupil_action
from ginrummy.lab.training.forward_pass import load_networks
from ginrummy.lab.training.positions import PositionBuffers, new_position_buffers
from ginrummy.players.network_evaluator import Evaluator
from ginrummy.players.simple_strategy import simple_action
from ginrummy.players.steady_strategy import steady_action
from ginrummy.rules.showdown import automatic_score
from ginrummy.rules.turns import CLOSED, Choices, Memory, State, choices, deal_deck, next_face, no_memory
from ginrummy.variants import Variant, load_variant

RUNS = Path(__file__).parents[1] / "build" / "ladder"
VARIANT = "eaai"
COMPILED: Final = ("random", "simple", "steady", "network")
RANDOM, SIMPLE, STEADY = range(3)
PAIRINGS: Final = tuple(combinations(range(len(COMPILED)), 2))

Points = NDArray[np.float64]


def main() -> None:
    """Play the hands, resuming those of the placed players, and write the ladder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("name")
    options.add_argument("--hands", type=int, default=40_000, help="hands of each two compiled players")
    options.add_argument("--placed", action="append", default=[], metavar="PLAYER=HANDS")
    options.add_argument("--workers", type=int, default=os.cpu_count())
    asked = options.parse_args()
    path = FOLDER / f"{asked.name}.json"
    if path.exists():
        raise SystemExit(f"{path} exists: a ladder never changes")
    seed = f"ginrummy ladder {asked.name}"
    points = [pair_points(seed, pairing, asked.hands // 2) for pairing in PAIRINGS]
    for (first, second), values in zip(PAIRINGS, points, strict=True):
        print(f"| `{COMPILED[first]}` | `{COMPILED[second]}` | {points_text(of_mean(values.tolist()))} |")
    ladder = Ladder(asked.name, VARIANT, seed, compiled_rungs(points))
    rungs, measured = list(ladder.rungs), dict.fromkeys(COMPILED, asked.hands)
    for player, hands in (each.split("=") for each in asked.placed):
        measured[player], folder = int(hands), RUNS / asked.name / player
        found = place(player, ladder=ladder, hands=int(hands), workers=asked.workers, folder=folder)
        rungs.append(Rung(player, found.strength, ""))
        for result in found.results:
            print(f"| `{result.first}` | `{result.second}` | {points_text(result.points)} |")
    rungs.sort(key=lambda rung: rung.strength.value)
    path.write_text(ladder_text(ladder._replace(rungs=tuple(rungs)), measured), encoding="utf-8")


def pair_points(seed: str, pairing: tuple[int, int], pairs: int) -> Points:
    """Return the points a hand of the first of two compiled players on each of the first deals of `seed`.

    `pairing` has their places in `COMPILED`. The deals are those of the arena.
    """
    row, found = load_variant(VARIANT).row, np.zeros(pairs)
    play = compile_function(play_pairs)
    evaluators, buffers = make_evaluators(load_networks()), new_position_buffers(row)
    play(variant_record(row), seed_key(seed), pairing, evaluators, buffers, found)
    return found


def play_pairs(
    variant: Variant, seed: int, pairing: tuple[int, int], evaluators: tuple[Evaluator, ...],
    buffers: PositionBuffers, found: Any,
) -> None:  # fmt: skip
    """Write the points a hand of the first player to `found`: each deal twice, seats exchanged. Compiled."""
    for number in range(len(found)):
        fill_shuffled_deck(buffers.deck, seed, number)
        dealer, total = random_dealer(seed, number), 0
        for seat in range(2):
            key = stream_key(seed, number, FIRST_SEAT + seat)
            total += play_hand(variant, dealer, pairing, seat, evaluators, buffers, key)
        found[number] = total / 2


def play_hand(
    variant: Variant, dealer: int, pairing: tuple[int, int], seat: int, evaluators: tuple[Evaluator, ...],
    buffers: PositionBuffers, key: Any,
) -> int:  # fmt: skip
    """Return the points of the first player, at `seat`, in a hand from the deck in `buffers`."""
    state, memories, decisions = deal_deck(variant, buffers.deck, dealer), (no_memory(), no_memory()), 0
    while state.phase < CLOSED:
        decisions += 1
        player = pairing[0] if state.turn == seat else pairing[1]
        action = rung_action(
            variant, player, state, choices(variant, state), memories[state.turn], evaluators, buffers.found,
            word_at(key, decisions),
        )  # fmt: skip
        memories = update_memories(variant, memories, state, action)
        state = after_action(variant, state, action, next_face(buffers.deck, state))
    score = automatic_score(variant, state)
    return score.points if score.winner == seat else -score.points


def rung_action(
    variant: Variant, player: int, state: State, options: Choices, memory: Memory,
    evaluators: tuple[Evaluator, ...], found: Any, key: Any,
) -> int:  # fmt: skip
    """Return the action of a compiled player in a single hand, by its place in `COMPILED`."""
    if player == RANDOM:
        return random_action(variant, state, options, memory, key)
    if player == SIMPLE:
        return simple_action(variant, state, options, memory, key)
    usual = steady_action(variant, state, options, memory, key)
    if player == STEADY:
        return usual
    return pupil_action(variant, state, options, memory, 0, 0, evaluators, usual, found)


def compiled_rungs(points: Sequence[Points]) -> tuple[Rung, ...]:
    """Return the rungs of the compiled players by their `points` in each of `PAIRINGS`, the weakest first.

    The strengths are the least squares of the points of all pairings. Each interval is that of the difference
    from `ANCHOR`, deal by deal: all pairings play the same deals.
    """
    strengths = deal_strengths(PAIRINGS, points)
    above = strengths - strengths[COMPILED.index(ANCHOR)]
    rungs = (
        Rung(player, of_mean(values.tolist()), "") for player, values in zip(COMPILED, above, strict=True)
    )
    return tuple(sorted(rungs, key=lambda rung: rung.strength.value))


def deal_strengths(pairings: Sequence[tuple[int, int]], points: Sequence[Points]) -> Points:
    """Return each player's strength on each deal, by the first player's `points` in a round-robin.

    >>> deal_strengths([(0, 1), (0, 2), (1, 2)], np.array([[3.0], [6.0], [3.0]])).tolist()
    [[3.0], [0.0], [-3.0]]
    """
    count = max(map(max, pairings)) + 1
    strengths = np.zeros((count, len(points[0])))
    for (first, second), won in zip(pairings, points, strict=True):
        strengths[first] += won / count
        strengths[second] -= won / count
    return strengths


def ladder_text(ladder: Ladder, measured: dict[str, int]) -> str:
    """Return the file of a ladder, with the fingerprints of its players and the hands of each."""
    rungs = [
        {
            "player": rung.player,
            "strength": [round(bound, 2) for bound in rung.strength],
            "fingerprint": play_fingerprint(rung.player, ladder),
        }
        for rung in ladder.rungs
    ]
    rules = ladder_rules(load_variant(ladder.variant))
    told = {"variant": ladder.variant, "rules": rules, "seed": ladder.seed, "measured": measured}
    return json.dumps({**told, "rungs": rungs}, indent=1) + "\n"


if __name__ == "__main__":
    main()
