"""Glicko-2 update of a person's and a puzzle's rating after an answer, on the server and in the terminal."""

from __future__ import annotations

from ginrummy.coach.glicko import Result, Strength, update_strength
from ginrummy.coach.puzzles.puzzle import PUZZLE_DEVIATION, SOLVER, USUAL_VOLATILITY, Puzzle, initial_rating


def new_solver() -> Strength:
    """Return the strength of a new person."""
    return Strength(SOLVER.value, SOLVER.deviation, USUAL_VOLATILITY)


def new_puzzle(puzzle: Puzzle) -> Strength:
    """Return the strength of a puzzle without answers."""
    return Strength(initial_rating(puzzle.found_by, puzzle.themes), PUZZLE_DEVIATION, USUAL_VOLATILITY)


def update_ratings(solver: Strength, puzzle: Strength, *, is_solved: bool) -> tuple[Strength, Strength]:
    """Return the strengths of both after an answer."""
    score = float(is_solved)
    return update_strength(solver, [Result(puzzle, score)]), update_strength(
        puzzle, [Result(solver, 1 - score)]
    )
