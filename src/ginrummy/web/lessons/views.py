"""Views of the lessons: the list, a lesson, a position on the felt."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from ginrummy.coach.lessons import LESSONS, Lesson, lesson_positions
from ginrummy.coach.lessons.answers import answer_verdict, is_good_answer
from ginrummy.coach.puzzles.answers import action_value_rows
from ginrummy.coach.puzzles.puzzle import Puzzle
from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.locale import _
from ginrummy.players.player import is_showdown
from ginrummy.web.board.views import next_arrangement
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.http.now import now
from ginrummy.web.learn.models import LessonAnswer
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.people.models import Person
from ginrummy.web.people.preferences import request_preferences
from ginrummy.web.puzzles.puzzle_board import build_puzzle_board, parse_legal_move
from ginrummy.web.puzzles.views import FELT, discarded_cards


class Progress(NamedTuple):
    """Lesson, its number from 1, and for each position whether it was solved, `None` if it was not tried."""

    number: int
    lesson: Lesson
    found: tuple[bool | None, ...]

    @property
    def answer_count(self) -> int:
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
            tuple(found[lesson.name].get(place + 1) for place in range(len(lesson_positions(lesson.name)))),
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
    said = {"move": str(move), "is_right": is_good_answer(puzzle, view, move), "at": now()}
    LessonAnswer.objects.update_or_create(person=person, lesson=lesson.name, place=place, defaults=said)


NAMES: Final = tuple(lesson.name for lesson in LESSONS)


@require_safe
def lessons(request: HttpRequest) -> HttpResponse:
    """Render the list of lessons with the visitor's progress."""
    return render(request, "lessons/lessons.html", {"lessons": progress_of(visitor(request))})


@require_safe
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """Render a lesson: its text, pictures and positions."""
    found = _progress(request, name)
    following_name = NAMES[found.number] if found.number < len(NAMES) else ""
    first_open = next((place for place, each in enumerate(found.found, start=1) if each is None), 1)
    context = {"found": found, "lesson": found.lesson, "following": following_name, "first_open": first_open}
    return render(request, "lessons/lesson.html", context)


def _progress(request: HttpRequest, name: str) -> Progress:
    if name not in NAMES:
        raise Http404
    return progress_of(visitor(request))[NAMES.index(name)]


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("move", MOVE)
def position(request: HttpRequest, name: str, place: int) -> HttpResponse:
    """Render a position, or the verdict on its answer.

    A POST submits an answer, `again` hides the last one.
    """
    puzzles = lesson_positions(name)
    if name not in NAMES or not 1 <= place <= len(puzzles):
        raise Http404
    puzzle = puzzles[place - 1]
    view, found = puzzle.view, LESSONS[NAMES.index(name)]
    if request.method == "POST":
        move = parse_legal_move(view, request.POST.get("move", ""))
        if move is None:
            return error_page(request, _("That cannot be played here."), status=400)
        store_lesson_answer(visitor_or_guest(request), found, place, puzzle, view, move)
        return redirect("lesson_position", name, place)
    answer = None if "again" in request.GET else find_lesson_answer(visitor(request), found, place)
    context = felt_context(request, name, place, puzzle, view, answer)
    return render(request, "puzzles/puzzle.html", context)


def felt_context(
    request: HttpRequest, name: str, place: int, puzzle: Puzzle, view: View, answer: LessonAnswer | None
) -> dict[str, Any]:
    """Return the context of a position's felt, and of the verdict on an answer."""
    arrangement = request_preferences(request).arrangement
    own = reverse("lesson_position", args=(name, place))
    is_last = place == len(lesson_positions(name))
    return FELT | {
        "puzzle": puzzle,
        "board": build_puzzle_board(puzzle, view, arrangement, is_answered=answer is not None),
        "is_layout": is_showdown(view),
        "next_arrangement": next_arrangement(arrangement),
        "own_address": own,
        "attempt": answer,
        "position_title": position_title(name, place),
        "way_back": reverse("lesson", args=(name,)),
        "way_back_text": _("Back to the lesson"),
        "answer_part": "lessons/answer.html",
        "next_position": "" if is_last else reverse("lesson_position", args=(name, place + 1)),
        "again": f"{own}?again=1",
        **_verdict_context(puzzle, view, answer),
    }


def position_title(name: str, place: int) -> str:
    """Return the title of a position."""
    lesson_name = _("Lesson {number}").format(number=NAMES.index(name) + 1)
    position_name = _("Position {number}").format(number=place)
    return f"{lesson_name} · {position_name}"


def _verdict_context(puzzle: Puzzle, view: View, answer: LessonAnswer | None) -> dict[str, Any]:
    """Return the context of the verdict on an answer."""
    if answer is None:
        return {"best_cards": (), "own_cards": ()}
    move = Move(answer.move)
    return {
        "verdict": answer_verdict(puzzle, view, move),
        "worths": action_value_rows(puzzle, move),
        "best_cards": discarded_cards(puzzle.solution),
        "own_cards": discarded_cards(move),
    }
