"""Puzzles in the browser, with ratings of puzzles and solvers."""
