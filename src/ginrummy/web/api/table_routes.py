"""Routes of a table: join, read, act, download the record."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from ninja import Router, Status

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import N_
from ginrummy.text.json import Json
from ginrummy.web.api import table_schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.ndjson import LINES, lines_response
from ginrummy.web.api.serializers import table_json, table_json_for
from ginrummy.web.board.record_file import match_record_text
from ginrummy.web.board.replay_views import finished_table_and_match
from ginrummy.web.http.limits import CREATE, MOVE
from ginrummy.web.lobby.player_invitations import decline, withdraw
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.seat_lookup import find_seat
from ginrummy.web.tables.table_state import TIME, VOID, current_state

router = Router(exclude_unset=True)  # fields without a value, such as the card of an unseen draw, are omitted
_RECORD: Final = {"responses": {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}}


@router.get(
    "/tables/{slug:key}",
    response=response_schemas(table_schemas.Table, 403, 404),
    summary=N_("A table, as your seat sees it."),
)
def table(request: HttpRequest, key: str) -> Json:
    """Return the table as the caller may see it."""
    return table_json_for(token_person(request), service.find_table(key))


@router.get(
    "/tables/{slug:key}/stream",
    response=response_schemas(None, 403, 404),
    summary=N_("The table line by line: as it stands, then after every change."),
    openapi_extra=LINES,
)
def table_stream(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Stream the table after every change, until the match is over."""
    table_json_for(token_person(request), service.find_table(key))
    return lines_response(request, key)


@router.post(
    "/tables/{slug:key}/join",
    response=response_schemas(table_schemas.Table, 403, 404, 409, 413),
    summary=N_("Take the free seat, and cut."),
)
def join_table(request: HttpRequest, key: str, sent: table_schemas.Cut) -> Json:
    """Take the free seat."""
    count_api_request(request, "create", CREATE)
    cut = random_cut() if sent.cut is None else sent.cut
    found = service.join(key, token_person(request), cut=cut)
    return table_json(found, find_seat(found, token_person(request)))


@router.post(
    "/tables/{slug:key}/reveal",
    response=response_schemas(table_schemas.Table, 403, 404, 409, 413),
    summary=N_("Show the cut that you sealed, once the other has cut."),
)
def reveal_cut(request: HttpRequest, key: str, sent: table_schemas.SealedCut) -> Json:
    """Reveal a sealed cut."""
    count_api_request(request, "move", MOVE)
    found = service.reveal(key, token_person(request), nonce=sent.nonce, cut=sent.cut)
    return table_json(found, find_seat(found, token_person(request)))


@router.post(
    "/tables/{slug:key}/moves",
    response=response_schemas(table_schemas.Answered, 403, 404, 409, 413),
    summary=N_("Say a move, or what else may be said: next, resign, claim …"),
)
def submit_action(request: HttpRequest, key: str, sent: table_schemas.TableAction) -> Json:
    """Perform an action once. A bot's answer follows in the stream."""
    count_api_request(request, "move", MOVE)
    found, is_new = service.submit_event(key, token_person(request), sent.number, sent.move, bot_pause=0)
    seat = find_seat(found, token_person(request))
    return table_json(found, seat) | {"outcome": "said" if is_new else _unwritten(found)}


def _unwritten(found: Table) -> str:
    """Return why nothing was written: a clock had run out, or the action was a repeat."""
    return "time_out" if current_state(found).ending in (TIME, VOID) else "repeated"


@router.delete(
    "/tables/{slug:key}",
    response=response_schemas(None, 403, 404, 409, status=204),
    summary=N_("Clear a table that nobody has joined."),
)
def delete_table(request: HttpRequest, key: str) -> Status[None]:
    """Delete a waiting table."""
    withdraw(key, token_person(request))
    return Status(204, None)


@router.post(
    "/tables/{slug:key}/decline",
    response=response_schemas(None, 403, 404, 409, status=204),
    summary=N_("Decline an invitation."),
)
def decline_invitation(request: HttpRequest, key: str) -> Status[None]:
    """Decline an invitation."""
    decline(key, token_person(request))
    return Status(204, None)


@router.get(
    "/tables/{slug:key}/record",
    response=response_schemas(None, 404, 409),
    summary=N_("The record of a finished match."),
    openapi_extra=_RECORD,
)
def table_record(request: HttpRequest, key: str) -> HttpResponse:
    """Return the record. Raise `Stale` during the match."""
    found, _match = finished_table_and_match(key)
    return HttpResponse(match_record_text(found), content_type="text/plain; charset=utf-8")
