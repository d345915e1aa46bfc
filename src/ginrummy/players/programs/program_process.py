"""Subprocess with a line protocol: it cannot block its caller and leaves no process behind."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, error_reason, on_one_line, prefix_place
from ginrummy.players.programs.own_traceback import is_debugging

LONGEST_LINE: Final = 1 << 20
MOST_LINES: Final = 64
PARTING_TIME: Final = 0.5
SWEEP_TIME: Final = 5.0
STARTING_TIME: Final = 30.0
LONGEST_QUOTE: Final = 60
LONGEST_LAST_WORDS: Final = 200
_SUPERVISOR: Final = Path(__file__).with_name("program_supervisor.py")
_END: Final = b""
_PROGRAMS: weakref.WeakSet[Program] = weakref.WeakSet()


class ProgramError(GinRummyError):
    """A program that does not start, has exited, or sends nothing in time."""


class Program:
    """A program started by `command`, with a thread for each of its streams.

    On Linux it runs under a supervisor (`program_supervisor.py`). All processes that it ever starts end with
    it, and with this process, however that ends. On other systems those of its process group do. A program
    without a reference is killed.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        try:
            self._running = _Running(command)
        except OSError as error:
            raise ProgramError(
                _("it cannot be started: {error}").format(error=error_reason(error))
            ) from error
        weakref.finalize(self, self._running.kill)
        _PROGRAMS.add(self)

    def request(self, question: str, seconds: float) -> dict[str, Any]:
        """Return the answer to `question`. Raises `ProgramError` on a timeout and without a JSON object."""
        if not self._running.heard.empty():
            line = on_one_line(self.read_line(0), LONGEST_QUOTE)
            raise ProgramError(_("it spoke without being asked: {line}").format(line=line))
        self.send_line(question)
        return self.read_object(seconds)

    def send_line(self, line: str) -> None:
        """Send `line` without blocking. Lines that the program no longer reads are lost."""
        self._running.said.put(line.encode() + b"\n")

    def read_line(self, seconds: float) -> str:
        """Return the next line. Raises `ProgramError` after `seconds` without one, and at end of file."""
        try:
            line = self._running.heard.get(timeout=seconds)
        except Empty:
            raise ProgramError(_("no answer in {seconds}\u00a0s").format(seconds=f"{seconds:g}")) from None
        if line == _END:
            raise ProgramError(self._ending())
        if not line.endswith(b"\n"):
            raise ProgramError(_("it does not end its line"))
        return line.decode("utf-8-sig", errors="replace").strip()

    def read_object(self, seconds: float) -> dict[str, Any]:
        """Return the next line as a JSON object. Raises `ProgramError` for others, and as `read_line`."""
        line = self.read_line(seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):  # brackets nested without end
            answer = None
        if not isinstance(answer, dict):
            line = on_one_line(line, LONGEST_QUOTE)
            raise ProgramError(_("it answered no JSON object: {line}").format(line=line))
        return answer

    def close(self) -> None:
        """Close its input, wait a moment for it to exit, then kill it."""
        self._running.said.put(_END)
        self._running.wait(PARTING_TIME)
        self.kill()

    def kill(self) -> None:
        """Kill it at once, with every process it has started."""
        self._running.kill()
        _PROGRAMS.discard(self)

    def _ending(self) -> str:
        if not self._running.wait(PARTING_TIME):
            return _("it closed its input") if self._running.is_deaf else _("it closed its output")
        self.kill()  # processes that outlive the program must not hide its status
        words = "".join(self._running.last_words)
        ending = _("it ended with status {status}").format(status=self._running.process.wait())
        return prefix_place(ending, words) if words else ending


class _Running:
    """The process of a `Program` and the threads of its streams. None of them refers to the `Program`."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """Start `command`. Raises `OSError`."""
        self._lifeline, self.process = _start(command)
        self._group = self.process.pid if self._lifeline is None else self._lifeline.group
        self._owner = os.getpid()
        self.said: SimpleQueue[bytes] = SimpleQueue()
        self.heard: SimpleQueue[bytes] = SimpleQueue()
        self.last_words: deque[str] = deque(maxlen=1)
        self.is_deaf = False
        self._threads = (
            _at_work(self._write, self.process.stdin),
            _at_work(self._read, self.process.stdout),
            _at_work(self._read_errors, self.process.stderr),
        )

    def wait(self, seconds: float) -> bool:
        """Return whether the program ends within `seconds`."""
        return _wait_for_end(self.process, seconds)

    def kill(self) -> None:
        """Kill the program and end its threads. Do nothing in a fork of the process that started it."""
        if os.getpid() != self._owner:
            return
        self.said.put(_END)
        if self._lifeline is None or not self._lifeline.cut(SWEEP_TIME):
            _kill_group(self.process, self._group)
        self.process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():  # which may be collecting garbage
                thread.join(PARTING_TIME)

    def _write(self, stream: IO[bytes]) -> None:
        try:
            while (line := self.said.get()) != _END:
                stream.write(line)
                stream.flush()
        except OSError:
            # A program that has closed its input will not answer: stop waiting.
            self.is_deaf = True
            self.heard.put(_END)

    def _read(self, stream: IO[bytes]) -> None:
        try:
            while (line := stream.readline(LONGEST_LINE)) and self.heard.qsize() < MOST_LINES:
                if line.strip():
                    self.heard.put(line)
        finally:
            self.heard.put(_END)

    def _read_errors(self, stream: IO[bytes]) -> None:
        while line := stream.readline(LONGEST_LINE):
            text = line.decode(errors="replace")
            if is_debugging():
                print(text, end="", file=sys.stderr, flush=True)
            if text.strip():
                self.last_words.append(on_one_line(text, LONGEST_LAST_WORDS))


class _Lifeline:
    """Our end of the socket to the supervisor."""

    def __init__(self, end: socket.socket) -> None:
        self._end, self._said = end, b""
        self.group = 0

    def await_start(self) -> None:
        """Wait until the program runs, and store its process group. Raises `OSError` if it does not start."""
        self._listen(STARTING_TIME, lambda said: said.endswith(b"\n"))
        word, _space, number = self._said.partition(b" ")
        if word == b"failed":
            raise OSError(int(number), os.strerror(int(number)))
        if word != b"started":
            raise OSError(None, "the supervisor does not answer")
        self.group = int(number.split()[0])

    def cut(self, seconds: float) -> bool:
        """Have everything killed. Return whether the supervisor confirms it within `seconds`."""
        if self._end.fileno() >= 0:
            with contextlib.suppress(OSError):
                self._end.shutdown(socket.SHUT_WR)
            self._listen(seconds, lambda said: said.endswith(b"swept\n"))
            self._end.close()
        return self._said.endswith(b"swept\n")

    def _listen(self, seconds: float, enough: Callable[[bytes], bool]) -> None:
        end = time.monotonic() + seconds
        with contextlib.suppress(OSError):
            while not enough(self._said) and (left := end - time.monotonic()) > 0:
                self._end.settimeout(left)
                heard = self._end.recv(64)
                if not heard:
                    return
                self._said += heard


def _start(command: tuple[str, ...]) -> tuple[_Lifeline | None, subprocess.Popen[bytes]]:
    """Return the started program of `command` and its lifeline. Raises `OSError`."""
    if not sys.platform.startswith("linux"):
        return None, _popen(command)
    ours, theirs = socket.socketpair()
    with theirs:
        above = (sys.executable, "-I", "-S", str(_SUPERVISOR), str(theirs.fileno()))
        process = _popen((*above, *command), keep=(theirs.fileno(),))
    lifeline = _Lifeline(ours)
    try:
        lifeline.await_start()
    except OSError:
        ours.close()
        process.communicate()
        raise
    return lifeline, process


def _popen(command: tuple[str, ...], keep: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        pass_fds=keep,
    )


def _wait_for_end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Return whether `process` ends within `seconds`.

    Where the system allows, the zombie is not reaped: its process id stays reserved, and its group can still
    be killed.
    """
    if sys.platform == "win32":
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        return process.poll() is not None
    end, pause = time.monotonic() + seconds, 0.0005
    while process.returncode is None:
        if os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        if time.monotonic() > end:
            return False
        time.sleep(pause)
        pause = min(0.02, pause * 2)
    return True


def _kill_group(process: subprocess.Popen[bytes], group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        elif process.returncode is None:
            os.killpg(group, signal.SIGKILL)
    if process.returncode is None:
        process.kill()


def _at_work(work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=_quietly, args=(work, stream), daemon=True)
    thread.start()
    return thread


def _quietly(work: Callable[[IO[bytes]], None], stream: IO[bytes]) -> None:
    """Run `work` with `stream` and close it. A broken stream ends the work silently."""
    with contextlib.suppress(OSError, ValueError):
        work(stream)
    with contextlib.suppress(OSError):
        stream.close()


def kill_all() -> None:
    """Kill every program that this process has started."""
    for program in list(_PROGRAMS):
        program.kill()
