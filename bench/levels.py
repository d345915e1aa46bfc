"""Each level against the level below, in four games: writes bench/levels.md.

    python -m bench.levels [--games 200]

Whole matches, each deal played twice, seats exchanged. The results are saved under build/strength; the
same command, also with more games, resumes there.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from bench.duels import KEPT
from bench.intervals import share_text
from bench.report import processor
from ginrummy.lab.arena import PairingResult, duel
from ginrummy.players.registry import LEVELS, SEARCHING

PAGE = Path(__file__).parent / "levels.md"
PRESETS = ("standard", "eleven_card", "hollywood", "russian")
STEP = (0.60, 0.67)


def main() -> None:
    """Play, and write the page after each row of games."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--workers", type=int, help="cores to work on, all unless given")
    chosen = options.parse_args()
    games = chosen.games
    found: dict[tuple[str, str], PairingResult] = {}
    names = [level.name for level in LEVELS if level.name not in SEARCHING]
    for preset in PRESETS:
        for below, level in pairwise(names):
            folder = KEPT / "levels" / f"{level}-{below}-{preset}"
            found[level, preset] = duel(
                level,
                below,
                variant=preset,
                games=games,
                seed=2026,
                workers=chosen.workers,
                folder=folder,
                reduce=True,
            )
        PAGE.write_text("\n".join(page(names[1:], found, games)) + "\n", encoding="utf-8")


def page(levels: list[str], found: dict[tuple[str, str], PairingResult], games: int) -> Iterator[str]:
    """Yield the page."""
    yield "# The levels, each against the level below"
    yield ""
    yield (
        f"Made by `python -m bench.levels --games {games}`. The share of whole matches that each level wins "
        "against the level below, each deal played twice, with variance reduction; intervals of 95 % "
        f"over deals. The goal for a step is {STEP[0]:.0%} to {STEP[1]:.0%}."
    )
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it."
    yield ""
    played = [preset for preset in PRESETS if any(each == preset for _level, each in found)]
    yield "| level | " + " | ".join(f"`{preset}`" for preset in played) + " |"
    yield "|---|" + "--:|" * len(played)
    for level in levels:
        yield (
            f"| {level} | " + " | ".join(share_text(found[level, preset].share) for preset in played) + " |"
        )


if __name__ == "__main__":
    main()
