"""Collection of puzzles in this package."""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import inf
from typing import Final

from ginrummy.coach.puzzles.puzzle import Puzzle, initial_rating, parse_puzzle
from ginrummy.locale import N_

KEPT: Final = "puzzles.jsonl.bz2"


LEVELS: Final[dict[str, tuple[str, float]]] = {
    "easy": (N_("easy"), 1480),
    "medium": (N_("medium"), 1620),
    "hard": (N_("hard"), inf),
}
"""Title of each difficulty, and the rating below which a puzzle has it."""


def level_of(rating: float) -> str:
    """Return the difficulty of a puzzle with `rating`."""
    return next(name for name, (_title, limit) in LEVELS.items() if rating < limit)


@dataclass(frozen=True, slots=True)
class PuzzleFilter:
    """A choice of puzzles by game, theme and difficulty. An empty field accepts any."""

    game: str = ""
    theme: str = ""
    level: str = ""


class PuzzleCollection(Mapping[int, Puzzle]):
    """Puzzles by number, parsed lazily. Themes and first ratings are available at once."""

    def __init__(self, lines: Iterable[str]) -> None:
        told = [(line, json.loads(line)) for line in lines]
        self._lines: dict[int, str] = {each["number"]: line for line, each in told}
        self.ratings: dict[int, float] = {
            each["number"]: initial_rating(each["found_by"], each["themes"]) for _, each in told
        }
        self.themes: dict[int, tuple[str, ...]] = {each["number"]: tuple(each["themes"]) for _, each in told}
        self.games: dict[int, str] = {each["number"]: each["preset"] for _, each in told}

    def __getitem__(self, number: int) -> Puzzle:
        """Return puzzle `number`."""
        return parse_puzzle(self._lines[number])

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers."""
        return iter(self._lines)

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return len(self._lines)

    def matching(self, wanted: PuzzleFilter) -> list[int]:
        """Return the numbers of the puzzles that `wanted` accepts, by their first ratings."""
        return [number for number in self if self._is_wanted(number, wanted)]

    def _is_wanted(self, number: int, wanted: PuzzleFilter) -> bool:
        return (
            wanted.game in ("", self.games[number])
            and (not wanted.theme or wanted.theme in self.themes[number])
            and wanted.level in ("", level_of(self.ratings[number]))
        )


@cache
def all_puzzles() -> PuzzleCollection:
    """Return the puzzles of this package."""
    text = bz2.decompress(files("ginrummy.coach.puzzles").joinpath(KEPT).read_bytes()).decode()
    return PuzzleCollection(text.splitlines())


def pack_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """Return puzzles in the format of the package's file. The output is deterministic."""
    text = "".join(f"{puzzle}\n" for puzzle in puzzles)
    return bz2.compress(text.encode())
