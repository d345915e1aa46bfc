"""Evenings against the adaptive level: writes bench/evenings.md.

    python -m bench.evenings [--evenings 50] [--presets standard,eleven_card]

An evening is eight matches. `even` starts the first at its usual strength, and each other one with the
result of the match before. The seats change after each match.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from bench.intervals import share_text
from bench.report import processor
from ginrummy import Match, Variant, load_player, load_variant
from ginrummy.game.view import view_of
from ginrummy.lab.arena.confidence_intervals import Moments, share_interval
from ginrummy.players.adaptive_level import NAME, next_even
from ginrummy.rules.types import SEATS, Seat

PAGE = Path(__file__).parent / "evenings.md"
OTHERS = ("beginner", "novice", "casual", "regular", "skilled", "steady")
MATCHES = 8


class Evening(NamedTuple):
    """Matches of an evening that `even` won, and its strength at the end of each."""

    won: int
    strengths: list[int]


def main() -> None:
    """Play, and write the page."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--evenings", type=int, default=50)
    options.add_argument("--presets", default="standard,eleven_card")
    chosen = options.parse_args()
    begun = time.monotonic()
    rows = list(table(chosen.presets.split(","), chosen.evenings))
    system = f"{platform.system()}, Python {platform.python_version()}"
    lines = [
        "# Evenings against the adaptive level",
        "",
        f"Made by `python -m bench.evenings --evenings {chosen.evenings} --presets {chosen.presets}` in "
        f"{time.monotonic() - begun:.0f} s: evenings of {MATCHES} matches. Intervals of 95 % over evenings.",
        "",
        f"Machine: {processor()}, {os.cpu_count()} cores, {system}. Other work ran on it.",
        "",
        "| game | against | matches that `even` won | its mean strength |",
        "|---|---|--:|--:|",
        *rows,
    ]
    PAGE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def table(presets: list[str], count: int) -> Iterator[str]:
    """Yield a row for each game and each other player."""
    for preset in presets:
        row = load_variant(preset).row
        for other in OTHERS:
            evenings = [evening(row, other, number) for number in range(count)]
            ahead = [2 * one.won - MATCHES for one in evenings]
            share = share_text(share_interval(Moments.of(ahead), legs=MATCHES))
            strength = mean(each for one in evenings for each in one.strengths)
            yield f"| `{preset}` | `{other}` | {share} | {strength:.0f} |"


def evening(row: Variant, other: str, number: int) -> Evening:
    """Play one evening."""
    spec, won, strengths = NAME, 0, []
    for place in range(MATCHES):
        seat = SEATS[(number + place) % 2]
        match = played(row, spec, other, seat=seat, seed=1000 * number + place, evening=number)
        won += match.winner == seat
        spec = next_even(spec, match, seat)
        strengths.append(int(spec.partition("@")[2]))
    return Evening(won, strengths)


def played(row: Variant, spec: str, other: str, *, seat: Seat, seed: int, evening: int) -> Match:
    """Return a match in which `spec` has `seat`."""
    players = [load_player(other, seed=evening)] * 2
    players[seat] = load_player(spec, seed=evening)
    match = Match.start(row, seed)
    while not match.is_over:
        if match.game.is_over:
            match = match.next_hand()
        turn = match.game.turn
        match = match.play(players[turn].decide(view_of(match, turn)))
    return match


if __name__ == "__main__":
    main()
