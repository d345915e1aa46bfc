"""Time of a player's decisions in every preset: writes bench/decision_time.md.

    python -m bench.decision_time [--player champion] [--hands 20]

The page describes the method.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.report import processor
from ginrummy.game.match import Match
from ginrummy.game.shuffle import seeds_from_number
from ginrummy.game.view import view_of
from ginrummy.players import Player, load_player
from ginrummy.players.player import is_showdown
from ginrummy.variants import load_variant, preset_names

PAGE: Final = Path(__file__).with_name("decision_time.md")
FIRST: Final = 1000


def seconds(player: Player, preset: str, hands: int) -> Iterator[float]:
    """Yield the processor time of each decision against `steady` with a choice."""
    variant, other = load_variant(preset).row, load_player("steady")
    for number in range(FIRST, FIRST + hands):
        match = Match.start(variant, seeds_from_number(number))
        while not match.game.is_over:
            view = view_of(match, match.game.turn)
            if view.seat != number % 2:
                match = match.play(other.decide(view))
                continue
            began = time.thread_time()
            move = player.decide(view)
            if not is_showdown(view) and len(view.legal_moves()) > 1:
                yield time.thread_time() - began
            match = match.play(move)


def main() -> None:
    """Play, print and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--player", default="champion")
    options.add_argument("--hands", type=int, default=20)
    chosen = options.parse_args()
    player = load_player(chosen.player, seed=1)
    list(seconds(player, "standard", 1))  # compiles
    lines = [
        "| preset | decisions | mean | median | 95th percentile | maximum |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for preset in preset_names():
        found = [1000 * each for each in seconds(player, preset, chosen.hands)]
        parts = statistics.quantiles(found, n=20)
        columns = " | ".join(
            f"{each:.0f} ms" for each in (statistics.mean(found), parts[9], parts[18], max(found))
        )
        lines.append(f"| `{preset}` | {len(found)} | {columns} |")
        print(lines[-1], flush=True)
    system = f"{platform.system()}, Python {platform.python_version()}"
    PAGE.write_text(
        f"# Time of decisions of `{chosen.player}`\n\n"
        f"Made by `python -m bench.decision_time --player {chosen.player} --hands {chosen.hands}`: "
        "processor time of decisions against `steady` with a choice, on one core: the mean, the median, the "
        "95th percentile and the maximum.\n\n"
        f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it.\n\n"
        + "\n".join(lines)
        + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
