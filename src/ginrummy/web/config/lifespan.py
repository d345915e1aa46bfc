"""Background work of one server process: its workers, and the listener for other processes."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import parent_process
from typing import Any, Final

from django.db import connection

from ginrummy.web.accounts.mail import mail_worker
from ginrummy.web.alerts.alert_queue import alert_workers
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.config.templating import compile_templates
from ginrummy.web.lobby.pairing import seek_worker
from ginrummy.web.puzzles.hand_of_the_day import create_upcoming_hands
from ginrummy.web.tables.worker import Worker, sweep_worker

Message = dict[str, Any]
_GARBAGE: Final = (20_000, 20, 50)
"""Thresholds of the garbage collector.

Cached matches are values without cycles, so frequent scans are useless.
"""
_STREAM_THREADS: Final = 4
"""Threads that open streams, each with a database connection. Python's default grows with the cores."""
_HOUR_SECONDS: Final = 3600.0
_BEFORE_TIDYING_SECONDS: Final = 60.0
_TURN_SECONDS: Final = 0.001
"""Switch interval: the longest time that a thread rendering a page blocks other threads and streams."""


class Lifespan:
    """Starts and stops the background work."""

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._ear: asyncio.Task[None] | None = None

    async def __call__(
        self, receive: Callable[[], Awaitable[Message]], send: Callable[[Mapping[str, Any]], Awaitable[None]]
    ) -> None:
        """Handle the lifespan protocol of ASGI."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._start()
                await send({"type": "lifespan.startup.complete"})
            else:
                await self._stop()
                await send({"type": "lifespan.shutdown.complete"})
                return

    def _start(self) -> None:
        asyncio.get_running_loop().set_default_executor(
            ThreadPoolExecutor(_STREAM_THREADS, thread_name_prefix="streams")
        )
        threading.Thread(target=_end_with_parent, daemon=True).start()
        compile_templates()
        gc.freeze()
        gc.set_threshold(*_GARBAGE)
        sys.setswitchinterval(_TURN_SECONDS)
        if connection.vendor == "postgresql":
            from ginrummy.web.tables.pg_listen import listen_to_database  # imports the PostgreSQL driver

            self._ear = asyncio.create_task(listen_to_database())
        senders = (mail_worker(), *alert_workers())
        self._workers = [sweep_worker(), seek_worker(), *senders, Worker("tidy", Housekeeping())]
        for worker in self._workers:
            worker.start()

    async def _stop(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)


def _end_with_parent() -> None:
    """End this worker when its parent process has died: otherwise it would keep the port in use."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class Housekeeping:
    """Deletes expired data and fixes the hands of the day, hourly.

    The first run waits until pages are served.
    """

    def __init__(self) -> None:
        self._has_begun = False

    def __call__(self) -> float:
        if self._has_begun:
            delete_expired_data()
            create_upcoming_hands()
        pause = _HOUR_SECONDS if self._has_begun else _BEFORE_TIDYING_SECONDS
        self._has_begun = True
        return pause
