"""WebAssembly against native code: agreement, speed on one core, and time to the first move of a bot.

    python -m bench.wasm [--states 1000000] [--seed 0] [--runs 5]

Both play hands from dense decks, of every preset, of rules outside the presets and of random house rules. The
first state on which they differ ends the run. Then both do the same work in turn on one core; the fastest run
of each counts. At the end a new process decides as `champion`: with an empty cache, with a full one, and with
the module. Prints the tables of bench/wasm.md.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.resources import files
from zlib import compress

import numpy as np

from ginrummy.game.game import Phase
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import View, view_of
from ginrummy.kernel import batch_loops, compile, vectorized_rules
from ginrummy.kernel.compile_cache import ROOT_VARIABLE
from ginrummy.kernel.hand_simulation import first_seat, play_hands, random_action, second_seat
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import VARIABLE, Plain
from ginrummy.kernel.vectorized_rules import RESULT_ROW
from ginrummy.kernel.wasm_bindings import exported_function
from ginrummy.kernel.wasm_signatures import INTERFACE, MODULE
from ginrummy.players import rollouts
from ginrummy.players.candidate_actions import sensible_actions
from ginrummy.players.evaluation import (
    ALL_STYLES,
    blank_results,
    blank_worlds,
    search_root,
    walk_from,
    without_prior,
)
from ginrummy.players.gains import Gains
from ginrummy.players.match_equity import search_stakes
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.player import decision_random
from ginrummy.players.steady_strategy import steady_action
from ginrummy.players.strategy_player import StrategyPlayer
from ginrummy.variants import DEFAULT
from tests.kernel.both_targets import same_on_both
from tests.kernel.walks import house_rules, presets, seldom_played, walk

HANDS_A_VARIANT = 50
TURNS = 8
HOUSES = 10
HANDS, DISCARDS, RANDOM_GAMES, STEADY_GAMES, WORLDS = 200_000, 40_000, 4000, 400, 400
WAYS: dict[str, Callable[..., Plain]] = {"native": compile.compile_function, "WebAssembly": exported_function}
DECIDING = """
from ginrummy.game.match import Match
from ginrummy.players import load_player
from ginrummy.game.view import view_of
match = Match.start("standard", 0)
player = load_player("champion", seed=5)
player.decide(view_of(match, match.game.turn))
"""


def count_agreements(states: int, seed: str) -> tuple[int, int]:
    """Return the number of states, at least `states`, and of variants on which both agreed."""
    chance, seen, variants = random.Random(seed), 0, 0
    while seen < states:
        for variant in [*presets(), *seldom_played(), *house_rules(chance.randrange(1 << 32), HOUSES)]:
            seen += same_on_both(variant, [walk(variant, chance) for _hand in range(HANDS_A_VARIANT)])
            variants += 1
    return seen, variants


def works(view: View) -> dict[str, Callable[[Callable[..., Plain]], object]]:
    """Return the tasks by name, each a function of the target."""
    decks = vectorized_rules.deal_decks(3, HANDS, workers=1)
    hands = np.bitwise_or.reduce(np.int64(1) << decks[:, :11].astype(np.int64), axis=1)
    twins, record = np.zeros_like(hands), variant_record(DEFAULT)

    def least(way: Callable[..., Plain]) -> None:
        way(batch_loops.least_deadwoods)(hands, twins, 0, 0, np.zeros(HANDS, np.int16))

    def after_discards(way: Callable[..., Plain]) -> None:
        out = np.zeros((DISCARDS, 52), np.int16)
        way(batch_loops.discard_deadwoods)(hands[:DISCARDS], twins[:DISCARDS], 0, 0, out)

    def games(way: Callable[..., Plain], player: Plain, count: int) -> None:
        deck, log, results = np.zeros(52, np.uint8), np.zeros(0, np.uint8), np.zeros(count, RESULT_ROW)
        way(play_hands, {first_seat: player, second_seat: player})(record, deck, 7, 0, -1, log, results)

    steady = f"{STEADY_GAMES:,} hands between `steady` players"
    return {
        f"deadwood of {HANDS:,} hands": least,
        f"deadwood after each discard of {DISCARDS:,} hands": after_discards,
        f"{RANDOM_GAMES:,} hands at random": lambda way: games(way, random_action, RANDOM_GAMES),
        steady: lambda way: games(way, steady_action, STEADY_GAMES),
        f"search through {WORLDS:,} worlds": lambda way: search(way, view),
    }  # fmt: skip


def search(way: Callable[..., Plain], view: View) -> list[float]:
    """Return the gain of each action in a number of worlds."""
    past, actions = possible_past(view, decision_random(view, 5)), sensible_actions(view)
    row, key, trail = variant_record(view.variant), np.uint64(1), walk_from(past, ALL_STYLES)
    root = search_root(view, past, actions, search_stakes(view))
    worlds, results = blank_worlds(WORLDS, view.stock), blank_results(WORLDS, len(actions))
    way(rollouts.burn_in)(row, trail, rollouts.BURN_IN, key)
    way(rollouts.draw_worlds)(row, trail, worlds, 0, rollouts.STRIDE, key)
    way(rollouts.roll_out_worlds)(row, root, worlds, np.ones(len(actions), np.int64), results, 0, key)
    gains = Gains(*without_prior(actions)[1:])
    gains.add(results.worths.tolist())
    return gains.means()


def searched_view() -> View:
    """Return the view of a seat before a discard, some turns into a hand between two `steady` players."""
    match, player = Match.start(DEFAULT, seeds_from_number(3)), StrategyPlayer(name="steady")
    while match.game.state.turns < TURNS or match.game.phase is not Phase.DISCARD:
        match = match.play(player.decide(view_of(match, match.game.turn)))
    return view_of(match, match.game.turn)


def seconds(work: Callable[[Callable[..., Plain]], object], runs: int) -> dict[str, float]:
    """Return the fastest of `runs` runs of `work` for each target, in turn. Results must agree."""
    best = dict.fromkeys(WAYS, float("inf"))
    for run in range(runs + 1):
        found = []
        for name, way in WAYS.items():
            start = time.process_time()
            found.append(work(way))
            if run:  # the first one compiles
                best[name] = min(best[name], time.process_time() - start)
        assert found[0] == found[1]
    return best


def starts() -> dict[str, tuple[float, float]]:
    """Return the time of a new process to its first decision as `champion`: wall time and processor time."""
    with tempfile.TemporaryDirectory() as empty:
        return {
            "native, empty cache": time_start({VARIABLE: "native", ROOT_VARIABLE: empty}),
            "native, full cache": time_start({VARIABLE: "native", ROOT_VARIABLE: empty}),
            "WebAssembly": time_start({VARIABLE: "wasm"}),
        }


def time_start(settings: dict[str, str]) -> tuple[float, float]:
    """Return wall time and processor time of a process with `settings`."""
    environment = os.environ | settings | {"PYTHONPATH": os.pathsep.join(sys.path)}
    start, before = time.perf_counter(), core_seconds()
    subprocess.run([sys.executable, "-c", DECIDING], env=environment, check=True)
    return time.perf_counter() - start, core_seconds() - before


def core_seconds() -> float:
    """Return the processor time of all ended child processes."""
    took = os.times()
    return took.children_user + took.children_system


def main() -> None:
    """Compare, measure and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--states", type=int, default=1_000_000)
    options.add_argument("--seed", default="0")
    options.add_argument("--runs", type=int, default=5)
    chosen = options.parse_args()
    for name in (MODULE, INTERFACE):
        content = files("ginrummy.kernel").joinpath(name).read_bytes()
        print(f"{name}: {len(content):,} bytes, {len(compress(content, 9)):,} compressed")
    states, variants = count_agreements(chosen.states, chosen.seed)
    print(f"\n{states:,} states of {variants:,} rows of rules agree")
    print("\n| work, one core | native, s | WebAssembly, s | speed |\n|---|---|---|---|", flush=True)
    for name, work in works(searched_view()).items():
        took = seconds(work, chosen.runs)
        native, wasm = took["native"], took["WebAssembly"]
        print(f"| {name} | {native:.3f} | {wasm:.3f} | {native / wasm:.0%} |", flush=True)
    print("\n| new process to its first decision as `champion` | wall, s | processor, s |\n|---|---|---|")
    for name, (clock, core) in starts().items():
        print(f"| {name} | {clock:.2f} | {core:.2f} |")


if __name__ == "__main__":
    main()
