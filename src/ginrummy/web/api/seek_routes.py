"""Routes of the search for an opponent: start, read, follow, stop."""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Status

from ginrummy.locale import N_
from ginrummy.text.json import Json
from ginrummy.web.api import table_schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.lobby_routes import deal_and_cut
from ginrummy.web.api.ndjson import LINES, lines_response
from ginrummy.web.api.serializers import seek_json
from ginrummy.web.http.limits import CREATE
from ginrummy.web.lobby.pairing import start_seek, stop_seek
from ginrummy.web.tables.pubsub import person_key

router = Router()


@router.post(
    "/seek",
    response=response_schemas(table_schemas.Seek, 403, 409, 413, status=201),
    summary=N_("Search for an opponent, in place of an earlier search."),
)
def start_search(request: HttpRequest, wanted: table_schemas.NewSeek) -> Status[Json]:
    """Start a search, which may find somebody at once."""
    count_api_request(request, "create", CREATE)
    offer, cut = deal_and_cut(wanted)
    start_seek(
        token_person(request),
        offer,
        variant=wanted.variant,
        pace=wanted.clock,
        is_rated=wanted.rated,
        cut=cut,
        seal=wanted.seal,
    )
    return Status(201, seek_json(token_person(request)))


@router.get(
    "/seek", response=response_schemas(table_schemas.Seek, 404), summary=N_("Your search for an opponent.")
)
def own_search(request: HttpRequest) -> Json:
    """Return the search of the caller, which counts as a sign of life."""
    return seek_json(token_person(request))


@router.get(
    "/seek/stream",
    response=response_schemas(None, 404),
    summary=N_("Your search line by line, until it has led to a table."),
    openapi_extra=LINES,
)
def search_stream(request: HttpRequest) -> StreamingHttpResponse:
    """Stream the search, which lasts as long as the stream."""
    seek_json(token_person(request))
    return lines_response(request, person_key(token_person(request).key), "seek")


@router.delete("/seek", response=response_schemas(None, status=204), summary=N_("Stop searching."))
def stop_search(request: HttpRequest) -> Status[None]:
    """Stop the search."""
    stop_seek(token_person(request))
    return Status(204, None)
