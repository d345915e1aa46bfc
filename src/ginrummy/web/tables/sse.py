"""Server-sent events: a stream that says only which event a table is at (`data: 12`).

The number is the event's `id` too, and the first thing said: whoever comes back after a loss, with or without
`Last-Event-ID`, compares it with the number on its page.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import DatabaseError, close_old_connections
from django.http import parse_cookie

from ginrummy.web.http.metrics import streams
from ginrummy.web.people.models import BrowserSession
from ginrummy.web.people.visitors import known
from ginrummy.web.tables import presence
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.pubsub import LOBBY, Listener, hub, person_key
from ginrummy.web.tables.stream_limits import counted_stream

Message = dict[str, Any]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
Headers = Iterable[tuple[bytes, bytes]]

_PATH: Final = re.compile(r"/tables/([\w-]{1,32})/stream")
_LOBBY_PATH: Final = "/tables/stream"
_HEARTBEAT: Final = 20.0
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_log = logging.getLogger(__name__)


def streamed_table(path: str) -> str | None:
    """Return the key of the table whose stream is at `path`, `LOBBY` for theirs, else `None`."""
    found = _PATH.fullmatch(path)
    return LOBBY if path == _LOBBY_PATH else None if found is None else found[1]


async def stream(key: str, headers: Headers, address: str, receive: Receive, send: Send) -> None:
    """Answer with the stream of table `key` until the reader, at `address`, goes away."""
    try:
        reader = await sync_to_async(_reader_in_thread, thread_sensitive=False)(headers)
        with _listening(key, reader) as listener:
            number = await sync_to_async(_opened, thread_sensitive=False)(listener, reader)
            if number is None:
                return await _refuse(send, 404)
            with counted_stream("" if reader is None else reader.person.key, address) as is_free:
                if not is_free:
                    return await _refuse(send, 429)
                with streams.track_inprogress():
                    await _follow(listener, number, receive, send)
    except DatabaseError as error:
        _log.warning("a stream was refused, the database does not answer: %s", error)
        await _refuse(send, 503)


@contextmanager
def _listening(key: str, reader: BrowserSession | None) -> Iterator[Listener]:
    """Listen to table `key`, or to the lobby and what waits for its reader."""
    own = [person_key(reader.person.key)] if key == LOBBY and reader is not None else []
    listener = hub.open(key, *own)
    listener.session = None if reader is None else reader.pk
    try:
        yield listener
    finally:
        hub.close(listener)


async def _follow(listener: Listener, number: int, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    telling = asyncio.create_task(_tell(listener, number, send))
    leaving = asyncio.create_task(_left(receive))
    try:
        await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        leaving.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _refuse(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"retry-after", b"2")]})
    await send({"type": "http.response.body", "body": b""})


async def _tell(listener: Listener, number: int, send: Send) -> None:
    await _write(send, f"retry: 1000\n{_event(number)}")
    while not listener.is_over:
        moved = await listener.wait(_HEARTBEAT)
        number = max(number, moved or 0)
        await _write(send, ": here\n\n" if moved is None else _event(number))
    await send({"type": "http.response.body", "body": b""})


def _event(number: int) -> str:
    return f"id: {number}\ndata: {number}\n\n"


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


def _opened(listener: Listener, reader: BrowserSession | None) -> int | None:
    """Return the number of the listener's table, and note the seat of its reader; 0 for the lobby."""
    key = listener.keys[0]
    if key == LOBBY:
        return 0
    try:
        if reader is not None:
            seat = Seat.objects.filter(table__key=key, person=reader.person_id).first()
            if seat is not None:
                listener.seat = seat.pk
                presence.seen(seat)
        return Table.objects.filter(key=key).values_list("number", flat=True).first()
    finally:
        close_old_connections()
