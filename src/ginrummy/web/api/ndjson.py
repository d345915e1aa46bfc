"""A table as a stream of lines of JSON: where it stands, then again whenever that changes.

It wakes as the pages do (`ginrummy.web.tables.pubsub`): what is said is only that the table moved, and the
stream looks for itself what its seat may see. So a slow reader misses lines, never the last one.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections

from ginrummy.errors import GinRummyError
from ginrummy.locale import using_language
from ginrummy.web.api.errors import WrongToken, refused
from ginrummy.web.api.serializers import seen_by
from ginrummy.web.api.tokens import owner_of
from ginrummy.web.http.metrics import streams
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.disconnects import left
from ginrummy.web.tables.models import Status
from ginrummy.web.tables.pubsub import Listener, hub
from ginrummy.web.tables.stream_limits import TooManyStreams, counted_stream
from ginrummy.wire import Json

HEARTBEAT: Final = 20.0
_AFTER_OUTAGE: Final = 1.0
_HERE: Final = b'{"type": "here"}\n'
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads the stream of which table, in which language, and from where."""

    key: str
    token: str
    language: str
    person: str = ""
    address: str = ""


async def lines(reader: Reader) -> AsyncIterator[bytes]:
    """Yield the table after every change, signs of life in between; end with the match, or a refusal."""
    listener = hub.open(reader.key)
    try:
        with counted_stream(reader.person, reader.address) as goes_on, streams.track_inprogress():
            if not goes_on:
                with using_language(reader.language):
                    yield json.dumps(_parting(TooManyStreams())).encode() + b"\n"
            while goes_on:
                told = await _looked(reader, listener)
                yield json.dumps(told).encode() + b"\n"
                goes_on = told["type"] == "table" and told["status"] != Status.OVER
                while goes_on and await listener.wait(HEARTBEAT) is None:
                    if not await _is_known(reader):
                        break
                    yield _HERE
    finally:
        hub.close(listener)
        left(listener.seats, ())


async def _is_known(reader: Reader) -> bool:
    """Return whether the token of `reader` still opens something, as far as the database can tell."""
    try:
        return await sync_to_async(_owner_in_thread, thread_sensitive=False)(reader.token) is not None
    except Error:
        return True


def _owner_in_thread(token: str) -> Person | None:
    try:
        return owner_of(token)
    finally:
        close_old_connections()


async def _looked(reader: Reader, listener: Listener) -> Json:
    """Return what the reader may see, once the database answers."""
    while True:
        try:
            return await sync_to_async(_look_in_thread, thread_sensitive=False)(reader, listener)
        except Error as error:
            _log.warning("a stream waits, the database does not answer: %s", error)
            await asyncio.sleep(_AFTER_OUTAGE)


def _look_in_thread(reader: Reader, listener: Listener) -> Json:
    try:
        return look(reader, listener)
    finally:
        close_old_connections()


def look(reader: Reader, listener: Listener | None = None) -> Json:
    """Return the line that the stream of `reader` sends now: the table, or why it is not shown any more."""
    try:
        with using_language(reader.language):
            person = owner_of(reader.token)
            if person is None:
                return _parting(WrongToken(""))
            found = service.find(reader.key)
            if listener is not None:
                seats = (seat.pk for seat in found.taken if seat.person_id == person.pk)
                listener.seats = frozenset(seats)
            return {"type": "table"} | seen_by(person, found)
    except GinRummyError as error:
        return _parting(error)


def _parting(error: GinRummyError) -> Json:
    answer = refused(error)
    found: Json = json.loads(answer.content)
    return {"type": "refused", "status": answer.status_code} | found
