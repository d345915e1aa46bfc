"""Routes of evenings with real cards: your evenings, a new one, its edits, its stream."""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Status

from ginrummy.locale import N_
from ginrummy.text.json import Json
from ginrummy.web.api import room_schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.ndjson import LINES, lines_response
from ginrummy.web.api.serializers import evening_json, evening_summary_json
from ginrummy.web.http.limits import CREATE, MOVE
from ginrummy.web.sheets import service
from ginrummy.web.sheets.service import SheetChange

router = Router()


@router.get(
    "/evenings",
    response=response_schemas(list[room_schemas.EveningSummary]),
    summary=N_("Your evenings with real cards."),
)
def own_evenings(request: HttpRequest) -> list[Json]:
    """Return the evenings that the caller owns."""
    return list(map(evening_summary_json, service.sheets_of(token_person(request))))


@router.post(
    "/evenings",
    response=response_schemas(room_schemas.Evening, 403, 409, 413, status=201),
    summary=N_("Begin an evening with real cards."),
)
def new_evening(request: HttpRequest, sent: room_schemas.NewEvening) -> Status[Json]:
    """Create an evening that the caller owns."""
    count_api_request(request, "create", CREATE)
    service.read_sheet(sent.text, "")
    sheet = service.create_sheet(token_person(request), sent.text)
    return Status(201, evening_json(sheet.key, token_person(request)))


@router.get(
    "/evenings/{slug:key}",
    response=response_schemas(room_schemas.Evening, 404),
    summary=N_("An evening, by the key of a link to it."),
)
def evening(request: HttpRequest, key: str) -> Json:
    """Return the evening."""
    return evening_json(key, token_person(request))


@router.get(
    "/evenings/{slug:key}/stream",
    response=response_schemas(None, 404),
    summary=N_("The evening line by line: as it stands, then after every change."),
    openapi_extra=LINES,
)
def evening_stream(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Stream the evening after every change."""
    sheet = service.find_sheet(key, token_person(request)).sheet
    return lines_response(request, sheet.key, "evening", link=key)


@router.post(
    "/evenings/{slug:key}",
    response=response_schemas(room_schemas.Evening, 403, 404, 409, 413),
    summary=N_("Enter a hand, or edit the evening in another way."),
)
def edit_evening(request: HttpRequest, key: str, sent: room_schemas.EveningEdit) -> Json:
    """Edit the evening, or undo or redo an edit."""
    count_api_request(request, "move", MOVE)
    person = token_person(request)
    if sent.action in ("undo", "redo"):
        service.undo(key, person, sent.version, again=sent.action == "redo")
    else:
        edit = SheetChange(sent.action, sent.line, sent.place, sent.who).build_edit()
        service.edit_sheet(key, person, sent.version, edit, token=sent.token)
    return evening_json(key, person)


@router.delete(
    "/evenings/{slug:key}",
    response=response_schemas(None, 403, 404, status=204),
    summary=N_("Delete an evening of yours."),
)
def delete_evening(request: HttpRequest, key: str) -> Status[None]:
    """Delete the evening."""
    count_api_request(request, "move", MOVE)
    service.delete_sheet(key, token_person(request))
    return Status(204, None)
