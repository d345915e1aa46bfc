"""Strength of the players, measured: writes bench/strength.md.

    python -m bench.strength [--scale 1.0] [--only SECTION ...]

Results are saved under build/strength; the same command resumes there. RLCard's rule
agent runs in `.venv-bench`, which `python -m bench` installs. Without it the page omits that opponent.
"""

from __future__ import annotations

import argparse
import csv
import math
import os
import platform
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.duels import Duel, Outcome, outcome, time_text
from bench.intervals import of_mean, points_text, share_text
from bench.plots import draw
from bench.report import processor
from ginrummy.kernel.vectorized_rules import play
from ginrummy.players.steady_strategy import steady_action
from ginrummy.variants import load_variant, preset_names

FOLDER = Path(__file__).parent
OPENSPIEL = "bench.opponents:OpenSpielSimple"
RLCARD = f"{FOLDER.parent}/.venv-bench/bin/python bench/rlcard_bot.py"
NAMES = {OPENSPIEL: "OpenSpiel simple", RLCARD: "RLCard rules"}


def main() -> None:
    """Measure the chosen sections and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--scale", type=float, default=1.0)
    options.add_argument("--only", nargs="*", choices=SECTIONS, default=list(SECTIONS))
    chosen = options.parse_args()
    lines = [*heading(chosen.scale)]
    for name in chosen.only:
        lines += ["", *SECTIONS[name](chosen.scale)]
    (FOLDER / "strength.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def heading(scale: float) -> Iterator[str]:
    """Yield the heading: title, command and machine."""
    yield "# Strength of the players"
    yield ""
    yield (
        f"Made by `python -m bench.strength --scale {scale}`. Each deal is played twice, seats exchanged, "
        "with variance reduction; intervals of 95 %, over pairs of deals. The rules are those of "
        "`eaai` unless stated otherwise: matches to 100, gin 25, undercut 25. Times are those of decisions "
        "with a choice; [decision_time.md](decision_time.md) has those of the champion."
    )
    yield ""
    yield (
        f"Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}."
    )


def scale_count(count: int, scale: float) -> int:
    """Return an even number of hands or games near `count` at full scale, ten at least."""
    return max(10, 2 * round(count * scale / 2))


def figures(scale: float) -> Iterator[str]:
    """Yield matches between the main players, with the time of their decisions."""
    timed = [
        Duel("steady", "simple", "games", scale_count(5000, scale)),
        Duel("network", "simple", "games", scale_count(2000, scale)),
        Duel("network", "steady", "games", scale_count(2000, scale)),
        Duel("search@400", "simple", "games", scale_count(400, scale)),
        Duel("search@400", "steady", "games", scale_count(400, scale)),
    ]
    long = [
        Duel("champion", "simple", "games", scale_count(600, scale)),
        champion_duel(scale),
        Duel("champion", OPENSPIEL, "games", scale_count(1000, scale)),
    ]
    yield "## Matches"
    yield ""
    yield "| player | against | matches won | points a match | a decision: mean, 95th of 100 | command |"
    yield "|---|---|--:|--:|--:|---|"
    for duel in [*(each._replace(times=True) for each in timed), *long]:
        result = outcome(duel)
        yield (
            f"| {name_on_page(duel.first)} | {name_on_page(duel.second)} | {share_text(result.share)} "
            f"| {points_text(result.points)} | {time_text(result)} | `{public_command(duel)}` |"
        )


def champion_duel(scale: float) -> Duel:
    """Return the champion's matches."""
    return Duel("champion", "steady", "games", scale_count(1500, scale))


def cross_table(scale: float) -> Iterator[str]:
    """Yield points a hand of each player against each other."""
    others = [OPENSPIEL, *([RLCARD] if Path(RLCARD.split()[0]).exists() else [])]
    players = ["random", "simple", *others, "steady", "network", "search@200"]
    yield "## Cross table"
    yield ""
    yield f"Points a hand of the player on the left, over {scale_count(400, scale)} hands each."
    yield ""
    yield "| | " + " | ".join(name_on_page(player) for player in players) + " |"
    yield "|---|" + "--:|" * len(players)
    kept: dict[tuple[str, str], Outcome] = {}
    for place, second in enumerate(players):
        for first in players[place + 1 :]:
            kept[first, second] = outcome(Duel(first, second, "hands", scale_count(400, scale)))
    for first in players:
        cells = [cell(kept, first, second) for second in players]
        yield f"| {name_on_page(first)} | " + " | ".join(cells) + " |"


def cell(kept: dict[tuple[str, str], Outcome], first: str, second: str) -> str:
    """Return one cell of the cross table."""
    if first == second:
        return ""
    if (first, second) in kept:
        return points_text(kept[first, second].points)
    points = kept[second, first].points
    return points_text(points._replace(value=-points.value))


def by_time(scale: float) -> Iterator[str]:
    """Yield the strength of the search by its number of worlds."""
    yield "## Strength against time"
    yield ""
    yield "| worlds a move | a decision: mean, 95th of 100 | points a hand against `steady` |"
    yield "|--:|--:|--:|"
    for worlds in (50, 100, 200, 400, 800):
        spec = f"search@{worlds}"
        result = outcome(Duel(spec, "steady", "hands", scale_count(600, scale), times=True))
        yield f"| {worlds} | {time_text(result)} | {points_text(result.points)} |"


def by_preset(scale: float) -> Iterator[str]:
    """Yield the strength of the search in every preset."""
    yield "## By preset"
    yield ""
    yield "The network and the champion: [strength_by_preset.md](strength_by_preset.md)."
    yield ""
    yield "| preset | `search@100` against `steady`, points a hand | hands |"
    yield "|---|--:|--:|"
    for name in preset_names():
        count = scale_count(100 if load_variant(name).row.decks == 2 else 300, scale)
        result = outcome(Duel("search@100", "steady", "hands", count, variant=name))
        yield f"| `{name}` | {points_text(result.points)} | {count} |"


def levels(scale: float) -> Iterator[str]:
    """Yield the link to the levels, and the champion's step."""
    yield "## Levels"
    yield ""
    yield (
        "Each level against the level below, in four games: [levels.md](levels.md). "
        f"The champion wins {share_text(outcome(champion_duel(scale)).share)} of matches against `steady`."
    )


def training(scale: float) -> Iterator[str]:
    """Yield the learning curve of the network (`network_curve.csv`)."""
    with (FOLDER / "network_curve.csv").open(encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    draw(
        FOLDER / "network_curve.png",
        {int(row["step"]): row["gained"] for row in rows},
        across="steps of 1,024 positions",
        up="gained on steady, points a decision",
        logarithmic=False,
    )
    yield "## Learning curve of the network"
    yield ""
    yield (
        "One of the two shipped networks in its last step "
        "([docs/experiments.md](../docs/experiments.md#taught-by-the-seer-the-fourth-step)): one pass over "
        "7.6 million positions, from the weights before. Training first loses old knowledge. Losses are "
        "means since the previous row. *Gained* is the gain of its choices over those of `steady` in 48,000 "
        "held-out positions, in points a decision."
    )
    yield ""
    yield "| step | loss of gains | loss of value | loss of hidden cards | gained |"
    yield "|--:|--:|--:|--:|--:|"
    for row in rows[:: max(1, len(rows) // 10)]:
        yield (
            f"| {row['step']:,.0f} | {row['gains_off']:.4f} | {row['value_off']:.3f} "
            f"| {row['hidden_off']:.4f} | {row['gained']:+.3f} |"
        )
    yield ""
    yield "![gain by step](network_curve.png)"


def luck(scale: float) -> Iterator[str]:
    """Yield the value of the first move, and the hands and matches needed to tell two players apart."""
    hands = scale_count(200_000, scale)
    rows = play(load_variant("eaai").row, (steady_action, steady_action), seed=5, hands=hands, dealer=1)
    points = rows["points"] * ((rows["winner"] == 0) * 1 - (rows["winner"] == 1) * 1)
    spread = float(points.std())
    yield "## First move, luck and skill"
    yield ""
    yield (
        f"Between two `steady` the non-dealer, who moves first, wins {(rows['winner'] == 0).mean():.1%} of "
        f"{hands:,} hands and {points_text(of_mean(points.tolist()))} points a hand. "
        f"The points of a hand have a standard deviation of {spread:.1f}."
    )
    yield ""
    yield "Hands or matches needed to know the better player with 95 % confidence, each deal once:"
    yield ""
    yield "| difference | hands | matches won by the better | matches |"
    yield "|---|--:|--:|--:|"
    for edge in (1, 2, 5, 8):
        share = 0.5 + 0.5 * math.erf(edge * math.sqrt(7) / spread / math.sqrt(2))
        hands_needed = math.ceil((1.96 * spread / edge) ** 2)
        matches = math.ceil(1.96**2 * share * (1 - share) / (share - 0.5) ** 2)
        yield f"| {edge} points a hand | {hands_needed:,} | {share:.0%}, of about seven hands | {matches:,} |"


def name_on_page(spec: str) -> str:
    """Return the name of a player on the page."""
    return NAMES.get(spec, f"`{spec}`")


def public_command(duel: Duel) -> str:
    """Return the command of a duel without local paths."""
    return duel.command.replace(f"{FOLDER.parent}/", "")


SECTIONS: dict[str, Callable[[float], Iterator[str]]] = {
    "figures": figures,
    "cross": cross_table,
    "time": by_time,
    "presets": by_preset,
    "levels": levels,
    "training": training,
    "luck": luck,
}

if __name__ == "__main__":
    main()
