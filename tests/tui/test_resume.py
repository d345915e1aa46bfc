"""The match continues after the terminal was closed, killed, or left."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select

import pytest

from ginrummy.terminal.saved_matches import MatchStore, SavedMatch, load_saved
from ginrummy.terminal.tui.app import TableApp
from ginrummy.terminal.tui.resume_and_cut_screens import ResumeScreen, StartScreen
from tests.table.seats import first, table_of
from tests.tui.seated import SMALL, at_table, session_at, settle, text_of

PATIENCE = 30.0


class Terminal:
    """A process in a pseudo-terminal of 80×24, and its output."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [sys.executable, "-m", "ginrummy", *arguments]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        self.drawn = ""

    def wait_for(self, seen: Callable[[], bool]) -> None:
        """Read the output until `seen`."""
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end, self.drawn[-2000:]
            if select([self.master], [], [], 0.1)[0]:
                self.drawn += self.read()

    def read(self) -> str:
        """Return the new output with plain spaces, nothing after the process has ended."""
        try:
            return os.read(self.master, 65536).decode(errors="replace").replace("\u00a0", " ")
        except OSError:
            return ""

    def type(self, text: str) -> None:
        """Type `text`."""
        os.write(self.master, text.encode())

    def kill(self) -> None:
        """Kill the process outright."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def terminal(home: Path, *arguments: str, **variables: str) -> Iterator[Terminal]:
    """Run `ginrummy play` in a terminal, with files under `home` and `variables` in its environment."""
    environment = os.environ | {
        "XDG_STATE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "HOME": str(home),
        "TERM": "xterm-256color",
        "LANG": "en_GB.UTF-8",
        "LC_ALL": "",
        **variables,
    }
    opened = Terminal(["play", *arguments], environment)
    try:
        yield opened
    finally:
        opened.kill()
        os.close(opened.master)


def kept_in(home: Path) -> list[Path]:
    """Return the unfinished matches under `home`."""
    return sorted(home.rglob("*.match.json"))


@pytest.mark.long
def test_a_killed_terminal_loses_nothing(tmp_path: Path) -> None:
    arguments = ("--variant", "standard", "--against", "simple", "--seed", "3")
    with terminal(tmp_path, *arguments) as table:
        table.wait_for(lambda: "Fingerprint" in table.drawn)
        table.type("\r")
        table.wait_for(lambda: "deal the cards" in table.drawn)
        table.type("\r")
        table.wait_for(lambda: "Draw from the stock" in table.drawn)
        table.type("d")
        table.wait_for(lambda: bool(kept_in(tmp_path)) and "You draw the" in table.drawn)
        table.kill()
    saved = load_saved(kept_in(tmp_path)[0]).table
    assert str(saved.game.moves[-1]) == "draw"
    with terminal(tmp_path) as table:
        table.wait_for(lambda: "Unfinished matches" in table.drawn)
        table.type("\r")
        table.wait_for(lambda: "You draw the" in table.drawn)
        table.type("1x")
        table.wait_for(lambda: len(load_saved(kept_in(tmp_path)[0]).table.game.moves) > len(saved.game.moves))
        table.type("q")
        table.wait_for(lambda: table.process.poll() is not None)
        assert table.process.returncode == 0


@pytest.mark.long
def test_bytes_that_are_no_text_do_not_end_the_table(tmp_path: Path) -> None:
    with terminal(tmp_path, "--against", "simple", "--seed", "3") as table:
        table.wait_for(lambda: "Fingerprint" in table.drawn)
        os.write(table.master, b"\xe4")  # Alt+D on terminals where Alt sets the eighth bit
        type_until(table, "\r", lambda: "Draw from the stock" in table.drawn)
        os.write(table.master, b"\xf7\xff")
        type_until(table, "d", lambda: "You draw the" in table.drawn)
        type_until(table, "q", lambda: table.process.poll() is not None)
        assert table.process.returncode == 0
    assert "Traceback" not in table.drawn


def type_until(table: Terminal, key: str, seen: Callable[[], bool]) -> None:
    """Type `key` repeatedly: a key read together with invalid bytes is lost with them."""

    def is_seen() -> bool:
        if not seen():
            table.type(key)
        return seen()

    table.wait_for(is_seen)


@pytest.mark.parametrize("variables", [{"PYTHONIOENCODING": "ascii"}, {"TERM": "dumb"}])
def test_a_terminal_that_cannot_draw_is_played_line_by_line(
    variables: dict[str, str], tmp_path: Path
) -> None:
    with terminal(tmp_path, "--against", "simple", "--seed", "3", "--new", **variables) as table:
        table.wait_for(lambda: "Your hand:" in table.drawn)
        assert table.drawn.startswith(
            "This terminal cannot show the table as it is drawn: it goes line by line."
        )
        assert "???" not in table.drawn
        table.type("quit\n")
        table.wait_for(lambda: table.process.poll() is not None)
        assert table.process.returncode == 0


def test_an_interruption_ends_as_it_does_line_by_line(tmp_path: Path) -> None:
    with terminal(tmp_path, "--against", "simple", "--seed", "3", "--plain") as table:
        table.wait_for(lambda: "Your hand:" in table.drawn)
        table.process.send_signal(signal.SIGINT)
        table.wait_for(lambda: table.process.poll() is not None)
        assert table.process.returncode == 130
    with terminal(tmp_path, "--against", "simple", "--seed", "3") as table:
        table.wait_for(lambda: "Fingerprint" in table.drawn)
        table.type("\x03")
        table.wait_for(lambda: table.process.poll() is not None)
        assert table.process.returncode == 130


async def test_the_unfinished_match_is_offered_and_goes_on(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    table = first(lambda table: table.match.number == 2 and table.view.is_my_turn)
    store.save(table)
    app = TableApp(session_at(tmp_path), unfinished=[load_saved(store.unfinished_files()[0])])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, ResumeScreen))
        assert "Gin Rummy (standard), against Simple: hand 3, " in text_of(app)
        await pilot.press("enter")
        screen = await at_table(app, pilot)
        assert screen.table.match == table.match
        await pilot.press("q")
    assert store.unfinished_files()


async def test_a_new_match_begins_and_the_unfinished_one_stays(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    store.save(table_of())
    app = TableApp(session_at(tmp_path), unfinished=[SavedMatch(table_of(), None)])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, ResumeScreen))
        await pilot.press("n")
        await settle(pilot, lambda: isinstance(app.screen, StartScreen))
        assert len(store.unfinished_files()) == 1


async def test_the_match_that_is_chosen_goes_on_and_one_is_deleted_only_after_a_yes(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "matches")
    tables = [table_of(seed=seed) for seed in (1, 2, 3)]
    for table in tables:
        store.save(table)
    app = TableApp(session_at(tmp_path), unfinished=[SavedMatch(table, None) for table in tables])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, ResumeScreen))
        await pilot.press("down", "d", "n")
        assert len(store.unfinished_files()) == 3
        await pilot.press("d", "y")
        assert sorted(store.unfinished_files()) == sorted(store.match_file(tables[place]) for place in (0, 2))
        await pilot.press("enter")
        screen = await at_table(app, pilot)
        assert screen.table.match.seeds == tables[2].match.seeds


async def test_ctrl_c_leaves_and_says_nothing_in_english(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path), unfinished=[SavedMatch(table_of(), None)])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, ResumeScreen))
        await pilot.press("ctrl+c")
    assert app.return_code == 0


async def test_one_may_leave_at_the_question(tmp_path: Path) -> None:
    app = TableApp(session_at(tmp_path), unfinished=[SavedMatch(table_of(), None)])
    async with app.run_test(size=SMALL) as pilot:
        await settle(pilot, lambda: isinstance(app.screen, ResumeScreen))
        await pilot.press("q")
    assert app.return_code == 0


def test_ctrl_z_lays_the_table_aside_and_fg_brings_it_back(tmp_path: Path) -> None:
    with terminal(tmp_path, "--variant", "standard", "--against", "simple", "--seed", "3") as table:
        table.wait_for(lambda: "Fingerprint" in table.drawn)
        table.type("\x1a")
        table.wait_for(lambda: os.waitpid(table.process.pid, os.WNOHANG | os.WUNTRACED)[1] != 0)
        table.process.send_signal(signal.SIGCONT)
        seen = len(table.drawn)
        table.wait_for(lambda: "Fingerprint" in table.drawn[seen:])
