"""The score pad: entries, undo, corrections, files. Nothing is lost."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from select import select

import pytest

from ginrummy.cli.score_pad import (
    apply_line,
    drafts_folder,
    load_drafts,
    new_draft_path,
    pad_from_text,
    run_pad,
    run_pad_dialogue,
)
from ginrummy.locale import using_language
from ginrummy.text.ledger.score_ledger import read_ledger
from tests.cli.pad_talk import match_of, talk, texts, typist
from tests.cli.running import ginrummy

_REQUEST = "First say who plays, as in “players: Anna, Boris”; else they are 0 and 1."


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
    assert answers[2] == "“Carl” is no player; there are: 0, 1, Anna, Boris"


def test_a_mistyped_command_points_to_the_help() -> None:
    left, answers = talk("foo", "foo 25")
    assert texts(left) == []
    assert answers[0].splitlines()[1:] == ["Type “help” for the words."]
    assert len(answers[1].splitlines()) == 1


@pytest.mark.parametrize("variant", ["standard", "hollywood", "russian"])
def test_an_empty_sheet_without_names_asks_for_them(variant: str) -> None:
    answers = list[str]()
    lines = [f"variant: {variant}", "sheet", "players: Anna, Boris"]
    run_pad(pad_from_text(""), typist(lines), answers.append)
    for answer in answers[:2]:
        assert answer.splitlines()[-2:] == ["", _REQUEST]
        assert not re.search(r"\b0 +1\b", answer)
    assert re.search(r"Anna +Boris", answers[2])
    assert _REQUEST not in answers[2]


def test_nothing_comes_after_the_end() -> None:
    left, answers = talk("Anna 100", "Boris 5")
    assert texts(left) == ["Anna 100"]
    assert answers[1] == "the match is over (RULES 9.1)"


def test_the_heading_may_change() -> None:
    left, answers = talk(
        "Anna 25", "players: Carl, Dora", "variant: hollywood", "dealer: Boris", "players: A"
    )
    assert (left.ledger.variant.name, match_of(left).next_dealer) == ("hollywood", 0)
    assert answers[1] == "1: “Anna” is no player; there are: 0, 1, Carl, Dora"
    assert answers[-1] == "two names belong here, a comma between them"


def test_saving_keeps_the_ledger(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    left, answers = talk("Anna 25", f"save {file}", "quit")
    assert answers[1:] == [f"Saved in {file}; what follows is kept there too.", "Goodbye."]
    assert (left.saved, left.over) == (True, True)
    assert file.read_text("utf-8") == "variant: standard\nplayers: Anna, Boris\nAnna 25\n"
    again = read_ledger(file.read_text("utf-8"))
    assert [entry.sheet for entry in again.entries] == [entry.sheet for entry in match_of(left).entries]


def test_quitting_unsaved_asks_once() -> None:
    left, answers = talk("Anna 25", "quit", "Boris 20", "quit", "quit", "Anna 1")
    assert answers[1] == answers[3] == "This is not saved: save FILE, or quit again."
    assert (left.over, left.saved, len(texts(left))) == (True, False, 2)


def test_saving_that_fails_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("as it was\n", "utf-8")
    folder = tmp_path / "no" / "such"
    left, answers = talk(
        "Anna 25", "save", f"save {folder}/x", f"save {tmp_path}", "save /", "save .", "save .."
    )
    assert answers[1:] == [
        "say where: save FILE",
        f"{folder}/x: no such file or folder",
        f"{tmp_path}: this is a folder",
        "/: this is a folder",
        ".: this is a folder",
        "..: this is a folder",
    ]
    assert texts(left) == ["Anna 25"]


def test_saving_replaces_no_device_no_link_and_no_neighbour(tmp_path: Path) -> None:
    pipe, link, file = tmp_path / "pipe", tmp_path / "link.txt", tmp_path / "far" / "friday.txt"
    file.parent.mkdir()
    neighbour = file.with_name("friday.txt.new")
    neighbour.write_text("Dear Anna", "utf-8")
    os.mkfifo(pipe)
    link.symlink_to(file)
    left, answers = talk("Anna 25", f"save {pipe}", f"save {link}", "quit")
    assert answers[1:3] == [
        f"{pipe}: this is no ordinary file",
        f"Saved in {link}; what follows is kept there too.",
    ]
    assert left.saved
    assert (pipe.is_fifo(), link.is_symlink()) == (True, True)
    assert file.read_text("utf-8").endswith("Anna 25\n")
    assert {path.name for path in file.parent.iterdir()} == {"friday.txt", "friday.txt.new"}
    assert neighbour.read_text("utf-8") == "Dear Anna"


def test_a_disk_that_fills_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("as it was\n", "utf-8")

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    _left, answers = talk("Anna 25", f"save {file}", "yes")
    assert answers[2] == f"{file}: no space is left on the disk"
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
        blank = pad_from_text("", f"players: {names}")
        _same, answer = apply_line(blank, "?")
        lines = [line.partition("  ")[0].strip() for line in answer.splitlines()]
        played = blank
        for line in ("0 5", "0 6", "0 7", "0 8", "undo"):
            played, _sheet = apply_line(played, line)
        for line in (*lines[:6], *lines[10:17]):
            after, said = apply_line(played, line)
            assert after.ledger != played.ledger, (line, said)
        assert apply_line(blank, lines[19])[1] == apply_line(blank, "merge")[1] != apply_line(blank, "mer")[1]


@pytest.mark.parametrize(
    ("code", "lines"),
    [("fr", ["Anna 25", "annuler", "lignes"]), ("ru", ["Anna 25", "отменить", "строки"])],
)
def test_the_words_of_other_languages(code: str, lines: list[str]) -> None:
    with using_language(code):
        left, answers = talk(*lines)
    assert texts(left) == []
    assert answers[-1] in ("Il n’y a encore aucune donne.", "Пока нет ни одного кона.")


def test_what_is_not_saved_is_printed_at_the_end() -> None:
    ran = ginrummy("score", "--pad", "--players", "Anna,Boris", stdin="Anna 25\n")
    assert ran.out.endswith(
        "Not saved; these are the lines:\nvariant: standard\nplayers: Anna, Boris\nAnna 25\n"
    )


def test_an_interruption_prints_what_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["0 25"])

    def read(_prompt: str) -> str:
        for line in typed:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", read)
    ran = ginrummy("score", "--pad")
    assert ran.status == 130
    assert "resumes it.\nNot saved; these are the lines:\nvariant: standard\n0 25\n" in ran.out


def test_a_file_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_text("players: Anna, Boris\nAnna 25\n", "utf-8")
    ran = ginrummy("score", "--pad", str(file), stdin="Boris 30\nsave\nquit\n")
    assert (ran.status, ran.err) == (0, "")
    assert file.read_text("utf-8").endswith("Anna 25\nBoris 30\n")
    new = tmp_path / "new.txt"
    ginrummy("score", "--pad", str(new), stdin="0 30\nsave\nquit\n")
    assert new.read_text("utf-8") == "variant: standard\n0 30\n"


class Pty:
    """`ginrummy score` in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.keyboard, screen = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ginrummy", "score", *arguments],
            stdin=screen,
            stdout=screen,
            stderr=screen,
        )
        os.close(screen)
        self.shown = ""

    def type(self, text: str, until: str) -> str:
        """Type `text` and return the output up to `until`."""
        os.write(self.keyboard, text.encode())
        seen, end = "", time.monotonic() + 30
        while until not in seen and time.monotonic() < end:
            if select([self.keyboard], [], [], 0.2)[0]:
                try:
                    seen += os.read(self.keyboard, 65536).decode(errors="replace")
                except OSError:  # the process has ended: no more output
                    break
        assert until in seen, seen
        return seen

    def end(self) -> int:
        """Wait for the process to end and return its status."""
        with suppress(OSError):  # raised after the terminal is closed
            while os.read(self.keyboard, 65536):
                pass
        return self.leave()

    def leave(self) -> int:
        """Close the terminal and return the status of the process."""
        os.close(self.keyboard)
        return self.process.wait(timeout=20)


def test_a_terminal_opens_the_pad_which_goes_on_the_next_time() -> None:
    pad = Pty()
    assert "1   0      +25   25" in pad.type("0 25\n", "hand 2> ")
    pad.type("quit\n", "Goodbye.")
    assert pad.end() == 0
    again = Pty()
    again.type("", "Enter for 1")
    assert "1   0      +25   25" in again.type("\n", "hand 2> ")
    again.type("1 30\nquit\n", "Goodbye.")
    assert again.end() == 0


def test_an_evening_is_typed_corrected_and_printed_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "thursday.txt"
    pad = Pty("--pad", str(file), "--form", "king", "--players", "Jean-Paul D., Борис, Zoé")
    assert "Now playing: Борис – Zoé" in pad.type("Борис gin 80\n", "hand 2> ")
    assert "Jean-Paul D. sits out" in pad.type("Jean-Paul D. 5\n", "hand 2> ")
    pad.type("Борис gin 31\n", "hand 3> ")
    assert "Not counted: line 2" in pad.type("correct 1 Jean-Paul D. gin 85\n", "hand 3> ")
    pad.type("undo\n", "hand 3> ")
    pad.type("delete 2\n", "hand 2> ")
    assert "Борис: gin 0–31" in pad.type("undo\n", "hand 3> ")
    assert "Now playing: Boris Б. – Zoé" in pad.type("rename Борис, Boris Б.\n", "hand 3> ")
    pad.type("next form: free\n", "hand 3> ")
    pad.type("Zoé Jean-Paul D. 110\n", "hand 4> ")
    pad.type("quit\n", "Goodbye.")
    assert pad.end() == 0
    assert file.read_text("utf-8") == (
        "variant: standard\nform: king\nplayers: Jean-Paul D., Boris Б., Zoé\n"
        "Boris Б. gin 80\nBoris Б. gin 31\nform: free\nZoé Jean-Paul D. 110\n"
    )
    printed = ginrummy("score", str(file)).out
    assert "Match 3" in printed
    assert "1   Boris Б." in printed


def test_a_closed_terminal_loses_no_line(own_folders: Path) -> None:
    pad = Pty("--players", "Anna,Boris")
    pad.type("Anna 25\n", "hand 2> ")
    pad.type("Boris 30\n", "hand 3> ")
    pad.process.send_signal(signal.SIGKILL)
    pad.leave()
    (kept,) = own_folders.rglob("*.ledger.txt")
    assert kept.read_text("utf-8") == "variant: standard\nplayers: Anna, Boris\nAnna 25\nBoris 30\n"


def test_a_pad_by_house_rules_goes_on_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "house.toml").write_text("gin_bonus = 30\n", "utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    pad = replace(pad_from_text("", "variant: house.toml"), draft=new_draft_path())
    run_pad(pad, typist(["0 25"]), lambda _text: None)
    monkeypatch.chdir(tmp_path / "elsewhere")
    (found,), faults = load_drafts()
    assert (found.ledger.variant.row.gin_bonus, faults) == (30, [])


def test_a_pad_that_cannot_be_read_is_named_and_stays(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drafts_folder().mkdir(parents=True)
    spoilt = drafts_folder() / "old.ledger.txt"
    spoilt.write_text("variant: gone.toml\n0 25\n", "utf-8")

    def read(_prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    run_pad_dialogue("", file=None, resumes=True)
    shown = capsys.readouterr().out
    assert "old.ledger.txt cannot be read" in shown
    assert "gone.toml" in shown
    assert spoilt.exists()


def test_a_pad_is_open_in_one_terminal_at_a_time(own_folders: Path) -> None:
    both = Pty(), Pty()
    for place, pad in enumerate(both):
        pad.type(f"{place} 25\n", "hand 2> ")
    third = Pty()
    assert "Enter for 1" not in third.type("", "hand 1> ")
    for pad in (*both, third):
        pad.leave()
    kept = {path.read_text("utf-8") for path in own_folders.rglob("*.ledger.txt")}
    assert kept == {"variant: standard\n0 25\n", "variant: standard\n1 25\n"}


def test_several_pads_are_listed_and_one_is_deleted_only_after_a_yes(own_folders: Path) -> None:
    for names in ("Anna,Boris", "Carl,Dora"):
        pad = Pty("--players", names)
        pad.type("0 25\nquit\n", "Goodbye.")
        pad.end()
    again = Pty()
    shown = again.type("", "Enter for 1")
    assert "Carl – Dora, Gin Rummy (standard), 1 hand" in shown
    again.type("delete 2\n", "Delete")
    again.type("no\n", "Enter for 1")
    assert len(list(own_folders.rglob("*.ledger.txt"))) == 2
    again.type("delete 2\n", "Delete")
    again.type("yes\n", "Enter for 1")
    (left,) = own_folders.rglob("*.ledger.txt")
    assert "Carl, Dora" in left.read_text("utf-8")
    again.type("new\n", "hand 1> ")
    again.leave()
    assert left.exists()


def test_every_line_is_kept_in_the_file_at_once(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    pad, _answer = apply_line(pad_from_text("", "players: Anna Boris", file=str(file)), "Anna 25")
    assert pad.saved
    assert file.read_text("utf-8").endswith("Anna 25\n")


def test_a_file_that_somebody_else_has_changed_is_not_written_over_in_silence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "evening.txt"
    file.write_text("players: Anna, Boris\nAnna 25\n", "utf-8")
    lines = iter(["Boris 30", "Anna 10", "save", "Boris 5"])

    def read(_prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        if line == "Anna 10":
            with file.open("a", encoding="utf-8") as other:
                other.write("Boris 99\n")
        elif line == "save":
            assert "Boris 99" in file.read_text("utf-8")
        return line

    monkeypatch.setattr("builtins.input", read)
    run_pad_dialogue(file.read_text("utf-8"), file=str(file), resumes=False)
    assert "changed meanwhile" in capsys.readouterr().out
    assert file.read_text("utf-8").splitlines()[1:] == ["Anna 25", "Boris 30", "Anna 10", "Boris 5"]


def test_a_line_that_cannot_be_kept_is_said_and_printed_at_the_end(tmp_path: Path) -> None:
    ran = ginrummy("score", "--pad", str(tmp_path / "none" / "f.txt"), stdin="0 25\n")
    assert "Not kept: " in ran.out
    assert ran.out.endswith("Not saved; these are the lines:\nvariant: standard\n0 25\n")


def test_remarks_of_a_file_are_not_lost(tmp_path: Path) -> None:
    file = tmp_path / "friday.txt"
    file.write_text("0 25  # by luck\n", "utf-8")
    ginrummy("score", "--pad", str(file), stdin="1 30\nquit\n")
    assert file.read_text("utf-8") == "0 25  # by luck\n1 30\n"
    assert [each.name for each in tmp_path.iterdir()] == ["friday.txt"]


def test_a_file_that_is_there_is_written_over_only_after_a_yes(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Anna", "utf-8")
    left, answers = talk("Anna 25", f"save {file}", "no", "lines")
    assert answers[1:] == [
        f"{file} is there already. Write over it? (yes or no)", "It is left as it was.", "1  Anna 25"
    ]  # fmt: skip
    assert (file.read_text("utf-8"), left.saved) == ("Dear Anna", False)
    left, _answers = talk("Anna 25", f"save {file}", "oui")
    assert left.saved
    assert file.read_text("utf-8").endswith("Anna 25\n")


def test_a_home_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    talk("Anna 25", "save ~/friday.txt")
    assert (tmp_path / "friday.txt").is_file()


def test_hands_are_deleted_and_inserted() -> None:
    left, answers = talk(
        "Anna 25", "Boris 30", "insert 2 Anna gin 5", "delete 1", "delete 9", "insert 9 Anna 1"
    )
    assert texts(left) == ["Anna gin 5", "Boris 30"]
    assert answers[-2:] == ["there is no hand 9"] * 2
    _left, answers = talk("delete", "insert 1", "insert x Anna 5")
    assert answers[0] == "say which hand: delete 3"
    assert answers[1] == answers[2] == "say before which hand, and what it was: insert 3 Anna 25"


def test_a_long_line_is_not_echoed_whole() -> None:
    _left, answers = talk("Anna " + "x" * 500_000, "\x1b[31mAnna 25")
    assert len(answers[0]) < 400
    assert "\x1b" not in answers[1]


def test_print_shows_the_sheet() -> None:
    pad = pad_from_text("Anna 25\n", "players: Anna, Boris")
    assert apply_line(pad, "print") == apply_line(pad, "sheet")
    assert "Anna" in apply_line(pad, "print")[1]
