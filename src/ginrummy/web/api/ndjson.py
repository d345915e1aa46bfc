"""Stream of a table as lines of JSON: its state now, and again after every change.

It is woken like the pages (`ginrummy.web.tables.pubsub`): the message says only that the table has changed,
and the stream reads what its seat may see. So a slow reader misses intermediate lines, but never the last
one.
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

from ginrummy.locale import using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.json import Json
from ginrummy.web.api.errors import WrongToken, error_response
from ginrummy.web.api.serializers import table_json_for
from ginrummy.web.api.tokens import token_owner
from ginrummy.web.http.metrics import streams
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status
from ginrummy.web.tables.pubsub import Listener, hub
from ginrummy.web.tables.sse import TooManyStreams, count_stream, schedule_departure_check

HEARTBEAT: Final = 20.0
_AFTER_OUTAGE: Final = 1.0
_HERE: Final = b'{"type": "here"}\n'
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Client of a stream: the table, the token, the language and the address."""

    key: str
    token: str
    language: str
    person: str = ""
    address: str = ""


async def stream_lines(reader: Reader) -> AsyncIterator[bytes]:
    """Yield the table after every change, with keep-alives between. End with the match, or with an error."""
    listener = hub.open(reader.key)
    try:
        with count_stream(reader.person, reader.address) as goes_on, streams.track_inprogress():
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
        schedule_departure_check(listener.seats, ())


async def _is_known(reader: Reader) -> bool:
    """Return whether the token of `reader` is still valid, or true while the database does not answer."""
    try:
        return await sync_to_async(_owner_in_thread, thread_sensitive=False)(reader.token) is not None
    except Error:
        return True


def _owner_in_thread(token: str) -> Person | None:
    try:
        return token_owner(token)
    finally:
        close_old_connections()


async def _looked(reader: Reader, listener: Listener) -> Json:
    """Return the reader's view of the table, waiting until the database answers."""
    while True:
        try:
            return await sync_to_async(_look_in_thread, thread_sensitive=False)(reader, listener)
        except Error as error:
            _log.warning("a stream waits, the database does not answer: %s", error)
            await asyncio.sleep(_AFTER_OUTAGE)


def _look_in_thread(reader: Reader, listener: Listener) -> Json:
    try:
        return current_line(reader, listener)
    finally:
        close_old_connections()


def current_line(reader: Reader, listener: Listener | None = None) -> Json:
    """Return the current line of the stream of `reader`: the table, or why it is no longer shown."""
    try:
        with using_language(reader.language):
            person = token_owner(reader.token)
            if person is None:
                return _parting(WrongToken(""))
            found = service.find_table(reader.key)
            if listener is not None:
                seats = (seat.pk for seat in found.taken if seat.person_id == person.pk)
                listener.seats = frozenset(seats)
            return {"type": "table"} | table_json_for(person, found)
    except GinRummyError as error:
        return _parting(error)


def _parting(error: GinRummyError) -> Json:
    answer = error_response(error)
    found: Json = json.loads(answer.content)
    return {"type": "refused", "status": answer.status_code} | found
