"""`ginrummy puzzles`: a position is shown, answered, rated and explained; solved ones are saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from ginrummy.cli.puzzles import PuzzleProgress, load_progress, save_progress
from ginrummy.coach.puzzles import Puzzle, PuzzleFilter, all_puzzles
from ginrummy.locale import using_language
from ginrummy.terminal.command_parser import CommandWord, command_help_line
from tests.cli.running import Ran, ginrummy, refused

SHELF = all_puzzles()
THROWN = next(puzzle for puzzle in SHELF.values() if "discard" in puzzle.themes)
LAID = next(puzzle for puzzle in SHELF.values() if "lay_off" in puzzle.themes)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the progress file of this test."""
    file = tmp_path / "puzzles.json"
    monkeypatch.setattr("ginrummy.cli.puzzles.progress_file", lambda: file)
    return file


def solve(puzzle: Puzzle, answer: str, *options: str) -> Ran:
    """Answer one puzzle and leave."""
    return ginrummy("puzzles", "--number", str(puzzle.number), *options, stdin=f"{answer}\nquit\n")


def test_a_right_answer_is_praised_explained_and_kept(kept: Path) -> None:
    ran = solve(THROWN, str(THROWN.solution))
    assert ran.status == 0, ran.err
    assert "Right: " in ran.out
    assert "your answer" in ran.out
    assert "In a row: 1, at best 1." in ran.out
    progress = load_progress(kept)
    assert (progress.solved, progress.streak, list(progress.puzzles)) == (1, 1, [THROWN.number])
    assert progress.own.value > PuzzleProgress().own.value


def test_a_wrong_answer_costs_and_a_second_one_changes_nothing(kept: Path) -> None:
    wrong = str(THROWN.options[-1].move)
    assert "Not the best. Better: " in solve(THROWN, wrong).out
    before = load_progress(kept)
    assert before.own.value < PuzzleProgress().own.value
    assert "only the first answer counts" in solve(THROWN, str(THROWN.solution)).out
    assert load_progress(kept) == before


def test_a_layout_is_chosen_by_its_number_and_what_is_illegal_is_asked_again() -> None:
    ran = solve(LAID, "nonsense\n1")
    assert "1: lay out" in ran.out
    assert ("Right: " in ran.out) != ("Not the best." in ran.out)


def test_the_next_one_is_of_the_theme_and_another() -> None:
    first = SHELF.matching(PuzzleFilter(theme="lay_off"))[0]
    ran = ginrummy("puzzles", "--theme", "lay_off", "--number", str(first), stdin="1\n\n1\nquit\n")
    assert ran.out.count("Puzzle ") == 2
    assert ran.out.count(f"Puzzle {first} ") == 1


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ((), PuzzleFilter("standard")),
        (("--lang", "ru"), PuzzleFilter("russian")),
        (("--variant", "any", "--level", "hard"), PuzzleFilter(level="hard")),
        (("--variant", "two_pack", "--theme", "twins"), PuzzleFilter("two_pack", "twins")),
    ],
)
def test_the_next_one_is_of_the_usual_game_unless_another_is_asked_for(
    options: tuple[str, ...], wanted: PuzzleFilter, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[PuzzleFilter] = []
    monkeypatch.setattr(PuzzleProgress, "next_number", lambda _own, wanted, _draw: seen.append(wanted))
    ginrummy("puzzles", *options)
    assert seen == [wanted]


def test_a_number_that_is_none_is_refused() -> None:
    assert "there is no puzzle of this number" in refused("puzzles", "--number", "999999999")


def test_what_cannot_be_read_is_somebody_new(kept: Path) -> None:
    kept.write_text("{]")
    assert load_progress(kept) == PuzzleProgress()
    progress = PuzzleProgress().with_answer(THROWN, is_solved=True)
    save_progress(kept, progress)
    assert load_progress(kept) == progress


@pytest.mark.parametrize(("code", "word"), [("en", "help"), ("fr", "aide"), ("ru", "помощь")])
def test_whoever_asks_for_help_hears_what_may_be_answered(code: str, word: str) -> None:
    out = ginrummy("puzzles", "--number", str(THROWN.number), "--lang", code, stdin=f"{word}\n").out
    with using_language(code):
        told = [
            command_help_line(each) for each in (CommandWord.DRAW, CommandWord.DISCARD, CommandWord.SPREAD)
        ]
    assert all(line in out.splitlines() for line in told)
