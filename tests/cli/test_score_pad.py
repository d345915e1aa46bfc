"""The score pad: what is typed, undone, corrected and saved; nothing is lost."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ginrummy.cli import score_pad
from ginrummy.cli.score_pad import Pad, converse, obey
from ginrummy.ledger import Ledger, read_ledger
from ginrummy.locale import using_language
from tests.cli.running import ginrummy


def typist(lines: list[str]) -> Callable[[str], str]:
    left = iter(lines)

    def read(_prompt: str) -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def talk(*lines: str, ledger: Ledger | None = None) -> tuple[Pad, list[str]]:
    answers: list[str] = []
    start = Pad(ledger or read_ledger("players: Anna, Boris"), "")
    return converse(start, typist(list(lines)), answers.append), answers


def texts(pad: Pad) -> list[str]:
    return [text for _number, text in pad.ledger.lines]


def test_lines_make_the_sheet() -> None:
    left, answers = talk("Anna 25", "", "Boris gin 31")
    assert texts(left) == ["Anna 25", "Boris gin 31"]
    assert answers[0].splitlines()[-1].split() == ["1", "Anna", "+25", "25"]
    assert not left.saved


def test_undo_takes_the_last_hand_back() -> None:
    left, answers = talk("Anna 25", "Boris 30", "undo", "undo", "undo")
    assert texts(left) == []
    assert answers[-1] == "there is nothing to undo"


def test_a_correction_is_computed_through() -> None:
    left, answers = talk("Anna 25", "Boris 30", "correct 1 Anna 100", "correct 9 Anna 5", "correct 1")
    assert texts(left) == ["Anna 100", "Boris 30"]
    assert left.ledger.is_over
    assert "After the end, not counted: line 2" in answers[2]
    assert answers[3:] == ["there is no hand 9", "say which hand and what it was: correct 3 Anna 25"]


def test_a_wrong_line_changes_nothing() -> None:
    left, answers = talk("Anna 25", "Anna knock 11 12", "correct 1 Carl 25")
    assert texts(left) == ["Anna 25"]
    assert answers[1] == "a knock with 11 points: the limit is 10 (RULES 5.2)"
    assert answers[2] == "1: “Carl” is no player; there are: 0, 1, Anna, Boris"


def test_nothing_comes_after_the_end() -> None:
    left, answers = talk("Anna 100", "Boris 5")
    assert texts(left) == ["Anna 100"]
    assert answers[1] == "the match is over (RULES 9.1)"


def test_the_heading_may_change() -> None:
    left, answers = talk(
        "Anna 25", "players: Carl, Dora", "variant: hollywood", "dealer: Boris", "players: A"
    )
    assert (left.ledger.variant.name, left.ledger.next_dealer) == ("hollywood", 0)
    assert answers[1] == "1: “Anna” is no player; there are: 0, 1, Carl, Dora"
    assert answers[-1] == "two names belong here, each one word"


def test_saving_keeps_the_ledger(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    left, answers = talk("Anna 25", f"save {file}", "quit")
    assert answers[1:] == [f"Saved in {file}.", "Goodbye."]
    assert (left.saved, left.over) == (True, True)
    assert file.read_text("utf-8") == "variant: standard\nplayers: Anna, Boris\nAnna 25\n"
    again = read_ledger(file.read_text("utf-8"))
    assert [entry.sheet for entry in again.entries] == [entry.sheet for entry in left.ledger.entries]


def test_quitting_unsaved_asks_once() -> None:
    left, answers = talk("Anna 25", "quit", "Boris 20", "quit", "quit", "Anna 1")
    assert answers[1] == answers[3] == "This is not saved: save FILE, or quit again."
    assert (left.over, left.saved, len(texts(left))) == (True, False, 2)


def test_saving_that_fails_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("as it was\n", "utf-8")
    folder = tmp_path / "no" / "such"
    left, answers = talk("Anna 25", "save", f"save {folder}/x", f"save {tmp_path}")
    assert answers[1:] == [
        "say where: save FILE",
        f"{folder}/x: no such file or folder",
        f"{tmp_path}: this is a folder",
    ]
    assert texts(left) == ["Anna 25"]


def test_a_disk_that_fills_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("as it was\n", "utf-8")

    def full(path: Path, *_arguments: object, **_named: object) -> int:
        path.touch()
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_text", full)
    _left, answers = talk("Anna 25", f"save {file}")
    assert answers[1] == f"{file}: no space is left on the disk"
    assert file.read_bytes() == b"as it was\n"
    assert [each.name for each in tmp_path.iterdir()] == ["kept.txt"]


def test_lines_sheet_and_help() -> None:
    _left, answers = talk("lines", "Anna 25", "lines", "sheet", "help")
    assert answers[0] == "There is no hand yet."
    assert answers[2] == "1  Anna 25"
    assert answers[3] == answers[1]
    assert "Anna knock 3 25" in answers[4]


@pytest.mark.parametrize("code", ["en", "fr", "ru"])
def test_the_words_of_help_are_understood(code: str) -> None:
    with using_language(code):
        names = {"en": "Anna, Boris", "fr": "Anne, Boris", "ru": "Анна, Борис"}[code]
        blank = Pad(read_ledger("", players=names), "")
        _same, answer = obey(blank, "?")
        lines = [line.partition("  ")[0].strip() for line in answer.splitlines()]
        played = blank
        for _time in range(3):
            played, _sheet = obey(played, "0 5")
        for line in (*lines[:6], *lines[8:10]):
            after, said = obey(played, line)
            assert after.ledger != played.ledger, (line, said)


@pytest.mark.parametrize(
    ("code", "lines"),
    [("fr", ["Anna 25", "annuler", "lignes"]), ("ru", ["Anna 25", "отменить", "строки"])],
)
def test_the_words_of_other_languages(code: str, lines: list[str]) -> None:
    with using_language(code):
        left, answers = talk(*lines)
    assert texts(left) == []
    assert answers[-1] in ("Il n’y a encore aucun coup.", "Пока нет ни одного кона.")


def test_what_is_not_saved_is_printed_at_the_end() -> None:
    ran = ginrummy("score", "--pad", "--players", "Anna,Boris", stdin="Anna 25\n")
    assert ran.out.endswith(
        "Not saved; these are the lines:\nvariant: standard\nplayers: Anna, Boris\nAnna 25\n\n"
    )


def test_an_interruption_prints_what_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(start: Pad, _read: object, _write: object) -> Pad:
        score_pad.obey(start, "0 25")
        raise KeyboardInterrupt

    monkeypatch.setattr(score_pad, "converse", interrupted)
    ran = ginrummy("score", "--pad")
    assert ran.status == 130


def test_a_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_text("players: Anna, Boris\nAnna 25\n", "utf-8")
    ran = ginrummy("score", "--pad", str(file), stdin="Boris 30\nsave\nquit\n")
    assert (ran.status, ran.err) == (0, "")
    assert file.read_text("utf-8").endswith("Anna 25\nBoris 30\n")
    new = tmp_path / "new.txt"
    ginrummy("score", "--pad", str(new), stdin="0 30\nsave\nquit\n")
    assert new.read_text("utf-8") == "variant: standard\n0 30\n"


def test_a_terminal_opens_the_pad() -> None:
    keyboard, screen = pty.openpty()
    os.write(keyboard, b"0 25\nquit\nquit\n")
    ran = subprocess.run(
        [sys.executable, "-m", "ginrummy", "score"], stdin=screen, capture_output=True, text=True, timeout=20
    )
    os.close(keyboard)
    os.close(screen)
    assert ran.returncode == 0
    assert "Goodbye." in ran.stdout
    assert "1   0      +25   25" in ran.stdout
