"""A new ladder: its players measured, their strengths and the fingerprints of their play frozen.

    python -m bench.ladder v2 --hands 400 --champion-hands 100 [--workers 2]

Writes src/ginrummy/lab/ladders/v2.json. The quick players play each other; the champion is then placed among
them as any player is. A ladder that exists is refused: it never changes.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from pathlib import Path

from ginrummy.lab.arena.confidence_intervals import CONFIDENCE, Moments, mean_interval
from ginrummy.lab.arena.run import Run, play_run
from ginrummy.lab.arena.run_plan import RunPlan
from ginrummy.lab.arena.standings import PairingTally, result_table
from ginrummy.lab.ladder import (
    ANCHOR,
    FOLDER,
    Ladder,
    Rung,
    ladder_rules,
    place,
    play_fingerprint,
)
from ginrummy.variants import load_variant

RUNS = Path(__file__).parents[1] / "build" / "ladder"
VARIANT = "eaai"
QUICK = ("random", "baseline", "simple", "steady", "network")
CHAMPION = "champion@100"


def main() -> None:
    """Play the matches, or resume them, and write the ladder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("name")
    options.add_argument("--hands", type=int, default=400)
    options.add_argument("--champion-hands", type=int, default=100)
    options.add_argument("--workers", type=int, default=os.cpu_count())
    asked = options.parse_args()
    path = FOLDER / f"{asked.name}.json"
    if path.exists():
        raise SystemExit(f"{path} exists: a ladder never changes")
    seed, folder = f"ginrummy ladder {asked.name}", RUNS / asked.name
    plan = RunPlan(QUICK, load_variant(VARIANT), seed=seed, pairs=asked.hands // 2, reduce=True)
    run = Run(plan)
    play_run(run, workers=asked.workers, folder=folder / "quick")
    table = result_table(plan, run.tallies, CONFIDENCE)
    ladder = Ladder(asked.name, VARIANT, seed, quick_rungs(plan, run.tallies))
    hands = asked.champion_hands
    found = place(CHAMPION, ladder=ladder, hands=hands, workers=asked.workers, folder=folder / "champion")
    rungs = sorted((*ladder.rungs, Rung(CHAMPION, found.strength, "")), key=lambda rung: rung.strength.value)
    ladder = ladder._replace(rungs=tuple(rungs))
    measured = {"hands": asked.hands, "champion_hands": hands}
    path.write_text(ladder_text(ladder, measured), encoding="utf-8")
    for result in (*table.pairings, *found.results):
        value, low, high = result.points
        print(f"| `{result.first}` | `{result.second}` | {value:+.1f} ± {(high - low) / 2:.1f} |")


def quick_rungs(plan: RunPlan, tallies: Sequence[PairingTally]) -> tuple[Rung, ...]:
    """Return the rungs of the players that played each other, the weakest first.

    The strengths are the least squares of the points of all pairings. Each interval is that of the difference
    from `ANCHOR`, deal by deal: all pairings play the same deals.
    """
    deals = [deal_strengths(plan.pairings, points) for points in zip(*map(pair_points, tallies), strict=True)]
    anchor = plan.names.index(ANCHOR)
    found = []
    for number, player in enumerate(plan.names):
        above = Moments.from_values(deal[number] - deal[anchor] for deal in deals)
        found.append(Rung(player, mean_interval(above, CONFIDENCE), ""))
    return tuple(sorted(found, key=lambda rung: rung.strength.value))


def pair_points(tally: PairingTally) -> list[float]:
    """Return the first player's points a hand on each deal."""
    return [points / 2 for points in tally.counted_results.points]


def deal_strengths(pairings: Sequence[tuple[int, int]], points: Sequence[float]) -> list[float]:
    """Return each player's strength by the first player's `points` in all pairings of a round-robin.

    >>> deal_strengths([(0, 1), (0, 2), (1, 2)], [3.0, 6.0, 3.0])
    [3.0, 0.0, -3.0]
    """
    count = max(map(max, pairings)) + 1
    strengths = [0.0] * count
    for (first, second), won in zip(pairings, points, strict=True):
        strengths[first] += won / count
        strengths[second] -= won / count
    return strengths


def ladder_text(ladder: Ladder, measured: dict[str, int]) -> str:
    """Return the file of a ladder, with the fingerprints of its players."""
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
