"""A process in which bots of one lane think: `python -m ginrummy.web.bots.worker LANE HOLDER`.

It claims turns until its supervisor closes its standard input, or has died. What was said it tells on what
was its standard output, `KEY NUMBER` a line; what a player prints goes to standard error.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from typing import Final, TextIO

import django

_NICE: Final = 10
"""Search takes whole cores: pages and quick bots go first."""
_PAUSES: Final = (0.05, 0.25)
"""Seconds between two looks: while there is play, and else."""
_STAYS_LIVELY: Final = 10.0
_STAYS_IDLE: Final = 900.0
"""A process of bots that search goes when it was not needed for so long, and its memory with it."""
_AFTER_FAILURE: Final = 2.0
_reviewing: Final = threading.Lock()
"""Held while a review is made: a process does not go in the middle of one."""
_log = logging.getLogger("ginrummy.web.bots")


def main(lane_name: str, holder: str) -> int:
    """Play for the bots of a lane until there is nothing more to do."""
    for asked in (signal.SIGINT, signal.SIGTERM):  # Ctrl+C and systemd ask all processes of a server
        signal.signal(asked, signal.SIG_IGN)  # to end; the supervisor does, and closes our input
    supervisor = _own_output()
    django.setup()
    from ginrummy.web.tables.models import Lane

    lane = Lane[lane_name]
    threading.Thread(target=_end_with_supervisor, args=(holder,), daemon=True).start()
    if lane == Lane.SEARCH:
        if hasattr(os, "nice"):
            os.nice(_NICE)
        from ginrummy.web.bots.warming import warm_up

        warm_up()
        threading.Thread(target=_review, daemon=True).start()
    _work(lane_name, holder, supervisor, stays=_STAYS_IDLE if lane == Lane.SEARCH else None)
    _reviewing.acquire()  # no other review begins
    return 0


def _own_output() -> TextIO:
    """Return our standard output, which is the supervisor's from now on: what is printed goes elsewhere."""
    supervisor = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    return supervisor


def _work(lane_name: str, holder: str, supervisor: TextIO, *, stays: float | None) -> None:
    """Claim turns of the lane again and again, for as long as there is use for it."""
    from django.db import Error, close_old_connections

    from ginrummy.coach.warming import is_warm
    from ginrummy.web.bots import hint_requests, lane_readiness
    from ginrummy.web.bots.bot_turn import play_next
    from ginrummy.web.tables.models import Lane

    lane, last, signed = Lane[lane_name], time.monotonic(), 0.0
    while stays is None or time.monotonic() - last < stays or _reviewing.locked():
        try:
            if time.monotonic() - signed > lane_readiness.SIGN_EVERY.total_seconds():
                lane_readiness.sign_of_life(lane)
                signed = time.monotonic()
            table = play_next(lane, holder)
            has_hint = table is None and lane == Lane.SEARCH and is_warm() and hint_requests.think_next()
        except Error as error:
            _log.warning("the bots wait, the database does not answer: %s", error)
            close_old_connections()
            time.sleep(_AFTER_FAILURE)
            continue
        if has_hint:
            last = time.monotonic()
        elif table is None:
            close_old_connections()
            time.sleep(_PAUSES[time.monotonic() - last > _STAYS_LIVELY])
        else:
            last = time.monotonic()
            print(table.key, table.number, file=supervisor, flush=True)


def _review() -> None:
    """Make reviews that pages ask for, one after the other, beside the turns."""
    from django.db import Error, close_old_connections

    from ginrummy.coach.warming import is_warm
    from ginrummy.web.bots.review_requests import analyse_next

    while True:
        try:
            with _reviewing:
                is_busy = is_warm() and analyse_next()
        except Error as error:
            _log.warning("reviews wait, the database does not answer: %s", error)
            is_busy = False
        close_old_connections()
        time.sleep(_PAUSES[not is_busy])


def _end_with_supervisor(holder: str) -> None:
    """Give the turn in hand back and end, once the supervisor closes our input by word or by its death."""
    from ginrummy.web.bots import leases

    _await_end_of_input()
    try:
        leases.ended(holder)
    finally:
        os._exit(0)


def _await_end_of_input() -> None:
    """Wait until our input is closed; read as it comes, since Python cannot end while a buffer waits."""
    while os.read(sys.stdin.fileno(), 4096):
        pass


if __name__ == "__main__":
    os._exit(main(*sys.argv[1:]))  # the threads, which may be in the midst of anything, end with it
