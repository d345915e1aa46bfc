"""Two players measured against each other by the arena: kept, gone on with, read back."""

from __future__ import annotations

import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

KEPT = Path("build/strength")


class Duel(NamedTuple):
    """What is played: two players, a variant, so many single hands or whole games, a seed."""

    first: str
    second: str
    unit: str = "hands"
    count: int = 1000
    variant: str = "eaai"
    seed: int = 2026

    @property
    def arguments(self) -> list[str]:
        """The arguments of `ginrummy`."""
        players = ["arena", self.first, self.second, "--variant", self.variant]
        return [*players, f"--{self.unit}", str(self.count), "--seed", str(self.seed)]

    @property
    def command(self) -> str:
        """The command, to be typed in."""
        return shlex.join(["ginrummy", *self.arguments])


class Figure(NamedTuple):
    """A value and its 95 % interval."""

    value: float
    low: float
    high: float


class Outcome(NamedTuple):
    """What came out for the first player: points a hand or a game, and the share of them won."""

    duel: Duel
    points: Figure
    share: Figure


def outcome(duel: Duel) -> Outcome:
    """Play `duel`, or what is left of it, and return what came out."""
    place = KEPT / hashlib.sha256(duel.command.encode()).hexdigest()[:16]
    place.mkdir(parents=True, exist_ok=True)
    print(duel.command, file=sys.stderr, flush=True)
    program = [sys.executable, "-m", "ginrummy", *duel.arguments, "--json", "--out", str(place)]
    told: dict[str, Any] = json.loads(subprocess.check_output(program, text=True))
    (pairing,) = told["pairings"]
    points, share = (
        Figure(*(pairing[key][end] for end in ("value", "low", "high"))) for key in ("points", "share")
    )
    return Outcome(duel, points, share)


def points_text(figure: Figure) -> str:
    """Return points with half the width of their interval."""
    return f"{figure.value:+.2f} ± {(figure.high - figure.low) / 2:.2f}"


def share_text(figure: Figure) -> str:
    """Return a share in percent with its interval."""
    return f"{figure.value:.1%} ({100 * figure.low:.1f} – {100 * figure.high:.1f})"
