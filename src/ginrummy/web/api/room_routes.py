"""Routes of rooms: your rooms, a new one, its people, its tables, its stream."""

from __future__ import annotations

from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router, Status

from ginrummy.locale import N_, _
from ginrummy.rules.types import SEATS
from ginrummy.text.json import Json
from ginrummy.text.ledger.season import season_json
from ginrummy.web.api import room_schemas, table_schemas
from ginrummy.web.api.auth import count_api_request, response_schemas, token_person
from ginrummy.web.api.lobby_routes import deal_and_cut
from ginrummy.web.api.ndjson import LINES, lines_response
from ginrummy.web.api.serializers import (
    room_evening_json,
    room_evening_summary_json,
    room_json,
    room_summary_json,
    table_json,
)
from ginrummy.web.http.limits import CREATE, MOVE
from ginrummy.web.rooms import evenings, ledgers, membership, places
from ginrummy.web.tables.service import find_table, seat_number

router = Router(exclude_unset=True)


@router.get("/rooms", response=response_schemas(list[room_schemas.RoomSummary]), summary=N_("Your rooms."))
def own_rooms(request: HttpRequest) -> list[Json]:
    """Return the rooms of the caller."""
    return list(map(room_summary_json, membership.rooms_of(token_person(request))))


@router.post(
    "/rooms", response=response_schemas(room_schemas.Room, 409, 413, status=201), summary=N_("Make a room.")
)
def new_room(request: HttpRequest, sent: room_schemas.RoomSettings) -> Status[Json]:
    """Create a room that the caller owns."""
    count_api_request(request, "create", CREATE)
    person = token_person(request)
    room = membership.create_room(
        person,
        sent.title,
        sent.game,
        sent.clock,
        is_closed=sent.closed,
        form=sent.form,
        stakes=sent.stakes,
    )
    return Status(201, room_json(room, person))


@router.get(
    "/rooms/{slug:key}",
    response=response_schemas(room_schemas.Room, 403, 404),
    summary=N_("A room, as you see it."),
)
def room(request: HttpRequest, key: str) -> Json:
    """Return the room."""
    return room_json(membership.find_room(key), token_person(request))


@router.get(
    "/rooms/{slug:key}/season",
    response=response_schemas(room_schemas.Season, 403, 404),
    summary=N_("The season of a room: all its evenings added up."),
)
def room_season(request: HttpRequest, key: str) -> Json:
    """Return the season of the room."""
    room, _member = membership.find_own_room(key, token_person(request))
    return season_json(ledgers.room_season(room).season)


@router.get(
    "/rooms/{slug:key}/stream",
    response=response_schemas(None, 403, 404),
    summary=N_("The room line by line: as it stands, then after every change."),
    openapi_extra=LINES,
)
def room_stream(request: HttpRequest, key: str) -> StreamingHttpResponse:
    """Stream the room after every change."""
    room_json(membership.find_room(key), token_person(request))
    return lines_response(request, key, "room")


@router.post(
    "/rooms/{slug:key}",
    response=response_schemas(room_schemas.Room, 403, 404, 409, 413),
    summary=N_("Change the settings of a room: a missing field keeps its value."),
)
def change_room(request: HttpRequest, key: str, sent: room_schemas.RoomChanges) -> Json:
    """Change the given settings of a room that the caller manages."""
    count_api_request(request, "move", MOVE)
    membership.change_room(
        key,
        token_person(request),
        title=sent.title,
        game=sent.game,
        pace=sent.clock,
        is_closed=sent.closed,
        form=sent.form,
        stakes=sent.stakes,
    )
    return room_json(membership.find_room(key), token_person(request))


@router.post(
    "/rooms/{slug:key}/enter",
    response=response_schemas(room_schemas.Room, 403, 404, 409),
    summary=N_("Enter a room."),
)
def enter_room(request: HttpRequest, key: str) -> Json:
    """Let the caller enter."""
    count_api_request(request, "create", CREATE)
    return room_json(membership.enter(key, token_person(request)), token_person(request))


@router.post(
    "/rooms/{slug:key}/leave",
    response=response_schemas(None, 403, 404, status=204),
    summary=N_("Leave a room."),
)
def leave_room(request: HttpRequest, key: str) -> Status[None]:
    """Let the caller leave."""
    count_api_request(request, "move", MOVE)
    membership.leave(key, token_person(request))
    return Status(204, None)


@router.post(
    "/rooms/{slug:key}/members/{int:number}",
    response=response_schemas(room_schemas.Room, 403, 404, 409, 413),
    summary=N_("Give a member another role, send one away, or let one in again."),
)
def set_role(request: HttpRequest, key: str, number: int, sent: room_schemas.NewRole) -> Json:
    """Give a member another role."""
    count_api_request(request, "move", MOVE)
    found = membership.set_role(key, token_person(request), number, sent.role)
    return room_json(found, token_person(request))


@router.post(
    "/rooms/{slug:key}/evening",
    response=response_schemas(room_schemas.Room, 403, 404, 409, 413),
    summary=N_("Start an evening by the form of a room."),
)
def start_evening(request: HttpRequest, key: str, sent: room_schemas.EveningStart) -> Json:
    """Start an evening in a room that the caller manages."""
    count_api_request(request, "create", CREATE)
    person = token_person(request)
    return room_json(evenings.start_evening(key, person, sent.players), person)


@router.post(
    "/rooms/{slug:key}/evening/end",
    response=response_schemas(room_schemas.Room, 403, 404),
    summary=N_("End the evening of a room."),
)
def end_evening(request: HttpRequest, key: str) -> Json:
    """End the evening of a room that the caller manages."""
    count_api_request(request, "move", MOVE)
    person = token_person(request)
    return room_json(evenings.end_evening(key, person), person)


@router.get(
    "/rooms/{slug:key}/evenings",
    response=response_schemas(list[room_schemas.RoomEveningSummary], 403, 404),
    summary=N_("The evenings of a room in which a hand has ended, the latest first."),
)
def room_evenings(request: HttpRequest, key: str) -> list[Json]:
    """Return the evenings of a room of the caller."""
    found, _member = membership.find_own_room(key, token_person(request))
    return list(map(room_evening_summary_json, evenings.room_evenings(found).prefetch_related("players")))


@router.get(
    "/rooms/{slug:key}/evenings/{int:number}",
    response=response_schemas(room_schemas.RoomEvening, 403, 404),
    summary=N_("An evening of a room with its sheet."),
)
def room_evening(request: HttpRequest, key: str, number: int) -> Json:
    """Return an evening of a room of the caller."""
    found, _member = membership.find_own_room(key, token_person(request))
    return room_evening_json(evenings.find_evening(found, number))


@router.post(
    "/rooms/{slug:key}/places/{int:number}",
    response=response_schemas(room_schemas.Room, 403, 404, 409, 413),
    summary=N_("Let a bot take the place of a player, from the next hand."),
)
def fill_place(request: HttpRequest, key: str, number: int, sent: room_schemas.BotPlace) -> Json:
    """Let a bot take a place in a room that the caller manages."""
    count_api_request(request, "move", MOVE)
    person = token_person(request)
    return room_json(places.fill_place(key, person, number, sent.bot), person)


@router.post(
    "/rooms/{slug:key}/board",
    response=response_schemas(table_schemas.Table, 403, 404, 409, 413, status=201),
    summary=N_("Open your next hand of the evening, or find it if your opponent has opened it."),
)
def get_or_open_board(request: HttpRequest, key: str, sent: table_schemas.OwnCut) -> Status[Json]:
    """Open the board of the caller. A table that waits for the caller is joined as any other."""
    count_api_request(request, "create", CREATE)
    person = token_person(request)
    found, member = membership.find_own_room(key, person)
    offer, cut = deal_and_cut(sent)
    table = evenings.get_or_open_board(found, member, offer, cut=cut, seal=sent.seal)
    if table is None:
        raise membership.RoomRefused(_("you have no hand to play now"))
    table = find_table(table.key)
    return Status(201, table_json(table, seat_number(table, person)))


@router.post(
    "/rooms/{slug:key}/tables",
    response=response_schemas(table_schemas.Table, 403, 404, 409, 413, status=201),
    summary=N_("Open a table in a room: you have a seat at it and have cut."),
)
def room_table(request: HttpRequest, key: str, sent: room_schemas.RoomTable) -> Status[Json]:
    """Open a table in the room."""
    count_api_request(request, "create", CREATE)
    found, member = membership.find_own_room(key, token_person(request))
    offer, cut = deal_and_cut(sent)
    table = evenings.open_table(found, member, offer, cut=cut, seal=sent.seal, invited=sent.member)
    return Status(201, table_json(table, SEATS[0]))
