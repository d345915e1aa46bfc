"""Puzzles: positions in which one action is best, and few of the weaker players find it.

`all_puzzles` has those of this package. `ginrummy.coach.puzzles.mine` finds new ones.
"""

from __future__ import annotations

from ginrummy.coach.puzzles.collection import PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.puzzle import Puzzle

__all__ = [
    "Puzzle",
    "PuzzleFilter",
    "all_puzzles",
]
