"""`--debug` shows tracebacks of a player's own code, and only its author asks for them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from ginrummy.coach.decisions import match_moments
from ginrummy.players import legal_answer
from ginrummy.players.programs import own_traceback
from ginrummy.players.programs.own_traceback import DEBUG
from ginrummy.text.json import variant_json, view_json
from tests.cli.running import Ran, ginrummy
from tests.players.engines import ANSWER, GREETING, bot
from tests.playing import whole

PATIENCE = 10.0
"""Seconds in which a busy machine shows the output of a process."""

PLAYER = """\
import sys

class Broken:
    def decide(self, view):
        return self.looked_up({})

    def looked_up(self, table):
        return table[0]

class Unmade:
    def __init__(self):
        self.inverse = 1 / 0

    def decide(self, view):
        return None

class Chatty:
    def decide(self, view):
        print("I think", file=sys.stderr)
        return view.legal_moves()[0]
"""
BROKEN = """\
Traceback (most recent call last):
  File "{file}", line 5, in decide
    return self.looked_up({{}})
  File "{file}", line 8, in looked_up
    return table[0]
KeyError: 0
"""
UNMADE = """\
Traceback (most recent call last):
  File "{file}", line 12, in __init__
    self.inverse = 1 / 0
ZeroDivisionError: division by zero
"""


@pytest.fixture(autouse=True)
def as_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the state of tracebacks after each test."""
    monkeypatch.setenv(DEBUG, "0")
    monkeypatch.setattr(own_traceback, "_reported", set())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file with some players."""
    path = tmp_path / "mine.py"
    path.write_text(PLAYER, encoding="utf-8")
    return path


def without_marks(text: str) -> str:
    """Return a traceback without the lines of `^` that newer Pythons draw."""
    return "".join(line for line in text.splitlines(keepends=True) if line.strip(" ~^\n"))


def ran(command: str, player: str, file: Path, *, debug: bool) -> Ran:
    """Return the result of a command with that player."""
    arguments = {
        "arena": ("arena", f"{file}:{player}", "simple", "--hands", "2", "--workers", "1"),
        "play": ("play", "--against", f"{file}:{player}", "--plain", "--new", "--seed", "3"),
        "engine": ("engine", "--player", f"{file}:{player}"),
    }[command]
    return ginrummy(*arguments, *(["--debug"] if debug else []), stdin=typed(command))


def typed(command: str) -> str:
    """Return the input that makes the player of a command decide."""
    if command != "engine":
        return "draw\n2H\n"
    moment = next(iter(match_moments(whole("standard", hands=1))))
    lines = (
        {"type": "match", "seed": 1, "variant": variant_json(moment.view.variant)},
        {"type": "decide", "view": view_json(moment.view)},
    )
    return "".join(f"{json.dumps(line)}\n" for line in lines)


@pytest.mark.parametrize("command", ["arena", "play", "engine"])
@pytest.mark.parametrize(("player", "traceback"), [("Broken", BROKEN), ("Unmade", UNMADE)])
def test_the_own_traceback_is_shown_once(
    command: str, player: str, traceback: str, file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shown = ran(command, player, file, debug=True).err
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:  # a thread forwards the output of the player's process
        shown += capfd.readouterr().err
        if traceback.format(file=file) in without_marks(shown):
            break
        time.sleep(0.05)
    shown = without_marks(shown)
    assert shown.count("Traceback") == 1
    assert traceback.format(file=file) in shown
    assert "ginrummy/players" not in shown


def test_a_bot_at_a_server_shows_the_own_traceback(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"key": "KEY", "status": "playing"}
    view = next(iter(match_moments(whole("standard", hands=1)))).view
    monkeypatch.setattr("ginrummy.players.online.Client.ask", lambda *_asked: {"name": "Ada"})
    monkeypatch.setattr("ginrummy.players.online.sit_down", lambda *_given, **_more: table)
    monkeypatch.setattr(
        "ginrummy.players.online.play_match",
        lambda _server, player, _table, **_more: [legal_answer(player, view)],
    )
    options = ("bot", "http://127.0.0.1:1", "--token", "T", "--player", f"{file}:Broken")
    assert BROKEN.format(file=file) in without_marks(ginrummy(*options, "--debug").err)
    assert "Traceback" not in ginrummy(*options).err


@pytest.mark.parametrize("command", ["arena", "play", "engine"])
@pytest.mark.parametrize("player", ["Broken", "Unmade", "Chatty"])
def test_without_it_a_line_says_what_went_wrong(
    command: str, player: str, file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = ran(command, player, file, debug=False)
    assert "Traceback" not in found.out + found.err + capfd.readouterr().err
    assert (found.status != 0) == (player == "Unmade" or (player == "Broken" and command != "arena"))


@pytest.mark.parametrize("debug", [True, False])
def test_what_a_player_prints_is_shown_in_the_arena(file: Path, debug: bool) -> None:
    assert ("I think" in ran("arena", "Chatty", file, debug=debug).err) == debug


@pytest.mark.parametrize("debug", [True, False])
def test_a_program_shows_its_own_errors(tmp_path: Path, debug: bool) -> None:
    program = bot(tmp_path, GREETING, '    if kind == "decide":\n        undefined\n', ANSWER)
    options = ("arena", program, "simple", "--hands", "2", "--workers", "1", *(["--debug"] if debug else []))
    assert ("\nNameError: name 'undefined' is not defined" in ginrummy(*options).err) == debug


def test_a_module_that_cannot_be_loaded_shows_where(tmp_path: Path) -> None:
    file = tmp_path / "spoilt.py"
    file.write_text("class Mine:\n    def decide(self, view)\n", encoding="utf-8")
    said = ginrummy("arena", f"{file}:Mine", "simple", "--debug").err
    assert f'File "{file}", line 2' in said
    assert "SyntaxError" in said
    assert "importlib" not in said
