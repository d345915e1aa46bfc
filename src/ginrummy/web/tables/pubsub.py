"""Publish/subscribe for table updates: streams in this process, other processes through PostgreSQL.

The only message is "table T is at event N". Each client fetches what its seat may see. A listener stores only
the latest number, so a slow client costs no memory.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterable

from django.db import connection, transaction

CHANNEL = "ginrummy"
NOTIFYING = f"RETURNING pg_notify('{CHANNEL}', key || ' ' || number)"
"""SQL suffix that notifies the other processes in the same statement that updates a table's row."""
WHO_IS_HERE = "@here"
"""Key with which a process asks the others for a stream of a seat (primary key as number)."""
UNKNOWN = -1
"""Event number of a table before the first message, smaller than any real one."""
LOBBY = "@lobby"
"""Key of the list of open tables, in the same namespace as keys of tables."""


class Listener:
    """Subscription of one open stream. It wakes when one of its keys is updated.

    `seats` are the primary keys of the reader's seats, `watched` those of its spectator rows, and `session`
    that of the session that opened the stream.
    """

    def __init__(self, *keys: str) -> None:
        self.keys = keys
        self.seats: frozenset[int] = frozenset()
        self.watched: frozenset[int] = frozenset()
        self.session: int | None = None
        self.is_over = False
        self._numbers = dict.fromkeys(keys, UNKNOWN)
        self._news: set[str] = set()
        self._loop = asyncio.get_running_loop()
        self._moved = asyncio.Event()

    def notify(self, key: str, number: int) -> None:
        """Report that table `key` is at `number`. Thread-safe."""
        self._loop.call_soon_threadsafe(self._take, key, number)

    def notify_all(self) -> None:
        """Report that any of the keys may have changed. Thread-safe."""
        for key in self.keys:
            self.notify(key, UNKNOWN)

    def end(self) -> None:
        """End the stream. Thread-safe."""
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self.seats, self.is_over = frozenset(), True
        self._moved.set()

    def _take(self, key: str, number: int) -> None:
        self._numbers[key] = max(self._numbers[key], number)
        self._news.add(key)
        self._moved.set()

    async def wait(self, seconds: float) -> dict[str, int] | None:
        """Wait for updates.

        Return the numbers of updated tables by key, `None` after `seconds` without one.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            return None
        self._moved.clear()
        news, self._news = self._news, set()
        return {key: self._numbers[key] for key in self.keys if key in news}


class Hub:
    """Listeners of this process by key."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = threading.Lock()

    def subscribe(self, *keys: str) -> Listener:
        """Return a new listener for `keys`. Call it from the event loop."""
        listener = Listener(*keys)
        with self._lock:
            for key in keys:
                self._listeners[key].add(listener)
        return listener

    def unsubscribe(self, listener: Listener) -> None:
        """Unsubscribe `listener`."""
        with self._lock:
            for key in listener.keys:
                self._listeners[key].discard(listener)
                if not self._listeners[key]:
                    del self._listeners[key]

    def notify(self, key: str, number: int) -> None:
        """Notify the listeners of table `key` that it is at `number`."""
        with self._lock:
            listeners = tuple(self._listeners.get(key, ()))
        for listener in listeners:
            listener.notify(key, number)

    def notify_all(self) -> None:
        """Wake every listener, because a notification may be lost."""
        for listener in self._everyone():
            listener.notify_all()

    def seats(self) -> list[int]:
        """Return the primary keys of seats whose people have a stream in this process."""
        return sorted({seat for one in self._everyone() for seat in one.seats})

    def spectators(self) -> list[int]:
        """Return the primary keys of spectators who have a stream in this process."""
        return sorted({note for one in self._everyone() for note in one.watched})

    def sessions(self) -> list[int]:
        """Return the primary keys of sessions that have a stream in this process."""
        return sorted({one.session for one in self._everyone() if one.session is not None})

    def end(self, sessions: Iterable[int]) -> None:
        """End the streams of `sessions` (primary keys)."""
        closed = set(sessions)
        for listener in self._everyone():
            if listener.session in closed:
                listener.end()

    def _everyone(self) -> set[Listener]:
        with self._lock:
            return {listener for listeners in self._listeners.values() for listener in listeners}

    @property
    def size(self) -> int:
        """Number of open listeners."""
        return len(self._everyone())


hub = Hub()


def person_key(key: str) -> str:
    """Return the key for news of the person known by `key`."""
    return f"@{key}"


def announce(key: str, number: int) -> None:
    """Publish, after the current transaction commits, that table `key` is at `number`."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{key} {number}"])
        return
    announce_without_notify(key, number)


def announce_without_notify(key: str, number: int) -> None:
    """Like `announce`, for an update that used `NOTIFYING`, so PostgreSQL needs no further message."""
    if connection.vendor != "postgresql":
        transaction.on_commit(lambda: hub.notify(key, number))
