"""Duels of two players in the arena, saved and resumed."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from ginrummy.lab.arena.confidence_intervals import Interval

KEPT = Path("build/strength")


class Duel(NamedTuple):
    """Two players, a number of single hands or whole games, a variant and a seed, with variance reduction.

    `times` measures the time of their decisions.
    """

    first: str
    second: str
    unit: str = "hands"
    number: int = 1000
    variant: str = "eaai"
    seed: int = 2026
    times: bool = False

    @property
    def arguments(self) -> list[str]:
        """The arguments of `ginrummy`."""
        players = ["arena", self.first, self.second, "--variant", self.variant]
        played = [f"--{self.unit}", str(self.number), "--seed", str(self.seed), "--reduce"]
        return [*players, *played, *["--times"] * self.times]

    @property
    def command(self) -> str:
        """The command line."""
        return shlex.join(["ginrummy", *self.arguments])


class Outcome(NamedTuple):
    """Result of the first player: points a hand or a game, the share won, the time of decisions.

    `milliseconds` has the mean and the 95th percentile; `None` if not measured.
    """

    duel: Duel
    points: Interval
    share: Interval
    milliseconds: tuple[float, float] | None


def outcome(duel: Duel) -> Outcome:
    """Return the result of `duel`, saved or from playing its remaining hands."""
    place = KEPT / hashlib.sha256(duel.command.encode()).hexdigest()[:16]
    place.mkdir(parents=True, exist_ok=True)
    kept = place / "outcome.json"
    if not kept.exists():
        print(duel.command, file=sys.stderr, flush=True)
        program = [sys.executable, "-m", "ginrummy", *duel.arguments, "--json", "--out", str(place)]
        kept.write_bytes(subprocess.check_output(program))
    found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    (pairing,) = found["pairings"]
    points, share = (
        Interval(*(pairing[key][end] for end in ("value", "low", "high"))) for key in ("points", "share")
    )
    pace = found["milliseconds"].get(duel.first)
    return Outcome(duel, points, share, None if pace is None else (pace["mean"], pace["late"]))


def time_text(outcome: Outcome) -> str:
    """Return the time of a decision: mean and 95th percentile."""
    if outcome.milliseconds is None:
        return ""
    mean, late = outcome.milliseconds
    return f"{mean:.1f} ms, {late:.1f}"
