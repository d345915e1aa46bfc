"""Exact census of a pack: the number of hands with each least deadwood.

    python -m bench.census [--cards 10|11] [--variant NAME] [--workers N]

Ten cards: all 15,820,024,220 hands. Eleven cards: all 60,403,728,840, by the least deadwood of the eleven
(0 is big gin) and by that of the ten cards after the best discard (0 can go gin). Under the standard rules
of melds the counts are compared with known values; a difference ends with status 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from math import comb
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench import deadwood_census
from bench.deadwood_census import Counts
from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.parallel import core_count
from ginrummy.rules.melds import run_table_of
from ginrummy.variants import DEFAULT, Variant, load_variant

GOLDEN = Path(__file__).parent.parent / "tests" / "golden" / "census_52_10.json"
BIG_GINS = 147_204
CAN_GO_GIN = 5_379_372


class Found(NamedTuple):
    """Histograms by title, their time in seconds, and errors."""

    tables: dict[str, Counts]
    seconds: float
    faults: list[str]


def main() -> int:
    """Count, print and check. Return the exit status."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--cards", type=int, choices=(10, 11), default=10)
    options.add_argument("--variant", default="standard")
    options.add_argument("--workers", type=int, default=core_count())
    chosen = options.parse_args()
    found = count(chosen.cards, load_variant(chosen.variant).row, chosen.workers)
    for title, counts in found.tables.items():
        show(title, counts)
    print(f"{found.seconds:.1f} s on {chosen.workers} cores")
    for fault in found.faults:
        print(f"wrong: {fault}", file=sys.stderr)
    return 1 if found.faults else 0


def count(cards: int, variant: Variant, workers: int) -> Found:
    """Return the census of ten or eleven cards, timed without compiling."""
    deadwood_census.count_hands(1, variant=variant)
    deadwood_census.count_discards(1, variant=variant)
    start = time.perf_counter()
    if cards == 10:
        tables = {
            "least deadwood of ten cards": deadwood_census.count_hands(10, variant=variant, workers=workers)
        }
    else:
        found = deadwood_census.count_discards(11, variant=variant, workers=workers)
        tables = {"least deadwood of eleven cards": found.least, "after the best discard": found.kept}
    seconds = time.perf_counter() - start
    return Found(tables, seconds, wrong(cards, list(tables.values()), standard=has_standard_melds(variant)))


def has_standard_melds(variant: Variant) -> bool:
    """Return whether `variant` has the standard rules of melds."""
    return run_table_of(variant) == run_table_of(DEFAULT)


def show(title: str, counts: Counts) -> None:
    """Print a histogram with its total, mean and maximum."""
    print(title)
    for deadwood in counts.nonzero()[0].tolist():
        print(f"{deadwood:5} {counts[deadwood]:15,}")
    total = int(counts.sum())
    mean = float((counts * np.arange(len(counts))).sum() / total)
    print(f"total {total:,}, mean {mean:.4f}, greatest {counts.nonzero()[0].max()}")


def wrong(cards: int, tables: list[Counts], *, standard: bool) -> list[str]:
    """Return the differences from the known values."""
    every = comb(FACE_COUNT, cards)
    faults = [f"{counts.sum():,} hands, not {every:,}" for counts in tables if counts.sum() != every]
    if not standard:
        return faults
    if cards == 10:
        golden = json.loads(GOLDEN.read_text(encoding="utf-8"))["histogram"]
        found = {str(deadwood): int(count) for deadwood, count in enumerate(tables[0]) if count}
        return faults if found == golden else [*faults, f"not the histogram of {GOLDEN.name}"]
    due = {"big gins": (tables[0][0], BIG_GINS), "hands that can go gin": (tables[1][0], CAN_GO_GIN)}
    return faults + [
        f"{found:,} {name}, not {known:,}" for name, (found, known) in due.items() if found != known
    ]


if __name__ == "__main__":
    raise SystemExit(main())
