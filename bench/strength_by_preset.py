"""Who is stronger in every preset, until the intervals decide: writes bench/strength_by_preset.md.

    python -m bench.strength_by_preset [--minutes 20] [--duels champion:steady ...] [--half-width 1.5]

Single hands, each deal played twice, the luck of the draw taken out (`ginrummy arena --reduce`). It says
first how long it will take, then plays: all presets keep step. Whatever is played is kept in bench/played,
with the project: hours are added up, on whatever machine, as long as the players are the same. Whether they
are is seen first: of each duel the first pair is played again, and must come to what is kept. A duel ends in
a preset when half the width of its interval of 95 % is narrow enough: it does not stop for what the figure
says, so that this stays without bias. `--minutes 0` writes the page of what is there.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.report import processor
from ginrummy.arena.run import Run, play_out
from ginrummy.arena.run_plan import Plan, Unit
from ginrummy.arena.standings import Line, table_of
from ginrummy.variants import load_variant, preset_names

PAGE = Path(__file__).parent / "strength_by_preset.md"
PLAYED = Path(__file__).parent / "played"
DUELS = ("steady:baseline", "champion:steady")
STEP = 20
SEED = "2026"


@dataclass
class Duel:
    """Two players in a preset, as far as they have played; `seconds` is what a pair takes."""

    first: str
    second: str
    preset: str
    line: Line | None = None
    seconds: float = 0.0
    root: Path = PLAYED

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self.root / f"{self.first}-{self.second}-{self.preset}"

    @property
    def pairs(self) -> int:
        """How many pairs are played, those of earlier runs among them."""
        if self.line is not None:
            return self.line.pairs
        return self.journal.read_bytes().count(b"\n") if self.journal.exists() else 0

    @property
    def journal(self) -> Path:
        """What came out, a line a pair."""
        return self.folder / "journal.jsonl"

    @property
    def outcome(self) -> dict[str, Any]:
        """What the first pair came to, apart from its luck, of which machines may round the last digit."""
        line: dict[str, Any] = json.loads(self.journal.read_text(encoding="utf-8").partition("\n")[0])
        return line | {"luck": None}

    def play(self, more: int) -> None:
        """Play `more` pairs more on one core, or read back what is there."""
        known, start = self.pairs, time.monotonic()
        if not known + more:
            return
        players, variant = (self.first, self.second), load_variant(self.preset)
        run = Run(Plan(players, variant, Unit.HANDS, SEED, known + more, reduce=True))
        play_out(run, workers=1, folder=self.folder)
        self.line = table_of(run.plan, run.tallies, 0.95).lines[0]
        self.seconds = (time.monotonic() - start) / more if more else self.seconds

    def begin_again(self) -> None:
        """Play the first pair once more and read the others; end where it does not come to what is kept."""
        with tempfile.TemporaryDirectory() as other:
            again = replace(self, root=Path(other))
            again.play(1)
            same = self.outcome == again.outcome
        if not same:
            sys.exit(f"{self.folder} was played by other players: remove {self.root} to begin anew")
        self.play(0)
        self.seconds = again.seconds

    def wanted(self, half_width: float) -> int:
        """Return how many pairs more it will take, about, to be as sure as `half_width`."""
        if self.line is None or self.line.points.half_width <= half_width:
            return 0
        return max(1, math.ceil(self.pairs * ((self.line.points.half_width / half_width) ** 2 - 1)))


def main() -> None:
    """Measure within the time given, and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=20.0)
    options.add_argument("--duels", nargs="*", default=list(DUELS))
    options.add_argument("--half-width", type=float, default=1.5)
    chosen = options.parse_args()
    end = time.monotonic() + 60 * chosen.minutes
    pairings = [name.split(":") for name in chosen.duels]
    found = [Duel(first, second, preset) for first, second in pairings for preset in preset_names()]
    for duel in found:
        if time.monotonic() >= end:
            duel.play(0)
        elif duel.pairs:
            duel.begin_again()
        else:
            duel.play(STEP)
    told(f"{minutes(found, chosen.half_width)} minutes of one core are wanted, {chosen.minutes:g} are given")
    PAGE.write_text("\n".join(page(found, chosen.half_width)) + "\n", encoding="utf-8")
    while time.monotonic() < end and any(duel.wanted(chosen.half_width) for duel in found):
        for duel in found:
            if (wanted := duel.wanted(chosen.half_width)) and time.monotonic() < end:
                duel.play(min(wanted, STEP))
        PAGE.write_text("\n".join(page(found, chosen.half_width)) + "\n", encoding="utf-8")
        told(f"{minutes(found, chosen.half_width)} minutes are left")


def minutes(found: Iterable[Duel], half_width: float) -> int:
    """Return how many minutes it takes, about, until all is known."""
    return round(sum(duel.wanted(half_width) * duel.seconds for duel in found) / 60)


def told(what: str) -> None:
    """Say on standard error how it goes."""
    print(f"{time.strftime('%H:%M:%S')} {what}", file=sys.stderr, flush=True)


def page(found: Sequence[Duel], half_width: float) -> Iterator[str]:
    """Yield the page, one table with a column for each two players."""
    yield "# Who is stronger, preset by preset"
    yield ""
    yield (
        "Made by `python -m bench.strength_by_preset`, which goes on until each half-width is "
        f"{half_width:g} points. Points a hand of the first player, each deal played twice, the "
        f"luck of the draw taken out (`--reduce`), seed {SEED}; intervals of 95 % over deals; in brackets "
        "the hands, all of them kept in bench/played. `network` against `steady`, by thousands of hands: "
        "[network.md](network.md)."
    )
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it."
    yield ""
    names = list(dict.fromkeys((duel.first, duel.second) for duel in found))
    yield "| preset | " + " | ".join(f"`{first}` against `{second}`" for first, second in names) + " |"
    yield "|---|" + "--:|" * len(names)
    for preset in preset_names():
        cells = [cell(duel) for duel in found if duel.preset == preset]
        yield f"| `{preset}` | " + " | ".join(cells) + " |"
    worths = [duel.line.worth for duel in found if duel.line is not None and duel.line.worth]
    yield ""
    mean = sum(worths) / max(1, len(worths))
    yield f"Without `--reduce` it would have taken {mean:.2f} times as many hands."


def cell(duel: Duel) -> str:
    """Return what is known of a duel."""
    if duel.line is None:
        return "not measured"
    points = duel.line.points
    return f"{points.value:+.2f} ± {points.half_width:.2f} ({duel.line.hands:,})"


if __name__ == "__main__":
    main()
