"""Verdict on an answer in a lesson. It is right unless a review would call it an error."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from ginrummy.coach.explanations import preference_reason
from ginrummy.coach.match_review import INACCURACY, THRESHOLDS
from ginrummy.coach.puzzles import answers
from ginrummy.coach.puzzles.puzzle import ActionEvaluation, Puzzle, parse_puzzle
from ginrummy.game.cards import Spelling, card_sign
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.text.sentences import move_name

ERROR: Final = dict(THRESHOLDS)[INACCURACY]
"""Least size of an error, in points at the score of the match."""


def cost_in_points(option: ActionEvaluation, point: float) -> float:
    """Return the cost of an action in points, less one standard error."""
    return (option.behind - option.error) / point


def is_good_answer(puzzle: Puzzle, view: View, move: Move) -> bool:
    """Return whether `move` is the best answer, or close enough to it."""
    option = answers.move_option(puzzle, move)
    is_near = option is not None and cost_in_points(option, puzzle.point) < ERROR
    return is_near or answers.is_right_answer(puzzle, view, move)


def answer_verdict(puzzle: Puzzle, view: View, move: Move, spelling: Spelling = card_sign) -> str:
    """Return whether `move` is good, and why the best action is better than it, or than the first error."""
    judgement = answers.puzzle_judgement(puzzle, view)
    good = is_good_answer(puzzle, view, move)
    worse = typical_error(puzzle) if good else answers.move_option(puzzle, move) or typical_error(puzzle)
    place = puzzle.options.index(worse)
    because = preference_reason(view, judgement, judgement.best, judgement.actions[place], spelling)
    if answers.is_right_answer(puzzle, view, move):
        return _("Right: {why}.").format(why=because)
    best = move_name(puzzle.solution, spelling, top=view.top)
    if good:
        return _("Good too. Best is {move} ({why}).").format(move=best, why=because)
    return _("Not the best. Better: {move} ({why}).").format(move=best, why=because)


def typical_error(puzzle: Puzzle) -> ActionEvaluation:
    """Return the error that a position warns of: one with another kind of move if any, else the least."""
    errors = [option for option in puzzle.options if cost_in_points(option, puzzle.point) >= ERROR]
    best = puzzle.solution.kind
    return next((option for option in errors if option.move.kind is not best), errors[0])


KEPT: Final = "positions.jsonl"


def lesson_positions(name: str) -> tuple[Puzzle, ...]:
    """Return the positions of the lesson called `name`, in the order of play."""
    return tuple(parse_puzzle(line) for line in _lines().get(name, ()))


@cache
def _lines() -> dict[str, list[str]]:
    text = files("ginrummy.coach.lessons").joinpath(KEPT).read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for row in text.splitlines():
        name, _tab, line = row.partition("\t")
        found.setdefault(name, []).append(line)
    return found
