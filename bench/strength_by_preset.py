"""Strength in every preset, to a given width of the intervals: writes bench/strength_by_preset.md.

    python -m bench.strength_by_preset [--minutes 20] [--workers 1] [--presets classic ...]
                                       [--duels champion:network ...]

A duel is a player and its base, `steady` or `network`, each against `steady` (bench/advantages.py). The
network's own score comes from many hands. All presets advance together, and each round prints the remaining
time. Results are saved in bench/played, in the repository. Runs on any machine add up while the players stay
the same. To verify that, the first deal of each duel is played again and must match its saved result. A duel
ends in a preset when half the width of its 95 % interval is at most `--half-width`. It never stops because of
the value, so the result has no bias. `--presets` restricts the run to these. `--minutes 0` only writes the
page from the saved results.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from bench.advantages import Comparison, Hand
from bench.intervals import of_mean, points_text
from bench.network import PACKS, against_steady
from bench.report import processor
from ginrummy.lab.arena.confidence_intervals import Interval
from ginrummy.lab.training.forward_pass import load_networks
from ginrummy.players import load_player
from ginrummy.variants import load_variant, preset_names

PAGE: Final = Path(__file__).with_name("strength_by_preset.md")
PLAYED: Final = Path(__file__).with_name("played")
NETWORK: Final = PLAYED / "network.json"
DUELS: Final = ("champion:network",)
STEP: Final = 5
NETWORK_PAIRS: Final = 30_000
NETWORK_SEED: Final = 77
FEWEST: Final = 10


@dataclass
class Duel:
    """A player and its base in a preset, with their results; `seconds` is the time of a pair."""

    player: str
    base: str
    preset: str
    pairs: list[tuple[Hand, Hand]] = field(default_factory=list)
    seconds: float = 1.0

    @property
    def journal(self) -> Path:
        """File of results, a line for each deal: gains and points at either seat."""
        return PLAYED / f"{self.player}-{self.base}-{self.preset}.jsonl"

    def read(self) -> None:
        """Read the saved results."""
        lines = self.journal.read_text(encoding="utf-8").splitlines() if self.journal.exists() else []
        self.pairs = [(Hand(*first), Hand(*second)) for first, second in map(json.loads, lines)]

    def add(self, found: Iterable[tuple[Hand, Hand]]) -> None:
        """Save the results of the next deals."""
        new = list(found)
        self.pairs += new
        with self.journal.open("a", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(pair)}\n" for pair in new)

    @property
    def hands(self) -> int:
        """Number of hands of the player: two a deal."""
        return 2 * len(self.pairs)

    @property
    def gained(self) -> Interval:
        """Gain of the player over its base a hand."""
        return of_mean((first.gained + second.gained) / 2 for first, second in self.pairs)

    @property
    def result(self) -> Interval:
        """Points a hand over `steady`: the gain over the base, plus those of the base."""
        gained, own = self.gained, base_figure(self.base, self.preset)
        value, width = gained.value + own.value, math.hypot(gained.half_width, own.half_width)
        return Interval(value, value - width, value + width)

    @property
    def as_played(self) -> Interval:
        """The same, by the points of the same hands alone."""
        return of_mean((first.points + second.points) / 2 for first, second in self.pairs)

    def pairs_needed(self, half_width: float) -> int:
        """Return the approximate number of further pairs needed for `half_width`."""
        if len(self.pairs) < FEWEST:
            return FEWEST
        left = half_width**2 - base_figure(self.base, self.preset).half_width ** 2
        share = self.gained.half_width**2 / left
        return max(1, math.ceil(len(self.pairs) * (share - 1))) if share > 1 else 0


@cache
def base_figure(base: str, preset: str) -> Interval:
    """Return the points of the base over `steady`: 0 for `steady`, a saved figure for the network."""
    return Interval(0.0, 0.0, 0.0) if base == "steady" else network_figures()[preset]


def network_figures() -> dict[str, Interval]:
    """Return the saved figures of the network against `steady`, by preset."""
    known = json.loads(NETWORK.read_text(encoding="utf-8")) if NETWORK.exists() else {}
    return {preset: Interval(*values) for preset, values in known.items()}


def measure_bases(pool: ProcessPoolExecutor, found: Sequence[Duel]) -> None:
    """Measure and save the network in those presets of `found` that have no figure yet."""
    known = network_figures()
    wanted = {duel.preset for duel in found if duel.base != "steady"} - known.keys()
    calls = {preset: pool.submit(network_figure, preset) for preset in sorted(wanted)}
    for preset, call in calls.items():
        known[preset] = call.result()
        NETWORK.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        log(f"network in {preset}: {points_text(known[preset])}")


def network_figure(preset: str) -> Interval:
    """Return the points of the network over `steady` in a preset."""
    return of_mean(against_steady(load_networks(), preset, NETWORK_PAIRS, NETWORK_SEED).tolist())


@cache
def comparison(player: str, base: str, preset: str) -> Comparison:
    """Return the comparison of the two in a preset."""
    return Comparison(load_player(player), base, load_variant(preset).row)


def play_deals(
    player: str, base: str, preset: str, first: int, count: int
) -> tuple[list[tuple[Hand, Hand]], float]:
    """Return the results of `count` deals from `first` on, and their time in seconds."""
    began = time.perf_counter()
    found = [comparison(player, base, preset).pair(deal) for deal in range(first, first + count)]
    return found, time.perf_counter() - began


def main() -> None:
    """Measure within the time given, and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=20.0)
    options.add_argument("--workers", type=int, default=1)
    options.add_argument("--duels", nargs="*", default=list(DUELS))
    options.add_argument("--presets", nargs="*", default=preset_names(), choices=preset_names())
    options.add_argument("--half-width", type=float, default=1.5)
    chosen = options.parse_args()
    end = time.monotonic() + 60 * chosen.minutes
    pairings = [name.split(":") for name in chosen.duels]
    found = [Duel(player, base, preset) for player, base in pairings for preset in preset_names()]
    for duel in found:
        duel.read()
    asked = [duel for duel in found if duel.preset in chosen.presets]
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        measure_bases(pool, found)
        if chosen.minutes:
            play_again(pool, found)
        while time.monotonic() < end and (
            open_ones := [duel for duel in asked if duel.pairs_needed(chosen.half_width)]
        ):
            play_on(pool, open_ones, chosen.half_width)
            PAGE.write_text("\n".join(page(found, chosen.half_width)) + "\n", encoding="utf-8")
            left = sum(duel.pairs_needed(chosen.half_width) * duel.seconds for duel in asked) / 60
            log(f"{left:.0f} minutes of one core are left")
    PAGE.write_text("\n".join(page(found, chosen.half_width)) + "\n", encoding="utf-8")


def play_again(pool: ProcessPoolExecutor, found: Sequence[Duel]) -> None:
    """Play the first deal of each duel again. Exit if it differs from the saved result."""
    known = [duel for duel in found if duel.pairs]
    calls = [pool.submit(play_deals, duel.player, duel.base, duel.preset, 0, 1) for duel in known]
    for duel, call in zip(known, calls, strict=True):
        (again,), duel.seconds = call.result()
        if not is_same(again, duel.pairs[0]):
            sys.exit(f"{duel.journal} was played by other players: remove it to start again")


def is_same(one: tuple[Hand, Hand], other: tuple[Hand, Hand]) -> bool:
    """Return whether a deal has the same result, up to rounding."""
    return all(
        mine.points == theirs.points and math.isclose(mine.gained, theirs.gained, abs_tol=1e-6)
        for mine, theirs in zip(one, other, strict=True)
    )


def play_on(pool: ProcessPoolExecutor, found: Sequence[Duel], half_width: float) -> None:
    """Play more deals of each duel."""
    calls = []
    for duel in found:
        count = min(duel.pairs_needed(half_width), STEP)
        calls.append(pool.submit(play_deals, duel.player, duel.base, duel.preset, len(duel.pairs), count))
    for duel, call in zip(found, calls, strict=True):
        new, seconds = call.result()
        duel.add(new)
        duel.seconds = seconds / len(new)


def log(what: str) -> None:
    """Print progress to standard error."""
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def page(found: Sequence[Duel], half_width: float) -> Iterator[str]:
    """Yield the page, a table for each pair of players."""
    yield "# Strength in every preset"
    yield ""
    yield (
        "Made by `python -m bench.strength_by_preset`, which continues until each half-width is "
        f"{half_width:g} points. Points a hand more than `steady`, from no score, each deal played from both "
        "seats; intervals of 95 % over deals. bench/played has all hands."
    )
    yield ""
    yield (
        "Each player is compared with a base that also plays against `steady`. Where their choices differ, "
        "both are played out with the true hands in many orders of the stock, with the base continuing. The "
        "sum of these gains over the hands of the player has the same mean as the difference of their scores "
        "(the performance difference lemma). The next column has the points of the same hands, an estimate "
        "of the same mean with a larger error. The score of `network` itself comes from "
        f"{2 * NETWORK_PAIRS:,} hands (two packs: {2 * (NETWORK_PAIRS // PACKS):,})."
    )
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it."
    for player, base in dict.fromkeys((duel.player, duel.base) for duel in found):
        yield ""
        yield f"## `{player}` against `steady`, compared with `{base}`"
        yield ""
        more = base != "steady"
        yield "| preset | points a hand | hands | by their points alone |" + (f" `{base}` |" if more else "")
        yield "|---|--:|--:|--:|" + ("--:|" if more else "")
        for duel in found:
            if (duel.player, duel.base) == (player, base):
                known = base_figure(base, duel.preset)
                yield row_of(duel) + (f" {points_text(known)} |" if more else "")


def row_of(duel: Duel) -> str:
    """Return the row of a duel in its table."""
    if not duel.pairs:
        return f"| `{duel.preset}` | not measured | 0 | |"
    found, played = points_text(duel.result), points_text(duel.as_played)
    return f"| `{duel.preset}` | {found} | {duel.hands:,} | {played} |"


if __name__ == "__main__":
    main()
