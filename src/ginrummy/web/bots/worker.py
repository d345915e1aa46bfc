"""Worker process for the bots of one lane: `python -m ginrummy.web.bots.worker LANE HOLDER`.

It does jobs until its supervisor closes its standard input or dies. It reports each event as a line `KEY
NUMBER` on its original standard output. The output of players is redirected to standard error.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any, Final, TextIO

import django
from django.db import Error, close_old_connections

if TYPE_CHECKING:
    from ginrummy.web.tables.models import Lane

_NICE: Final = 10
"""Niceness of searches, which use whole cores: pages and quick bots go first."""
_PAUSES: Final = (0.05, 0.25)
"""Seconds between two polls: while matches are played, and otherwise."""
_STAYS_LIVELY: Final = 10.0
"""Seconds after the last turn during which the process polls at the shorter interval."""
_STAYS_IDLE: Final = 900.0
"""Idle seconds after which a searching process ends, to free its memory."""
_AFTER_FAILURE: Final = 2.0
_reviewing: Final = threading.Lock()
"""Held during a review, so that the process does not end in the middle of one."""
_log = logging.getLogger("ginrummy.web.bots")


def main(lane_name: str, holder: str) -> int:
    """Play for the bots of a lane until there is nothing more to do."""
    for asked in (signal.SIGINT, signal.SIGTERM):  # Ctrl+C and systemd signal all processes of a server
        signal.signal(asked, signal.SIG_IGN)  # but only the supervisor reacts: it closes our input
    supervisor = _own_output()
    django.setup()
    from ginrummy.web.tables.models import Lane
    from ginrummy.web.tables.signals import event_written

    lane = Lane[lane_name]
    threading.Thread(target=_end_with_supervisor, args=(lane, holder), daemon=True).start()
    if lane == Lane.SEARCH:
        if hasattr(os, "nice"):
            os.nice(_NICE)
        threading.Thread(target=_review, args=(holder,), daemon=True).start()

    def report(*, key: str, number: int, **_told: Any) -> None:
        print(key, number, file=supervisor, flush=True)

    event_written.connect(report)
    _work(lane, holder, stays=_STAYS_IDLE if lane == Lane.SEARCH else None)
    _reviewing.acquire()  # wait for a running review and prevent another
    return 0


def _own_output() -> TextIO:
    """Return the original standard output and redirect file descriptor 1 to standard error."""
    supervisor = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return supervisor


def _work(lane: Lane, holder: str, *, stays: float | None) -> None:
    """Do the jobs of the lane except reviews in a loop, for as long as the process is needed."""
    from ginrummy.web.bots import lane_readiness
    from ginrummy.web.bots.review_requests import reviews

    queues = [queue for queue in lane_readiness.QUEUES[lane] if queue is not reviews]
    last, signed = time.monotonic(), 0.0
    while stays is None or time.monotonic() - last < stays or _reviewing.locked():
        try:
            if time.monotonic() - signed > lane_readiness.SIGN_EVERY.total_seconds():
                lane_readiness.record_worker_alive(lane)
                signed = time.monotonic()
            is_busy = any(queue.run_next(holder) for queue in queues)
        except Error as error:
            _await_database(error)
            continue
        if is_busy:
            last = time.monotonic()
        else:
            close_old_connections()
            time.sleep(_PAUSES[time.monotonic() - last > _STAYS_LIVELY])


def _review(holder: str) -> None:
    """Compute requested reviews one after the other, concurrently with the turns."""
    from ginrummy.web.bots.review_requests import reviews

    while True:
        try:
            with _reviewing:
                is_busy = reviews.run_next(holder) is not None
        except Error as error:
            _await_database(error)
            continue
        close_old_connections()
        time.sleep(_PAUSES[not is_busy])


def _await_database(error: Error) -> None:
    _log.warning("the bots wait, the database does not answer: %s", error)
    close_old_connections()
    time.sleep(_AFTER_FAILURE)


def _end_with_supervisor(lane: Lane, holder: str) -> None:
    """Release the current jobs and end the process once the supervisor closes the standard input or dies."""
    from ginrummy.web.bots.lane_readiness import release_jobs

    _await_end_of_input()
    try:
        release_jobs(lane, holder)
    finally:
        os._exit(0)


def _await_end_of_input() -> None:
    """Wait for end of input with unbuffered reads: Python cannot exit while a buffered read blocks."""
    while os.read(sys.stdin.fileno(), 4096):
        pass


if __name__ == "__main__":
    os._exit(main(*sys.argv[1:]))  # ends the threads too, whatever they are doing
