"""Progress of a person in the lessons."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from ginrummy.coach.lessons import LESSONS, Lesson, positions_of
from ginrummy.coach.lessons.answers import is_good
from ginrummy.coach.puzzles.puzzle import Puzzle
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.web.http.now import now
from ginrummy.web.learn.models import LessonAnswer
from ginrummy.web.people.models import Person


class Progress(NamedTuple):
    """Lesson, its number from 1, and for each position whether it was solved, `None` if it was not tried."""

    number: int
    lesson: Lesson
    found: tuple[bool | None, ...]

    @property
    def done(self) -> int:
        """Number of positions tried."""
        return sum(each is not None for each in self.found)


def progress_of(person: Person | None) -> tuple[Progress, ...]:
    """Return the progress of `person` in each lesson."""
    found: defaultdict[str, dict[int, bool]] = defaultdict(dict)
    for answer in [] if person is None else person.lesson_answers.all():
        found[answer.lesson][answer.place] = answer.is_right
    return tuple(
        Progress(
            number,
            lesson,
            tuple(found[lesson.name].get(place + 1) for place in range(len(positions_of(lesson.name)))),
        )
        for number, lesson in enumerate(LESSONS, start=1)
    )


def find_lesson_answer(person: Person | None, lesson: Lesson, place: int) -> LessonAnswer | None:
    """Return the last answer of `person` to a position, `None` without one."""
    if person is None:
        return None
    return LessonAnswer.objects.filter(person=person, lesson=lesson.name, place=place).first()


def store_lesson_answer(
    person: Person, lesson: Lesson, place: int, puzzle: Puzzle, view: View, move: Move
) -> None:
    """Store the answer of `person`."""
    said = {"move": str(move), "is_right": is_good(puzzle, view, move), "at": now()}
    LessonAnswer.objects.update_or_create(person=person, lesson=lesson.name, place=place, defaults=said)
