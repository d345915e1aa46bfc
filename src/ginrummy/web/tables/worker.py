"""The worker that every server process runs beside its pages: it lets bots move when they are due."""

from __future__ import annotations

import logging
import threading

from django.db import close_old_connections, connections

from ginrummy.web.tables import bots

_LOOK_EVERY = 0.2
_AFTER_FAILURE = 2.0
_log = logging.getLogger(__name__)


class Worker:
    """A thread that plays for bots until it is stopped; whatever it leaves undone another one takes."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="bots", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the move in hand."""
        self._stopped.set()
        self._thread.join(timeout=5)

    def _work(self) -> None:
        while not self._stopped.is_set():
            try:
                played = bots.play_next()
                pause = 0.0 if played else _LOOK_EVERY
            except Exception:
                _log.exception("a bot's turn failed; it is tried again")
                pause = _AFTER_FAILURE
            close_old_connections()
            self._stopped.wait(pause)
        connections.close_all()
