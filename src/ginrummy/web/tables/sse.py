"""Server-sent events with the event number of tables.

A browser has one stream for all its tabs: `/stream?at=KEY&at=KEY` sends `KEY 12`, the stream of a single
table sends `12`. The number is also the `id` of the event. The first event (`here`) is the current number of
each table. A client that reconnects, with or without `Last-Event-ID`, compares it with the number on its
page.
"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, ParamSpec, TypeVar
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import Error, close_old_connections, connection
from django.http import parse_cookie

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.limits import client_network, is_own_machine
from ginrummy.web.http.metrics import streams
from ginrummy.web.http.readers import Receive, run_until_disconnect
from ginrummy.web.people.current_visitor import find_session
from ginrummy.web.people.models import BrowserSession, new_key
from ginrummy.web.tables import presence, pubsub, spectators
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.pubsub import LOBBY, UNKNOWN, Listener, hub, person_key

P = ParamSpec("P")
T = TypeVar("T")
RELOAD_SECONDS: Final = 1.0
"""Time in which a reloaded page opens its stream again. A slower one shows as away for a moment."""
ANSWER_SECONDS: Final = 0.5
"""Time in which another process may answer that it has a stream of the person."""
_log = logging.getLogger(__name__)
_going: set[asyncio.Task[None]] = set()


def schedule_departure_check(seats: Collection[int], watched: Collection[int]) -> None:
    """Schedule a check whether the people of `seats` and the spectators `watched` have left.

    Both hold primary keys, of `Seat` and of `Spectator`. Call it from the event loop.
    """
    if seats or watched:
        task = asyncio.get_running_loop().create_task(_look_after(frozenset(seats), frozenset(watched)))
        _going.add(task)
        task.add_done_callback(_going.discard)


async def _look_after(seats: frozenset[int], watched: frozenset[int]) -> None:
    await asyncio.sleep(RELOAD_SECONDS)
    await _in_thread(spectators.remove_spectators, watched.difference(hub.spectators()))
    gone = await _in_thread(_seats_awaited, seats.difference(hub.seats())) or []
    if gone and is_database_shared():
        await asyncio.sleep(ANSWER_SECONDS)
    still_gone = [seat for seat in gone if seat.pk not in hub.seats()]
    await _in_thread(presence.mark_away, still_gone)
    # A stream that opened meanwhile may have read the row before this change.
    await _in_thread(presence.mark_present, {seat.pk for seat in still_gone}.intersection(hub.seats()))


def _seats_awaited(seats: Collection[int]) -> list[Seat]:
    """Return the `seats` whose absence matters to another player, after querying the other processes."""
    found = presence.present_seats(seats) if seats else []
    if is_database_shared():
        for seat in found:
            pubsub.announce(pubsub.WHO_IS_HERE, seat.pk)
    return found


def is_database_shared() -> bool:
    """Return whether other processes may use the same database."""
    return connection.vendor == "postgresql"


async def confirm_reader_presence(seat: int) -> None:
    """Mark the person of `seat`, a primary key, as present if this process has a stream of theirs."""
    if seat in hub.seats():
        await _in_thread(presence.override_absence, seat)


def _call_database(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    """Return the result of `work`, or `None` if the database does not answer.

    Meant for a thread of its own.
    """
    try:
        return work(*given, **named)
    except Error as error:
        _log.warning("who has left is told later, the database does not answer: %s", error)
        return None
    finally:
        close_old_connections()


async def _in_thread(work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T | None:
    return await sync_to_async(_call_database, thread_sensitive=False)(work, *given, **named)


PER_PERSON: Final = 20
PER_ADDRESS: Final = 200


class TooManyStreams(WebError, status=429, kind="too_fast"):
    """The limit of open streams is reached."""

    def __init__(self) -> None:
        super().__init__(_("You have too many tables open at once: close some."))


_open: Counter[str] = Counter()
_lock = threading.Lock()


@contextmanager
def count_stream(person: str, address: str) -> Iterator[bool]:
    """Count one stream of `person` (empty for none) at `address`. Yield whether it may be opened."""
    network = client_network(address)
    places = {f"person {person}": PER_PERSON} if person else {}
    if not is_own_machine(network):
        places[f"address {network}"] = PER_ADDRESS
    with _lock:
        is_free = all(_open[place] < most for place, most in places.items())
        if is_free:
            _open.update(places.keys())
    try:
        yield is_free
    finally:
        if is_free:
            with _lock:
                _open.subtract(places.keys())
                for place in places:
                    if not _open[place]:
                        del _open[place]


Send = Callable[[Mapping[str, Any]], Awaitable[None]]
Headers = Iterable[tuple[bytes, bytes]]

_PATH: Final = re.compile(r"/tables/([\w-]{1,32})/stream")
_LOBBY_PATH: Final = "/tables/stream"
_SHARED_PATH: Final = "/stream"
_KEY: Final = re.compile(rf"[\w-]{{1,32}}|{LOBBY}")
MOST_KEYS: Final = 32
"""Limit of tables that one stream follows. Further ones are ignored."""
_HEARTBEAT: Final = 20.0
"""Seconds between keep-alive comments on an idle stream."""
_HEADERS: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


@dataclass(frozen=True, slots=True)
class StreamKeys:
    """Keys that a stream follows, `LOBBY` for the list of tables.

    A shared stream names the key in its events.
    """

    keys: tuple[str, ...]
    is_shared: bool = False

    def event_text(self, key: str, number: int, *, kind: str = "") -> str:
        """Return the event with a number, of a named `kind` if one is given."""
        text = f"{key} {number}" if self.is_shared else str(number)
        head = f"event: {kind}\n" if kind else ""
        return f"{head}id: {text}\ndata: {text}\n\n"


def parse_stream_url(path: str, query: bytes) -> StreamKeys | None:
    """Parse the URL of a stream, `None` if there is no stream at `path`."""
    if path == _SHARED_PATH:
        wanted = parse_qs(query.decode("latin-1")).get("at", [])
        keys = tuple(dict.fromkeys(key for key in wanted if _KEY.fullmatch(key)))
        return StreamKeys(keys[:MOST_KEYS], is_shared=True) if keys else None
    found = _PATH.fullmatch(path)
    if found is None:
        return StreamKeys((LOBBY,)) if path == _LOBBY_PATH else None
    return StreamKeys((found[1],))


async def serve_stream(
    keys: StreamKeys, headers: Headers, address: str, receive: Receive, send: Send
) -> None:
    """Serve the stream until the client at `address` disconnects."""
    try:
        reader = await sync_to_async(_reader_in_thread, thread_sensitive=False)(headers)
        with _listening(keys, reader) as listener:
            numbers = await sync_to_async(_open_listener, thread_sensitive=False)(listener, reader)
            if not numbers and not keys.is_shared:
                return await _refuse(send, 404)
            if keys.is_shared:
                numbers = dict.fromkeys(keys.keys, 0) | numbers  # removed tables get an event too
            with count_stream("" if reader is None else reader.person.key, address) as is_free:
                if not is_free:
                    return await _refuse(send, 429)
                with streams.track_inprogress():
                    await _follow(_Told(keys, listener, numbers), receive, send)
    except Error as error:
        _log.warning("a stream was refused, the database does not answer: %s", error)
        await _refuse(send, 503)


@contextmanager
def _listening(asked: StreamKeys, reader: BrowserSession | None) -> Iterator[Listener]:
    """Open a listener for the stream. A stream of the lobby also follows the news of its reader."""
    own = [person_key(reader.person.key)] if LOBBY in asked.keys and reader is not None else []
    listener = hub.subscribe(*asked.keys, *own)
    listener.session = None if reader is None else reader.pk
    try:
        yield listener
    finally:
        hub.unsubscribe(listener)
        schedule_departure_check(listener.seats, listener.watched)


@dataclass(frozen=True, slots=True)
class _Told:
    """Source of a stream's events: its keys, its listener and the current numbers."""

    asked: StreamKeys
    listener: Listener
    numbers: dict[str, int]

    def first(self) -> str:
        """Return the first event: the number of every key."""
        kind = "here" if self.asked.is_shared else ""
        lines = [self.asked.event_text(key, number, kind=kind) for key, number in self.numbers.items()]
        return "retry: 1000\n" + "".join(lines or [": here\n\n"])

    async def next(self) -> str:
        """Wait and return the next event: updated keys or a keep-alive comment."""
        moved = await self.listener.wait(_HEARTBEAT)
        for key, number in (moved or {}).items():
            place = key if key in self.asked.keys else LOBBY
            self.numbers[place] = max(self.numbers.get(place, UNKNOWN), number)
        places = dict.fromkeys(key if key in self.asked.keys else LOBBY for key in moved or ())
        return "".join(self.asked.event_text(key, self.numbers[key]) for key in places) or ": here\n\n"


async def _follow(told: _Told, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
    await run_until_disconnect(_tell(told, send), receive)


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


def reader_session(headers: Headers) -> BrowserSession | None:
    """Return the open session of the signed cookie in `headers`, with its person.

    Return `None` without one.
    """
    cookies = "; ".join(value.decode("latin-1") for name, value in headers if name == b"cookie")
    kept = parse_cookie(cookies).get(settings.SESSION_COOKIE_NAME)
    return find_session(SessionStore(kept)) if kept else None


def _reader_in_thread(headers: Headers) -> BrowserSession | None:
    try:
        return reader_session(headers)
    finally:
        close_old_connections()


def _open_listener(listener: Listener, reader: BrowserSession | None) -> dict[str, int]:
    """Return the numbers of the listener's tables, 0 for the lobby. Record the presence of the reader."""
    try:
        own: list[Seat] = []
        if reader is not None:
            own = list(Seat.objects.filter(table__key__in=listener.keys, person=reader.person_id))
            listener.seats = frozenset(seat.pk for seat in own)
            for seat in own:
                presence.record_presence(seat)
        own_tables = [seat.table_id for seat in own]
        session = new_key() if reader is None else f"session {reader.pk}"
        listener.watched = frozenset(spectators.register_spectator(listener.keys, session, own_tables))
        found = dict(Table.objects.filter(key__in=listener.keys).values_list("key", "number"))
        return found | ({LOBBY: 0} if LOBBY in listener.keys else {})
    finally:
        close_old_connections()
