"""Puzzles: positions of play in which one action is best, and few of our own weaker players find it.

`all_puzzles` has those that come with this package; `ginrummy.puzzles.mine` finds new ones.
"""

from __future__ import annotations

from ginrummy.puzzles.collection import Shelf, all_puzzles
from ginrummy.puzzles.puzzle import HandWon, Option, Puzzle, puzzle_of

__all__ = ["HandWon", "Option", "Puzzle", "Shelf", "all_puzzles", "puzzle_of"]
