"""Who is told that a table has moved: streams in this process, other processes through PostgreSQL.

All that is ever said is "table T is at event N"; what a seat may see of it, the seat fetches itself. A
listener keeps the latest number only, so a slow one costs nothing.
"""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterable

from django.db import connection, transaction

CHANNEL = "ginrummy"
NOTIFYING = f"RETURNING pg_notify('{CHANNEL}', key || ' ' || number)"
"""What tells the other processes of a change of a table's row, with the change itself."""
WHO_IS_HERE = "@here"
"""What one process asks the others: whether the person in a seat, by primary key, reads with them."""
UNKNOWN = -1
"""At which event a table is of which nothing was heard: before the first."""
LOBBY = "@lobby"
"""The key of the list of open tables, beside those of tables."""


class Listener:
    """One open stream: wakes when one of its tables has moved, or what else its keys stand for.

    `seats` are the primary keys of the reader's seats, `watched` those of its notes as a spectator, `session`
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

    def tell(self, key: str, number: int) -> None:
        """Say, from any thread, that table `key` is at `number`."""
        self._loop.call_soon_threadsafe(self._take, key, number)

    def tell_all(self) -> None:
        """Say, from any thread, that anything may have moved."""
        for key in self.keys:
            self.tell(key, UNKNOWN)

    def end(self) -> None:
        """Say, from any thread, that the reader is to hear no more."""
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self.seats, self.is_over = frozenset(), True
        self._moved.set()

    def _take(self, key: str, number: int) -> None:
        self._numbers[key] = max(self._numbers[key], number)
        self._news.add(key)
        self._moved.set()

    async def wait(self, seconds: float) -> dict[str, int] | None:
        """Return the numbers of the tables that have moved, by key; `None` where none has for `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self._moved.wait()
        except TimeoutError:
            return None
        self._moved.clear()
        news, self._news = self._news, set()
        return {key: self._numbers[key] for key in self.keys if key in news}


class Hub:
    """The listeners of this process, by table."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._lock = threading.Lock()

    def open(self, *keys: str) -> Listener:
        """Return a listener for tables, or for whatever else `keys` stand for; called from the event loop."""
        listener = Listener(*keys)
        with self._lock:
            for key in keys:
                self._listeners[key].add(listener)
        return listener

    def close(self, listener: Listener) -> None:
        """Forget `listener`."""
        with self._lock:
            for key in listener.keys:
                self._listeners[key].discard(listener)
                if not self._listeners[key]:
                    del self._listeners[key]

    def tell(self, key: str, number: int) -> None:
        """Tell the listeners of table `key` that it is at `number`."""
        with self._lock:
            listeners = tuple(self._listeners.get(key, ()))
        for listener in listeners:
            listener.tell(key, number)

    def tell_all(self) -> None:
        """Wake every listener: something may have been missed."""
        for listener in self._everyone():
            listener.tell_all()

    def seats(self) -> list[int]:
        """Return the seats, by primary key, whose people read a stream of this process."""
        return sorted({seat for one in self._everyone() for seat in one.seats})

    def watched(self) -> list[int]:
        """Return the notes of the spectators who read a stream of this process, by primary key."""
        return sorted({note for one in self._everyone() for note in one.watched})

    def sessions(self) -> list[int]:
        """Return the sessions, by primary key, that have opened a stream of this process."""
        return sorted({one.session for one in self._everyone() if one.session is not None})

    def end(self, sessions: Iterable[int]) -> None:
        """End the streams that `sessions`, by primary key, have opened."""
        closed = set(sessions)
        for listener in self._everyone():
            if listener.session in closed:
                listener.end()

    def _everyone(self) -> set[Listener]:
        with self._lock:
            return {listener for listeners in self._listeners.values() for listener in listeners}

    @property
    def size(self) -> int:
        """How many streams are open."""
        return len(self._everyone())


hub = Hub()


def person_key(key: str) -> str:
    """Return what is announced where a person, known by `key`, has something new to be told."""
    return f"@{key}"


def announce(key: str, number: int) -> None:
    """Tell everybody that table `key` is at `number`, once the current transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{key} {number}"])
        return
    announce_written(key, number)


def announce_written(key: str, number: int) -> None:
    """The same of a table whose row was changed with `NOTIFYING`, so that PostgreSQL has been told."""
    if connection.vendor != "postgresql":
        transaction.on_commit(lambda: hub.tell(key, number))
