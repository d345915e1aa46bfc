"""Collection of puzzles in this package."""

from __future__ import annotations

import bz2
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from ginrummy.coach.puzzles.puzzle import Puzzle, initial_rating, parse_puzzle

KEPT: Final = "puzzles.jsonl.bz2"


class PuzzleCollection(Mapping[int, Puzzle]):
    """Puzzles by number, parsed lazily. Themes and first ratings are available at once."""

    def __init__(self, lines: Iterable[str]) -> None:
        told = [(line, json.loads(line)) for line in lines]
        self._lines: dict[int, str] = {each["number"]: line for line, each in told}
        self.ratings: dict[int, float] = {
            each["number"]: initial_rating(each["found_by"], each["themes"]) for _, each in told
        }
        self.themes: dict[int, tuple[str, ...]] = {each["number"]: tuple(each["themes"]) for _, each in told}

    def __getitem__(self, number: int) -> Puzzle:
        """Return puzzle `number`."""
        return parse_puzzle(self._lines[number])

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers."""
        return iter(self._lines)

    def __len__(self) -> int:
        """Return the number of puzzles."""
        return len(self._lines)

    def numbers_with_theme(self, theme: str) -> list[int]:
        """Return the numbers of the puzzles with `theme`, or of all for an empty theme."""
        return [number for number in self if not theme or theme in self.themes[number]]


@cache
def all_puzzles() -> PuzzleCollection:
    """Return the puzzles of this package."""
    text = bz2.decompress(files("ginrummy.coach.puzzles").joinpath(KEPT).read_bytes()).decode()
    return PuzzleCollection(text.splitlines())


def pack_puzzles(puzzles: Iterable[Puzzle]) -> bytes:
    """Return puzzles in the format of the package's file. The output is deterministic."""
    text = "".join(f"{puzzle}\n" for puzzle in puzzles)
    return bz2.compress(text.encode())
