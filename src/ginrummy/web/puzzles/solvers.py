"""Progress of solvers: the next puzzle of a person, and the effect of an answer."""

from __future__ import annotations

import random

from django.db import IntegrityError, transaction

from ginrummy.coach.puzzles import Puzzle, PuzzleFilter, all_puzzles
from ginrummy.coach.puzzles.answers import is_right_answer
from ginrummy.coach.puzzles.puzzle import nearest_puzzles, new_puzzle, update_ratings
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles.models import Attempt, PuzzleRating, Solver


def puzzle_solver(person: Person | None) -> Solver:
    """Return the puzzle rating of `person`, or a new unsaved one."""
    found = None if person is None else Solver.objects.filter(person=person).first()
    return found or Solver(person=person)


def find_attempt(person: Person | None, number: int) -> Attempt | None:
    """Return the answer of `person` to puzzle `number`."""
    return None if person is None else Attempt.objects.filter(person=person, number=number).first()


def next_puzzle_number(
    person: Person | None, wanted: PuzzleFilter, draw: random.Random | None = None
) -> int | None:
    """Return an untried puzzle that `wanted` accepts, `None` if there is none left.

    Somebody who has tried none gets one of the easiest.
    """
    shelf = all_puzzles()
    tried = set() if person is None else set(person.attempts.values_list("number", flat=True))
    left = [number for number in shelf.matching(wanted) if number not in tried]
    if not left:
        return None
    now = dict(PuzzleRating.objects.filter(number__in=left).values_list("number", "value"))
    ratings = shelf.ratings | now
    aim = puzzle_solver(person).value if tried else min(map(ratings.__getitem__, left))
    near = nearest_puzzles(left, ratings, aim)
    return (draw or random.Random()).choice(near)


def store_puzzle_answer(person: Person, puzzle: Puzzle, view: View, move: Move) -> Attempt:
    """Store the answer of `person` and update both ratings. Only the first answer to a puzzle counts."""
    try:
        with transaction.atomic():
            return _rate_attempt(person, puzzle, move, is_solved=is_right_answer(puzzle, view, move))
    except IntegrityError:
        return Attempt.objects.get(person=person, number=puzzle.number)


def _rate_attempt(person: Person, puzzle: Puzzle, move: Move, *, is_solved: bool) -> Attempt:
    Solver.objects.get_or_create(person=person)
    first = new_puzzle(puzzle)
    defaults = {"value": first.value, "deviation": first.deviation, "volatility": first.volatility}
    PuzzleRating.objects.get_or_create(number=puzzle.number, defaults=defaults)
    own = Solver.objects.select_for_update().get(person=person)
    other = PuzzleRating.objects.select_for_update().get(number=puzzle.number)
    before = own.strength
    after, theirs = update_ratings(before, other.strength, is_solved=is_solved)
    attempt = Attempt.objects.create(
        person=person, number=puzzle.number, move=str(move), is_right=is_solved,
        before=before.value, after=after.value,
    )  # fmt: skip
    own.update_rating(after, is_solved=is_solved)
    own.streak = own.streak + 1 if is_solved else 0
    own.longest = max(own.longest, own.streak)
    own.save()
    other.update_rating(theirs, is_solved=not is_solved)
    other.save()
    return attempt


def rating_text(puzzle: Puzzle) -> str:
    """Return the displayed rating of a puzzle."""
    found = PuzzleRating.objects.filter(number=puzzle.number).first()
    return f"{round(new_puzzle(puzzle).value)}?" if found is None else str(found)
