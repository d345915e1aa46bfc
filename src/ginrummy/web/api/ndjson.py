"""Streams of lines of JSON: a table, a search, a room or an evening, now and again after every change.

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
from typing import Final, Literal

from asgiref.sync import sync_to_async
from django.db import Error, close_old_connections
from django.http import HttpRequest, StreamingHttpResponse

from ginrummy.locale import N_, language, using_language
from ginrummy.locale.errors import GinRummyError
from ginrummy.text.json import Json
from ginrummy.web.api.auth import request_token, token_owner, token_person
from ginrummy.web.api.errors import WrongToken, error_response
from ginrummy.web.api.serializers import FOUND, evening_json, room_json, seek_json, table_json_for
from ginrummy.web.http.metrics import streams
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import membership
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status
from ginrummy.web.tables.pubsub import Listener, hub
from ginrummy.web.tables.sse import TooManyStreams, count_stream, schedule_departure_check

LINES: Final = {
    "responses": {
        200: {
            "description": N_(
                "Lines of JSON: `type` is `table` with the fields of Table, `seek` with those of Seek, "
                "`room` with those of Room, `evening` with those of Evening, `here` as a sign of life, or "
                "`refused` with those of Refusal. The stream ends with the match, or with the search."
            ),
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        }
    }
}
Subject = Literal["table", "seek", "room", "evening"]
HEARTBEAT: Final = 20.0
_AFTER_OUTAGE: Final = 1.0
_LAST: Final = (Status.OVER, FOUND)
_HERE: Final = b'{"type": "here"}\n'
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reader:
    """Client of a stream: the key of the table, the person or the room, the token, language and address.

    `link` is the key by which the reader knows an evening. Only a stream of a table sends keep-alives; the
    others send their state instead, each a sign of the person.
    """

    key: str
    token: str
    language: str
    person: str = ""
    address: str = ""
    subject: Subject = "table"
    link: str = ""


def lines_response(
    request: HttpRequest, key: str, subject: Subject = "table", *, link: str = ""
) -> StreamingHttpResponse:
    """Return the stream of the table or the room `key`, or of the caller's search."""
    person, address = token_person(request), request.META.get("REMOTE_ADDR", "")
    reader = Reader(key, request_token(request), language(), person.key, address, subject, link)
    response = StreamingHttpResponse(stream_lines(reader), content_type="application/x-ndjson")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    # With gzip per line, the body is a series of gzip members, and many clients read only the first.
    response.headers["Content-Encoding"] = "identity"
    return response


async def stream_lines(reader: Reader) -> AsyncIterator[bytes]:
    """Yield the state after every change, with keep-alives between.

    End with the match, once the search has led to a table, or with an error.
    """
    listener = hub.subscribe(reader.key)
    try:
        with count_stream(reader.person, reader.address) as goes_on, streams.track_inprogress():
            if not goes_on:
                with using_language(reader.language):
                    yield json.dumps(_parting(TooManyStreams())).encode() + b"\n"
            while goes_on:
                told = await _look_patiently(reader, listener)
                yield json.dumps(told).encode() + b"\n"
                goes_on = told["type"] != "refused" and told.get("status") not in _LAST
                while goes_on and await listener.wait(HEARTBEAT) is None:
                    if reader.subject != "table" or not await _is_known(reader):
                        break
                    yield _HERE
    finally:
        hub.unsubscribe(listener)
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


async def _look_patiently(reader: Reader, listener: Listener) -> Json:
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
    """Return the current line of the stream of `reader`: the state, or why it is no longer shown."""
    try:
        with using_language(reader.language):
            person = token_owner(reader.token)
            if person is None:
                return _parting(WrongToken(""))
            if reader.subject == "seek":
                return {"type": "seek"} | seek_json(person)
            if reader.subject == "room":
                return {"type": "room"} | room_json(membership.find_room(reader.key), person)
            if reader.subject == "evening":
                return {"type": "evening"} | evening_json(reader.link, person)
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
