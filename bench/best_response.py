"""Gain of a best response to the shipped network: writes bench/best_response.md.

    python -m ginrummy.lab.training.network build/best_response --against-itself --often eaai \
        --positions 650000
    python -m bench.best_response [--pairs 10000] [--matches 2000] [--weights FILE]

The first command trains it, from the weights of the package, on hands against the network of the package
alone. The second plays both against each other, and each against `steady`, by the compiled law. With
`--weights` it measures another exploiter, and prints the page without writing it.

    ginrummy arena bench.best_response:Exploiter champion --variant eaai --games 100 --reduce

plays it against any other player.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.intervals import of_mean, points_text
from bench.report import processor
from ginrummy.lab.training import duels
from ginrummy.players.network import NetworkPlayer, Networks, load_networks, networks_in
from ginrummy.variants import load_variant

PAGE: Final = Path(__file__).parent / "best_response.md"
WEIGHTS: Final = Path("build/best_response/weights.npz")
GAMES: Final = ("eaai", "modern", "standard", "straight", "eleven_card", "classic")
SEED: Final = 2026


class Exploiter(NetworkPlayer):
    """The network that was trained to exploit the package's, as a player of the arena."""

    name = "exploiter"

    def __init__(self, *, seed: int = 0) -> None:
        """Play by the trained weights; `seed` changes nothing."""
        super().__init__(seed=seed, networks=exploiters())


def exploiters(weights: Path = WEIGHTS) -> Networks:
    """Return the trained networks."""
    with weights.open("rb") as file:
        return networks_in(file)


def main() -> None:
    """Measure, print and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--pairs", type=int, default=10_000, help="deals of each game, each played twice")
    options.add_argument(
        "--matches", type=int, default=2000, help="matches by the eaai rules, each played twice"
    )
    options.add_argument("--weights", type=Path, default=WEIGHTS, help="a file that a training wrote")
    chosen = options.parse_args()
    lines = []
    for line in page(exploiters(chosen.weights), chosen.pairs, chosen.matches):
        print(line, flush=True)
        lines.append(line)
    if chosen.weights == WEIGHTS:
        PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def page(networks: Networks, pairs: int, matches: int) -> Iterator[str]:
    """Yield the page."""
    yield "# A best response to the shipped network"
    yield ""
    yield (
        f"Made by `python -m bench.best_response --pairs {pairs} --matches {matches}`: points a hand, each "
        f"deal played twice, from no score, seed {SEED}; intervals of 95 % over deals. "
        "[docs/training.md](../docs/training.md) describes the training. The compiled law plays all hands."
    )
    yield ""
    system = f"{platform.system()}, Python {platform.python_version()}"
    yield f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it."
    yield ""
    yield "| preset | exploiter against `network` | exploiter against `steady` | `network` against `steady` |"
    yield "|---|--:|--:|--:|"
    for name in GAMES:
        row, found = load_variant(name).row, []
        for pupils, rivals in ((networks, load_networks()), (networks, ()), (load_networks(), ())):
            points = duels.hands(row, pupils, pairs=pairs, seed=SEED, rivals=rivals)
            found.append(points_text(of_mean(points.tolist())))
        yield f"| `{name}` | {' | '.join(found)} |"
    won = duels.matches(load_variant("eaai").row, networks, pairs=matches, seed=SEED, rivals=load_networks())
    share = of_mean(won.tolist())
    yield ""
    yield (
        f"Matches to 100 by the `eaai` rules against `network`: **{100 * share.value:.1f} ± "
        f"{100 * share.half_width:.1f} %** of {2 * matches:,} won."
    )


if __name__ == "__main__":
    main()
