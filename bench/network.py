"""The network against `steady` in every preset, at full speed: writes bench/network.md.

    python -m bench.network [--pairs 10000] [--matches 5000] [--weights FILE]

The compiled law plays all hands. The default weights are those of the package.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.lab.training import duels
from ginrummy.lab.training.forward_pass import Networks, load_networks, networks_in
from ginrummy.variants import load_variant, preset_names

PAGE: Final = Path(__file__).parent / "network.md"
SEED: Final = 2026
PACKS: Final = 3
"""Divisor of the number of hands with two packs, which take longer."""


def main() -> None:
    """Measure, print and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pairs", type=int, default=10_000, help="deals of each preset, each played twice")
    options.add_argument(
        "--matches", type=int, default=5000, help="matches by the eaai rules, each played twice"
    )
    options.add_argument("--weights", type=Path, help="a file that a training wrote")
    chosen = options.parse_args()
    networks = load_networks()
    if chosen.weights:
        with chosen.weights.open("rb") as file:
            networks = networks_in(file)
    lines = []
    for line in page(networks, chosen.pairs, chosen.matches):
        print(line, flush=True)
        lines.append(line)
    if not chosen.weights:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def page(networks: Networks, pairs: int, matches: int) -> Iterator[str]:
    """Yield the page."""
    yield "# The network against `steady` in every preset"
    yield ""
    yield (
        f"Made by `python -m bench.network --pairs {pairs} --matches {matches}`: points a hand that "
        f"`network` scores more than `steady`, each deal played twice, from no score, seed {SEED}; "
        "intervals of 95 % over deals. The compiled law plays all hands."
    )
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it."
    yield ""
    yield "| preset | points a hand | hands | hands a second |"
    yield "|---|--:|--:|--:|"
    for name in preset_names():
        began = time.perf_counter()
        found = against_steady(networks, name, pairs, SEED)
        pace = 2 * len(found) / (time.perf_counter() - began)
        points = points_text(of_mean(found.tolist()))
        yield f"| `{name}` | {points} | {2 * len(found):,} | {pace:,.0f} |"
    won = of_mean(duels.match_shares(load_variant("eaai").row, networks, pairs=matches, seed=SEED).tolist())
    yield ""
    yield (
        f"Matches to 100 by the `eaai` rules: **{100 * won.value:.1f} ± {100 * won.half_width:.1f} %** "
        f"of {2 * matches:,} won."
    )


def against_steady(networks: Networks, name: str, pairs: int, seed: int) -> NDArray[np.float64]:
    """Return the points a hand of `networks` over `steady` on each of `pairs` deals of a preset."""
    row = load_variant(name).row
    return duels.hand_margins(row, networks, pairs=pairs if row.decks == 1 else pairs // PACKS, seed=seed)


if __name__ == "__main__":
    main()
