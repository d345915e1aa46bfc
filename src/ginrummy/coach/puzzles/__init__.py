"""Puzzles: positions in which one action is best, and few of the weaker players find it.

`all_puzzles` has those of this package. `ginrummy.coach.puzzles.mine` finds new ones.
"""

from __future__ import annotations

from ginrummy.coach.puzzles.collection import PuzzleCollection, PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.puzzle import ActionEvaluation, EarlierWin, Puzzle, parse_puzzle

__all__ = [
    "ActionEvaluation",
    "EarlierWin",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleFilter",
    "all_puzzles",
    "parse_puzzle",
]
