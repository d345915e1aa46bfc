"""Lines are at most as long as the terminal, or as COLUMNS if the output is redirected."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ginrummy.cli import command_group
from ginrummy.cli.help_examples import command_examples
from ginrummy.locale import LANGUAGES, using_language
from tests.cli.running import ginrummy

WIDTH = 40
COMMANDS = (
    "score friday.txt",
    "score friday.txt --variant hollywood_full",
    "variants",
    "variants two_pack",
    "variants --options",
    "rules oklahoma_full",
    "replay b.gin --hand 1",
    "verify b.gin",
    "review b.gin --quick",
    "stats b.gin --unjudged",
    "arena random simple --hands 2 --workers 1",
    "think b.gin --at 1.2 --worlds 50",
)
TABLES = (
    "think b.gin --at 1.2 --worlds 50",
    "hand 4S5S6S 9H9D9C 6H KD 2C 3C QH --advise",
)


def too_long(out: str) -> list[str]:
    """Return the lines of `out` that are too long and have more than one word."""
    return [line for line in out.splitlines() if len(line) > WIDTH and " " in line.strip()]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_is_longer_than_asked_for(
    command: str, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    text = "players: Anna, Boris\ndealer: Anna\nAnna knock 3 25\nBoris gin 31\nwall\nAnna undercut 9 4\n"
    Path("friday.txt").write_text(text, encoding="utf-8")
    ran = ginrummy(*command.split(), "--lang", code)
    assert ran.status == 0, ran.err
    assert too_long(ran.out) == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["", *command_group.COMMANDS])
def test_no_line_of_help_is_longer_than_asked_for(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    lines = ginrummy(*filter(None, [name]), "--help", "--lang", code).out.splitlines()
    assert [line for line in too_long("\n".join(lines)) if "ginrummy" not in line] == []


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("command", TABLES)
def test_the_numbers_of_a_row_stay_on_one_line(
    command: str, code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    printed = []
    for width in (200, WIDTH):
        monkeypatch.setenv("COLUMNS", str(width))
        printed.append(ginrummy(*command.split(), "--lang", code).out)
    rows = [re.split(r" {3,}", line.strip()) for line in printed[0].splitlines() if "%" in line]
    wanted = [" ".join(cells[1:]).split() for cells in rows if len(cells) > 3]
    assert len(wanted) > 2
    narrow = [line.split() for line in printed[1].splitlines()]
    assert [row for row in wanted if not any(line[-len(row) :] == row for line in narrow)] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_long_names_are_cut_and_not_what_happened(
    code: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    first, second = "Maximilian von Hohenzollern III", "Anastasia K. Preobrazhenskaya"
    text = f"players: {first}, {second}\n{first} knock 3 25\n{second} gin 31\n{first} undercut 9 4\n"
    Path("long.txt").write_text(text, encoding="utf-8")
    long = ginrummy("score", "long.txt", "--lang", code).out
    Path("long.txt").write_text(text.replace(first, "Max").replace(second, "Ana"), encoding="utf-8")
    short = ginrummy("score", "long.txt", "--lang", code).out
    assert too_long(long) == []
    for name, cut in (("Max", "Maximilian"), ("Ana", "Anastasia")):
        rows = [line for line in short.splitlines() if re.match(rf"\d+ +{name}", line)]
        assert rows
        for row in rows:
            happened = row[row.index(name) + len(name) :].split()
            assert any(line.split()[-len(happened) :][1:] == happened[1:] for line in long.splitlines()), row
        assert any(line.lstrip("0123456789 ").startswith(cut[:3]) for line in long.splitlines())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["hand", "showdown"])
def test_no_line_about_cards_is_longer_than_asked_for(
    name: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    with using_language(code):
        for line in command_examples(name):
            assert too_long(ginrummy(*shlex.split(line)[1:], "--lang", code).out) == [], line


def test_whoever_asks_for_no_width_has_lines_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    out = ginrummy("hand", "4H5H6H 9S9D9C KSKDKC 2S 3S").out
    assert "14 points would be left, the limit is 10 (RULES 5.2)" in out
