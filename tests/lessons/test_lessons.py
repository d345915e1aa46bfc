"""The lessons: every figure is from bench/, every position has one best move, every card is drawn right."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from ginrummy.coach.lessons import LESSONS, lesson_positions
from ginrummy.coach.lessons.answers import answer_verdict, is_good_answer, typical_error
from ginrummy.coach.lessons.contents import FIGURES
from ginrummy.coach.puzzles.clear_solution import GLANCE, evaluate_view
from ginrummy.game.cards import parse_faces
from ginrummy.locale import LANGUAGES, using_language

BENCH = Path(__file__).parents[2] / "bench"
COUNT = 12
POSITIONS = 5


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_read_from_a_page_of_bench(name: str) -> None:
    figure = FIGURES[name]
    page = (BENCH / figure.page).read_text(encoding="utf-8")
    rows = [row for row in page.splitlines() if row.startswith(f"| {figure.row} |")]
    found = [
        float(number)
        for row in rows
        for number in re.findall(r"(?<![\w.])\d+(?:\.\d+)?", row[len(figure.row) + 4 :])
    ]
    assert rows
    assert figure.value in found


def test_every_figure_is_told_and_no_number_is_invented() -> None:
    told = {
        name
        for lesson in LESSONS
        for text in lesson.words
        for _, name, _, _ in Formatter().parse(text)
        if name
    }
    assert told == set(FIGURES)
    for lesson in LESSONS:
        assert not re.search(r"\d%|\d\.\d", " ".join(lesson.words))


@pytest.mark.parametrize("code", LANGUAGES)
def test_there_are_twelve_short_ones_in_every_language(code: str) -> None:
    assert len({lesson.name for lesson in LESSONS}) == COUNT
    with using_language(code):
        for lesson in LESSONS:
            text = " ".join(lesson.paragraphs)
            assert "{" not in text
            assert 60 <= len(text.split()) <= 170
            assert all(parse_faces(drawing.cards) and drawing.text for drawing in lesson.drawings)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_has_five_positions_whose_answers_are_told_with_a_reason(lesson: object) -> None:
    puzzles = lesson_positions(lesson.name)  # type: ignore[attr-defined]  # pytest gives it as an object
    assert len(puzzles) == POSITIONS
    assert len({puzzle.number for puzzle in puzzles}) == POSITIONS
    for puzzle in puzzles:
        view = puzzle.view
        assert view.refusal(puzzle.solution) is None
        assert is_good_answer(puzzle, view, puzzle.solution)
        assert not is_good_answer(puzzle, view, typical_error(puzzle).move)
        assert sum(is_good_answer(puzzle, view, option.move) for option in puzzle.options) <= 4
        for code in LANGUAGES:
            with using_language(code):
                told = {
                    answer_verdict(puzzle, view, move)
                    for move in (puzzle.solution, typical_error(puzzle).move)
                }
                assert len(told) == 2


def test_the_coach_still_finds_the_answers_at_a_glance() -> None:
    """One position of each lesson, judged again in few worlds: the stored answer is at or near the top."""
    for lesson in LESSONS:
        puzzle = lesson_positions(lesson.name)[0]
        judgement = evaluate_view(puzzle.view, GLANCE, also=(puzzle.solution,))
        again = judgement.of(puzzle.solution)
        assert again.behind <= max(3 * judgement.point, 3 * again.behind_error), lesson.name
