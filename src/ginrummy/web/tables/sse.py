"""Server-sent events: a stream that says only which event a table is at.

A browser has one, however many tabs: `/stream?at=KEY&at=KEY` says `KEY 12`; that of a single table says `12`.
The number is the event's `id` too. The first thing said is where each table stands (event `here`), so that
whoever comes back after a loss, with or without `Last-Event-ID`, compares it with the number on its page.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import Error, close_old_connections
from django.http import parse_cookie

from ginrummy.web.http.metrics import streams
from ginrummy.web.http.readers import Receive, while_reading
from ginrummy.web.people.current_visitor import known
from ginrummy.web.people.models import BrowserSession, new_key
from ginrummy.web.tables import presence, spectators
from ginrummy.web.tables.disconnects import left
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.pubsub import LOBBY, UNKNOWN, Listener, hub, person_key
from ginrummy.web.tables.stream_limits import counted_stream

Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

_PATH: Final = re.compile(r"/tables/([\w-]{1,32})/stream")
_LOBBY_PATH: Final = "/tables/stream"
_SHARED_PATH: Final = "/stream"
_KEY: Final = re.compile(rf"[\w-]{{1,32}}|{LOBBY}")
MOST_KEYS: Final = 32
"""So many tables one stream follows; the others are left out."""
_HEARTBEAT: Final = 20.0
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a stream is to follow: the keys of tables, `LOBBY` for theirs; `is_shared` where it names them."""

    keys: tuple[str, ...]
    is_shared: bool = False

    def line(self, key: str, number: int, *, kind: str = "") -> str:
        """Return the event, of a `kind` other than the usual one where that is given, that says a number."""
        text = f"{key} {number}" if self.is_shared else str(number)
        head = f"event: {kind}\n" if kind else ""
        return f"{head}id: {text}\ndata: {text}\n\n"


def asked_for(path: str, query: bytes) -> Asked | None:
    """Return what the stream at `path` follows, `None` where there is no stream."""
    if path == _SHARED_PATH:
        wanted = parse_qs(query.decode("latin-1")).get("at", [])
        keys = tuple(dict.fromkeys(key for key in wanted if _KEY.fullmatch(key)))
        return Asked(keys[:MOST_KEYS], is_shared=True) if keys else None
    found = _PATH.fullmatch(path)
    if found is None:
        return Asked((LOBBY,)) if path == _LOBBY_PATH else None
    return Asked((found[1],))


async def stream(asked: Asked, headers: Headers, address: str, receive: Receive, send: Send) -> None:
    """Answer with the stream that was `asked` for until the reader, at `address`, goes away."""
    try:
        reader = await sync_to_async(_reader_in_thread, thread_sensitive=False)(headers)
        with _listening(asked, reader) as listener:
            numbers = await sync_to_async(_opened, thread_sensitive=False)(listener, reader)
            if not numbers and not asked.is_shared:
                return await _refuse(send, 404)
            if asked.is_shared:
                numbers = dict.fromkeys(asked.keys, 0) | numbers  # a table that is gone is told of too
            with counted_stream("" if reader is None else reader.person.key, address) as is_free:
                if not is_free:
                    return await _refuse(send, 429)
                with streams.track_inprogress():
                    await _follow(_Told(asked, listener, numbers), receive, send)
    except Error as error:
        _log.warning("a stream was refused, the database does not answer: %s", error)
        await _refuse(send, 503)


@contextmanager
def _listening(asked: Asked, reader: BrowserSession | None) -> Iterator[Listener]:
    """Listen to what was `asked` for, with the lobby to what waits for its reader."""
    own = [person_key(reader.person.key)] if LOBBY in asked.keys and reader is not None else []
    listener = hub.open(*asked.keys, *own)
    listener.session = None if reader is None else reader.pk
    try:
        yield listener
    finally:
        hub.close(listener)
        left(listener.seats, listener.watched)


@dataclass(frozen=True, slots=True)
class _Told:
    """What a stream has to tell: what was asked for, who listens, and where the tables stand."""

    asked: Asked
    listener: Listener
    numbers: dict[str, int]

    def first(self) -> str:
        """Return what is said at once: where everything stands."""
        kind = "here" if self.asked.is_shared else ""
        lines = [self.asked.line(key, number, kind=kind) for key, number in self.numbers.items()]
        return "retry: 1000\n" + "".join(lines or [": here\n\n"])

    async def next(self) -> str:
        """Return what is said next: what has moved, or a sign of life."""
        moved = await self.listener.wait(_HEARTBEAT)
        for key, number in (moved or {}).items():
            place = key if key in self.asked.keys else LOBBY
            self.numbers[place] = max(self.numbers.get(place, UNKNOWN), number)
        places = dict.fromkeys(key if key in self.asked.keys else LOBBY for key in moved or ())
        return "".join(self.asked.line(key, self.numbers[key]) for key in places) or ": here\n\n"


async def _follow(told: _Told, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await while_reading(_tell(told, send), receive)


async def _refuse(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"retry-after", b"2")]})
    await send({"type": "http.response.body", "body": b""})


async def _tell(told: _Told, send: Send) -> None:
    await _write(send, told.first())
    while not told.listener.is_over:
        await _write(send, await told.next())
    await send({"type": "http.response.body", "body": b""})


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def reader_of(headers: Headers) -> BrowserSession | None:
    """Return the open session whose signed cookie is in `headers`, with its person; `None` for nobody."""
    cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    kept = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    return known(SessionStore(kept)) if kept else None


def _reader_in_thread(headers: Headers) -> BrowserSession | None:
    try:
        return reader_of(headers)
    finally:
        close_old_connections()


def _opened(listener: Listener, reader: BrowserSession | None) -> dict[str, int]:
    """Return the numbers of the listener's tables, 0 for the lobby, and note the seats of its reader."""
    try:
        own: list[Seat] = []
        if reader is not None:
            own = list(Seat.objects.filter(table__key__in=listener.keys, person=reader.person_id))
            listener.seats = frozenset(seat.pk for seat in own)
            for seat in own:
                presence.seen(seat)
        own_tables = [seat.table_id for seat in own]
        session = new_key() if reader is None else f"session {reader.pk}"
        listener.watched = frozenset(spectators.come(listener.keys, session, own_tables))
        found = dict(Table.objects.filter(key__in=listener.keys).values_list("key", "number"))
        return found | ({LOBBY: 0} if LOBBY in listener.keys else {})
    finally:
        close_old_connections()
