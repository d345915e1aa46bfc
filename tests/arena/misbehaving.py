"""Misbehaving players, named as `tests.arena.misbehaving:Exiting`.

Each plays its first decisions like `simple`, then misbehaves.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.players import load_player

SLEEP = "GINRUMMY_TEST_SLEEP"


class Misbehaving:
    """Plays like `simple` until its third decision."""

    def __init__(self, seed: int = 0) -> None:
        self._simple = load_player("simple", seed=seed)
        self._decisions = 0

    def decide(self, view: View) -> Move:
        self._decisions += 1
        answer = self.strange(view) if self._decisions == 3 else None
        return self._simple.decide(view) if answer is None else answer

    def strange(self, view: View) -> Any:
        return None


class Exiting(Misbehaving):
    def strange(self, view: View) -> Any:
        sys.exit()


class ExitingWithWords(Misbehaving):
    def strange(self, view: View) -> Any:
        sys.exit("I have\nhad enough")


class Interrupting(Misbehaving):
    def strange(self, view: View) -> Any:
        raise KeyboardInterrupt


class Leaving(Misbehaving):
    def strange(self, view: View) -> Any:
        raise GeneratorExit


class Vanishing(Misbehaving):
    def strange(self, view: View) -> Any:
        os._exit(3)


class Dying(Misbehaving):
    def strange(self, view: View) -> Any:
        os.kill(os.getpid(), 9)


class Endless(Misbehaving):
    def strange(self, view: View) -> Any:
        while True:
            pass


class Asleep(Misbehaving):
    def strange(self, view: View) -> Any:
        time.sleep(600)


class Deep(Misbehaving):
    def strange(self, view: View) -> Any:
        return self.strange(view)


class Greedy(Misbehaving):
    def strange(self, view: View) -> Any:
        return bytearray(1 << 60)


class Deaf(Misbehaving):
    """Closes all its streams."""

    def strange(self, view: View) -> Any:
        os.closerange(0, 256)
        time.sleep(600)


class Asking(Misbehaving):
    """Reads from the terminal."""

    def strange(self, view: View) -> Any:
        return input("What shall I play? ")


class Unspeakable(Misbehaving):
    """Returns a value without a `repr`."""

    def strange(self, view: View) -> Any:
        class Hidden:
            def __repr__(self) -> str:
                raise SystemExit("no")

        return Hidden()


class Unutterable(Misbehaving):
    """Raises an error without a message."""

    def strange(self, view: View) -> Any:
        class Wordless(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        raise Wordless


class Loud(Misbehaving):
    """Prints megabytes and continues to play."""

    def strange(self, view: View) -> Any:
        for stream in (sys.stdout, sys.stderr):
            stream.write("x" * 3_000_000)
            stream.write("\n" * 100_000)
        os.write(1, b"half a line")


class Forking(Misbehaving):
    """Forks and continues in both processes."""

    def strange(self, view: View) -> Any:
        os.fork()


class Breeding(Misbehaving):
    """Starts processes that stay: a child, one in its own session, an orphan."""

    def strange(self, view: View) -> Any:
        seconds = os.environ[SLEEP]
        for detached in (False, True):
            subprocess.Popen(["sleep", seconds], start_new_session=detached)
        subprocess.run(["sh", "-c", f"setsid sleep {seconds} >/dev/null 2>&1 &"], check=True)


class BreedingAndGone(Breeding):
    def strange(self, view: View) -> Any:
        super().strange(view)
        os._exit(0)


class Threading(Misbehaving):
    """Leaves a thread running forever."""

    def strange(self, view: View) -> Any:
        threading.Thread(target=time.sleep, args=(600,)).start()


class Unmade:
    """Exits in its constructor."""

    def __init__(self) -> None:
        sys.exit(0)

    def decide(self, view: View) -> Move:
        raise AssertionError
