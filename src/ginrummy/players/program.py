"""A running program that is talked to by lines, and that cannot make its caller wait longer than it likes."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import IO, Final

from ginrummy.errors import GinRummyError, reason_of
from ginrummy.locale import _

LONGEST_LINE: Final = 1 << 20
MOST_LINES: Final = 64
PARTING_TIME: Final = 0.5
_END: Final = b""
_RUNNING: weakref.WeakSet[Program] = weakref.WeakSet()


class ProgramError(GinRummyError):
    """A program that does not start, has ended, or says nothing in time."""


class Program:
    """A program started by `command`, with a thread for each of its streams."""

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ProgramError(_("it cannot be started: {error}").format(error=reason_of(error))) from error
        self._said: SimpleQueue[bytes] = SimpleQueue()
        self._heard: SimpleQueue[bytes] = SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=1)
        _at_work(self._write, self._process.stdin)
        _at_work(self._read, self._process.stdout)
        self._errors = _at_work(self._read_errors, self._process.stderr)
        _RUNNING.add(self)

    @property
    def has_spoken(self) -> bool:
        """Whether a line lies there that nobody has asked for."""
        return not self._heard.empty()

    def say(self, line: str) -> None:
        """Send `line`; never waits, and what nobody reads any more is lost."""
        self._said.put(line.encode() + b"\n")

    def heard(self, seconds: float) -> str:
        """Return the next line; raises `ProgramError` after `seconds` without one, and at the end."""
        try:
            line = self._heard.get(timeout=seconds)
        except Empty:
            raise ProgramError(_("no answer in {seconds} s").format(seconds=f"{seconds:g}")) from None
        if line == _END:
            raise ProgramError(self._ending())
        if not line.endswith(b"\n"):
            raise ProgramError(_("it does not end its line"))
        return line.decode(errors="replace").strip()

    def close(self) -> None:
        """Close its input, wait a moment for it to end, then make it end."""
        self._said.put(_END)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_TIME)
        self.kill()

    def kill(self) -> None:
        """Make it end at once, and whatever it has started."""
        self._said.put(_END)
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if sys.platform == "win32":
                    self._process.kill()
                else:
                    os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        _RUNNING.discard(self)

    def _ending(self) -> str:
        try:
            status = self._process.wait(PARTING_TIME)
        except subprocess.TimeoutExpired:
            return _("it closed its output")
        self._errors.join(PARTING_TIME)
        words = "".join(self._last_words)
        ending = _("it ended with status {status}").format(status=status)
        return f"{ending}: {words}" if words else ending

    def _write(self, stream: IO[bytes]) -> None:
        while (line := self._said.get()) != _END:
            stream.write(line)
            stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        try:
            while (line := stream.readline(LONGEST_LINE)) and self._heard.qsize() < MOST_LINES:
                if line.strip():
                    self._heard.put(line)
        finally:
            self._heard.put(_END)

    def _read_errors(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST_LINE):
            if line.strip():
                self._last_words.append(line.decode(errors="replace").strip()[:200])


def _at_work(work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=_quietly, args=(work, stream), daemon=True)
    thread.start()
    return thread


def _quietly(work: Callable[[IO[bytes]], None], stream: IO[bytes]) -> None:
    """Do `work` with `stream` and close it; a stream that breaks has said all it had to say."""
    with contextlib.suppress(OSError, ValueError):
        work(stream)
    with contextlib.suppress(OSError):
        stream.close()


@atexit.register
def kill_all() -> None:
    """Make every program end that this process has started."""
    for program in list(_RUNNING):
        program.kill()
