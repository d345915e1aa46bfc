"""Positions of the lessons: puzzles found by `tools/prepare-lessons`, five for each lesson."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from ginrummy.coach.puzzles.puzzle import Puzzle, puzzle_of

KEPT: Final = "positions.jsonl"


def positions_of(name: str) -> tuple[Puzzle, ...]:
    """Return the positions of the lesson called `name`, in the order of play."""
    return tuple(puzzle_of(line) for line in _lines().get(name, ()))


@cache
def _lines() -> dict[str, list[str]]:
    text = files("ginrummy.coach.lessons").joinpath(KEPT).read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for row in text.splitlines():
        name, _tab, line = row.partition("\t")
        found.setdefault(name, []).append(line)
    return found
