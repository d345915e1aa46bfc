"""Control variates of `ginrummy arena --reduce`: coefficients and savings.

    python -m bench.luck [--pairs 1500] [--games 300]

Prints, for each duel, the mean luck in standard errors (expected 0, mostly within 2), the number of plain
hands that each reduced hand is worth, and the coefficients by least squares over all pairs.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from ginrummy.lab.arena.luck import LuckReduction, luck_reductions
from ginrummy.lab.arena.run_piece import play_piece_by_views
from ginrummy.lab.arena.run_plan import RunPlan, Unit, WorkPiece
from ginrummy.lab.arena.standings import leg_pairs
from ginrummy.variants import load_variant

DUELS = (
    ("steady", "simple", "eaai"),
    ("steady", "simple", "standard"),
    ("steady", "simple", "oklahoma_full"),
    ("steady", "baseline", "eleven_card"),
    ("network", "steady", "eaai"),
    ("casual", "novice", "standard"),
)

Numbers = NDArray[np.float64]


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--pairs", type=int, default=1500)
    options.add_argument("--games", type=int, default=300)
    chosen = options.parse_args()
    for unit, pairs in ((Unit.HANDS, chosen.pairs), (Unit.GAMES, chosen.games // 2)):
        for first, second, variant in DUELS:
            gave, luck = play_pairs(
                RunPlan((first, second), load_variant(variant), unit, "luck", pairs, reduce=True)
            )
            print(f"{first} – {second}, {variant}, {pairs} pairs of {unit.value}")
            print("  mean luck in standard errors", np.round(in_errors(luck), 1))
            print("  mean square of luck", np.round((luck**2).mean(axis=0)))
            for name, column, reduction in zip(("points", "won"), gave.T, luck_reductions(unit), strict=True):
                saved = column.var() / less_luck(column, luck, reduction).var()
                found = np.linalg.lstsq(luck, column - column.mean(), rcond=None)[0]
                print(f"  {name}: each counts as {saved:.2f}; coefficients {np.round(found, 4).tolist()}")


def play_pairs(plan: RunPlan) -> tuple[Numbers, Numbers]:
    """Return points, wins and luck of each pair of `plan`."""
    legs = play_piece_by_views(plan, WorkPiece(0, 0, plan.pairs)).legs
    gave = [(one.points + other.points, one.won + other.won) for one, other in leg_pairs(legs)]
    luck = [np.add(one.luck, other.luck) for one, other in leg_pairs(legs)]
    return np.array(gave, np.float64), np.array(luck)


def in_errors(luck: Numbers) -> Numbers:
    """Return the mean of each measure in standard errors."""
    errors: Numbers = luck.mean(axis=0) / (luck.std(axis=0) / np.sqrt(len(luck)))
    return errors


def less_luck(column: Numbers, luck: Numbers, reduction: LuckReduction) -> Numbers:
    """Return `column` with the correction of the arena."""
    return np.array([reduction.correct_value(value, pair) for value, pair in zip(column, luck, strict=True)])


if __name__ == "__main__":
    main()
