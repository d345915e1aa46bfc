"""What runs beside the pages of one server process: its workers, and what listens to other processes."""

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

from ginrummy.web.accounts.outbox import postman
from ginrummy.web.config.retention import tidy
from ginrummy.web.config.templating import compile_templates
from ginrummy.web.puzzles.hand_of_the_day import fix_days
from ginrummy.web.tables.worker import Worker, sweeper

Message = dict[str, Any]
_GARBAGE: Final = (20_000, 20, 50)
"""Matches kept in memory are values without cycles: it is no use to look through them often."""
_STREAM_THREADS: Final = 4
"""They open streams, each with a connection to the database; Python would take more on more cores."""
_HOUR_SECONDS: Final = 3600.0
_BEFORE_TIDYING_SECONDS: Final = 60.0
_TURN_SECONDS: Final = 0.001
"""How long a thread that computes a page keeps the others, and the streams, waiting."""


class Lifespan:
    """Starts and stops what runs beside the pages."""

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._ear: asyncio.Task[None] | None = None

    async def __call__(
        self, receive: Callable[[], Awaitable[Message]], send: Callable[[Mapping[str, Any]], Awaitable[None]]
    ) -> None:
        """Follow the server from its start to its end."""
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
            from ginrummy.web.tables.pg_listen import listen_to_database  # and with it what speaks PostgreSQL

            self._ear = asyncio.create_task(listen_to_database())
        self._workers = [sweeper(), postman(), Worker("tidy", Housekeeping())]
        for worker in self._workers:
            worker.start()

    async def _stop(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
        for worker in self._workers:
            await asyncio.to_thread(worker.stop)


def _end_with_parent() -> None:
    """End where the process that has started this one of several is gone: else the address stays taken."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


class Housekeeping:
    """Clears away what is not kept and fixes the hands of the day, hourly; pages come first."""

    def __init__(self) -> None:
        self._has_begun = False

    def __call__(self) -> float:
        if self._has_begun:
            tidy()
            fix_days()
        pause = _HOUR_SECONDS if self._has_begun else _BEFORE_TIDYING_SECONDS
        self._has_begun = True
        return pause
