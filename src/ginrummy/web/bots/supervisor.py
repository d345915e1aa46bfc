"""Supervisor of the bot processes: starts them on demand and replaces dead ones."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from itertools import count
from typing import Final

from django.db import Error, close_old_connections, connection

from ginrummy.locale.numbers import parse_number
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.bot_turn import AFTER_FAILURE, turns
from ginrummy.web.http.metrics import FOLDER, events
from ginrummy.web.http.now import now
from ginrummy.web.tables.models import Lane
from ginrummy.web.tables.pubsub import hub

_LOOK_EVERY: Final = 0.5
"""Seconds between two checks of the processes."""
_PATIENCE: Final = timedelta(seconds=1)
"""Waiting time of a turn after which another process starts."""
_BETWEEN_STARTS: Final = 3.0
"""Seconds between starts of further processes of a lane, in which a new one can take effect."""
_AFTER_DEATHS: Final = (0.0, 1.0, 5.0, 30.0)
"""Seconds before the next start, by the number of crashes in a row."""
_LIVED: Final = 60.0
"""Seconds after which a crash does not add to the crashes in a row."""
_LAST_WORDS_SECONDS: Final = 3.0
"""Seconds that a process has to end by itself before it is killed."""
_log = logging.getLogger(__name__)
_numbers = count(1)
OnOutput = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class BotProcess:
    """Running bot process, its lane, and the holder name of its leases."""

    lane: Lane
    holder: str
    process: subprocess.Popen[str]
    started: float


@dataclass(slots=True)
class LaneProcesses:
    """Processes of one lane, their limit, and how the last ones ended."""

    lane: Lane
    most: int
    thinkers: list[BotProcess] = field(default_factory=list)
    deaths: int = 0
    last: float = float("-inf")

    @property
    def may_start(self) -> bool:
        """Whether another process may start now."""
        pause = _AFTER_DEATHS[min(self.deaths, len(_AFTER_DEATHS) - 1)]
        return len(self.thinkers) < self.most and time.monotonic() - self.last >= pause


class Supervisor:
    """Thread that runs one quick process and up to `most` searching ones. `on_output` receives theirs."""

    def __init__(self, most: int, on_output: OnOutput) -> None:
        self._rolls = (LaneProcesses(Lane.QUICK, 1), LaneProcesses(Lane.SEARCH, most))
        self._on_output = on_output
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread and all its processes."""
        self._stopped.set()
        self._thread.join(_LAST_WORDS_SECONDS)

    def _run(self) -> None:
        self._safely(_free_all)
        while not self._stopped.is_set():
            for roll in self._rolls:
                self._safely(partial(self._look_after, roll))
            self._safely(close_old_connections)
            self._stopped.wait(_LOOK_EVERY)
        for roll in self._rolls:
            for thinker in roll.thinkers:
                _end(thinker)

    def _safely(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Error as error:
            _log.warning("the database does not answer: %s", error)
        except Exception:
            _log.exception("the processes for bots could not be looked after; it is tried again")

    def _look_after(self, roll: LaneProcesses) -> None:
        for thinker in [one for one in roll.thinkers if one.process.poll() is not None]:
            roll.thinkers.remove(thinker)
            _bury(roll, thinker)
        if roll.may_start and _needs_another(roll):
            roll.last = time.monotonic()
            roll.thinkers.append(self._start(roll.lane))

    def _start(self, lane: Lane) -> BotProcess:
        holder = f"{socket.gethostname()[:40]}:{os.getpid()}:{next(_numbers)}"
        program = [sys.executable, "-m", "ginrummy.web.bots.worker", lane.name, holder]
        process = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="ascii", errors="replace"
        )
        threading.Thread(target=self._hear, args=(process,), daemon=True).start()
        return BotProcess(lane, holder, process, time.monotonic())

    def _hear(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                key, _space, number = line.strip().partition(" ")
                known = parse_number(number)
                if known is not None:
                    self._safely(partial(self._on_output, key, known))


def forward_event(key: str, number: int) -> None:
    """Forward an event that a bot process wrote, unless the database notifies this process itself."""
    if connection.vendor != "postgresql":
        hub.notify(key, number)
    if FOLDER not in os.environ:
        events.inc()


def _free_all() -> None:
    if connection.vendor != "postgresql":
        for lane in Lane:
            lane_readiness.release_jobs(lane)


def _needs_another(roll: LaneProcesses) -> bool:
    """Return whether a process is missing: the first one on demand, further ones while turns wait."""
    if roll.lane == Lane.QUICK or not roll.thinkers:
        return roll.lane == Lane.QUICK or lane_readiness.has_work_soon(roll.lane)
    if time.monotonic() - roll.last < _BETWEEN_STARTS or not lane_readiness.is_ready(roll.lane):
        return False
    return turns[roll.lane].due_jobs().filter(bot_due__lt=now() - _PATIENCE).exists()


def _bury(roll: LaneProcesses, thinker: BotProcess) -> None:
    """Record that `thinker` has ended. After a crash its leases end and its turn may be postponed."""
    status = thinker.process.returncode
    _close(thinker)
    lived = time.monotonic() - thinker.started
    roll.deaths = 0 if status == 0 else 1 if lived > _LIVED else roll.deaths + 1
    if status != 0:
        _log.error("a process for bots (%s) ended with status %s; another takes over",
                   thinker.lane.name.lower(), status)  # fmt: skip
        later = AFTER_FAILURE if roll.deaths > 1 else timedelta(0)
        lane_readiness.release_jobs(thinker.lane, thinker.holder, later=later)


def _end(thinker: BotProcess) -> None:
    _close(thinker)
    try:
        thinker.process.wait(_LAST_WORDS_SECONDS)
    except subprocess.TimeoutExpired:
        thinker.process.kill()


def _close(thinker: BotProcess) -> None:
    assert thinker.process.stdin is not None
    with suppress(OSError):
        thinker.process.stdin.close()
