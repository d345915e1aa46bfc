"""Two players measured against each other by the arena: kept, gone on with, read back."""

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
    """What is played: two players, so many single hands or whole games, a variant, a seed.

    The luck of the draw is taken out; the time of their decisions is taken or not.
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
        """The command, to be typed in."""
        return shlex.join(["ginrummy", *self.arguments])


class Outcome(NamedTuple):
    """What came out for the first player: points a hand or a game, the share of them won, its time to think.

    `milliseconds` are those of a decision, the mean and what 95 of 100 keep within; `None` if nobody asked.
    """

    duel: Duel
    points: Interval
    share: Interval
    milliseconds: tuple[float, float] | None


def outcome(duel: Duel) -> Outcome:
    """Play `duel`, or what is left of it, and return what came out; read that back where it is known."""
    place = KEPT / hashlib.sha256(duel.command.encode()).hexdigest()[:16]
    place.mkdir(parents=True, exist_ok=True)
    kept = place / "told.json"
    if not kept.exists():
        print(duel.command, file=sys.stderr, flush=True)
        program = [sys.executable, "-m", "ginrummy", *duel.arguments, "--json", "--out", str(place)]
        kept.write_bytes(subprocess.check_output(program))
    told: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
    (pairing,) = told["pairings"]
    points, share = (
        Interval(*(pairing[key][end] for end in ("value", "low", "high"))) for key in ("points", "share")
    )
    pace = told["milliseconds"].get(duel.first)
    return Outcome(duel, points, share, None if pace is None else (pace["mean"], pace["late"]))


def time_text(outcome: Outcome) -> str:
    """Return the time of a decision, mean and 95th of 100."""
    if outcome.milliseconds is None:
        return ""
    mean, late = outcome.milliseconds
    return f"{mean:.1f} ms, {late:.1f}"
