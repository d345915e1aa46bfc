"""Background thread of every server process, which checks deadlines."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection
from typing import Final

from django.db import close_old_connections, connections, transaction

from ginrummy.web.http.now import now
from ginrummy.web.people.models import BrowserSession
from ginrummy.web.tables import presence, server_heartbeat, spectators
from ginrummy.web.tables.creation import remove_unrevealed_table
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.pubsub import hub
from ginrummy.web.tables.service import end_overdue_match


def sweep() -> None:
    """End matches out of time, remove tables whose cut was not revealed, and update who is away."""
    server_heartbeat.record_sweep()
    while end_next_overdue_table():
        pass
    presence.check_presence()


def end_next_overdue_table() -> bool:
    """End one match or table whose time is out and return whether there was one.

    Skip rows locked by others.
    """
    due = Table.objects.filter(time_due__lte=now()).order_by("time_due")
    if not due.exists():
        return False
    with transaction.atomic():
        table = due.select_for_update(skip_locked=True).first()
        return table is not None and (
            remove_unrevealed_table(table) if table.status == Status.CUTTING else end_overdue_match(table)
        )


_SWEEP_EVERY: Final = 1.0
_AFTER_FAILURE: Final = 2.0
_TURNS: Final = int(presence.BEAT.total_seconds() / _SWEEP_EVERY)
_log = logging.getLogger(__name__)


class Worker:
    """Thread that repeats its work until it is stopped. Another process picks up unfinished work.

    `work` returns the seconds until its next call.
    """

    def __init__(self, name: str, work: Callable[[], float]) -> None:
        self._work = work
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the current piece of work."""
        self._stopped.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                pause = self._work()
            except Exception:
                _log.exception("the worker %s failed; it tries again", self._thread.name)
                pause = _AFTER_FAILURE
            close_old_connections()
            self._stopped.wait(pause)
        connections.close_all()


def sweep_worker() -> Worker:
    """Return the worker that checks deadlines and renews the presence of this process's readers."""
    return Worker("sweep", _Sweep())


class _Sweep:
    """One sweep over all deadlines.

    Each reader of a stream is renewed once a `BEAT`, spread over the sweeps.
    """

    def __init__(self) -> None:
        self._turn = 0

    def __call__(self) -> float:
        sweep()
        self._turn = (self._turn + 1) % _TURNS
        if not self._turn:
            spectators.renew_spectators(hub.spectators())
        presence.mark_present([seat for seat in hub.seats() if seat % _TURNS == self._turn])
        end_closed_streams([session for session in hub.sessions() if session % _TURNS == self._turn])
        return _SWEEP_EVERY


def end_closed_streams(sessions: Collection[int]) -> None:
    """End the streams of those `sessions` (primary keys) that any process has closed."""
    if sessions:
        still_open = BrowserSession.objects.filter(pk__in=sessions, ended=None).values_list("pk", flat=True)
        hub.end(set(sessions).difference(still_open))
