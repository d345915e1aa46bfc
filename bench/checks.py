"""The two large checks of the page: agreement of the implementations, and the census of all hands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench import census as census_bench
from ginrummy.kernel.parallel import core_count
from ginrummy.variants import DEFAULT

PROJECT = Path(__file__).parent.parent
LIMITS = {10: 60, 11: 300}


class Check(NamedTuple):
    """A check: its name, its command, its result as a sentence, and its errors."""

    name: str
    command: str
    outcome: str
    faults: list[str]


def agreement(states: int, oracle_states: int) -> list[Check]:
    """Return the number of states on which the laws agree, or their first difference."""
    command = f"python -m bench.agreement --states {states} --oracle {oracle_states}"
    arguments = [sys.executable, *command.split()[1:], "--json"]
    ran = subprocess.run(arguments, capture_output=True, text=True, cwd=PROJECT, check=False)
    if ran.returncode:
        return [Check("the laws", command, "**they differ**", ran.stderr.splitlines()[-1:] or ["no answer"])]
    return [
        Check(name, command, f"{told['states']:,} states agree ({told['seconds']:.0f} s): hands " + ", ".join(
            f"{feature} {count:,}" for feature, count in told["hands"].items()), [])
        for name, told in json.loads(ran.stdout).items()
    ]  # fmt: skip


def census(cards: int) -> Check:
    """Return the result of the census of hands of `cards` cards, and its time on all cores."""
    workers = core_count()
    found = census_bench.count(cards, DEFAULT, workers)
    hands = int(next(iter(found.tables.values())).sum())
    exact = "as known, number by number" if not found.faults else "**wrong**"
    outcome = (
        f"{hands:,} hands in {found.seconds:.1f} s on {workers} cores (to reach: {LIMITS[cards]} s), {exact}"
    )
    command = f"python -m bench.census --cards {cards}"
    return Check(f"census of {cards} cards", command, outcome, found.faults)
