"""Tables as JSON, for the seat that asks; made of its view and of nothing else."""

from __future__ import annotations

from django.urls import reverse

from ginrummy.locale import _
from ginrummy.match import Match
from ginrummy.view import view_of
from ginrummy.web.bots.levels import level_name
from ginrummy.web.people.models import Person
from ginrummy.web.tables import presence, service
from ginrummy.web.tables.models import Seat, Status, Table
from ginrummy.web.tables.moments import now
from ginrummy.web.tables.refusals import NotYours
from ginrummy.web.tables.standing import BACK, CLAIM, NEXT, RESIGN, SEATS, STAND_IN, UNDO, Standing
from ginrummy.web.tables.standings import standing_of
from ginrummy.wire import Json, sheet_json, variant_json, view_json


def summary_json(table: Table) -> Json:
    """Return `table` as it stands in a list."""
    seats = {seat.number: seat for seat in table.seats.all()}
    return {
        "key": table.key,
        "path": reverse("table", args=(table.key,)),
        "number": table.number,
        "status": str(table.status),
        "title": table.title,
        "clock": table.pace,
        "rated": table.is_rated,
        "open": table.is_listed,
        "seats": [_player_json(seats.get(number)) for number in SEATS],
        "winner": table.winner,
    }


def _player_json(seat: Seat | None) -> Json | None:
    if seat is None:
        return None
    name = level_name(seat.bot) if seat.person is None else str(seat.person)
    return {"name": name, "bot": seat.bot or None, "presence": str(seat.presence)}


def table_json(table: Table, seat: int | None) -> Json:
    """Return `table` as `seat` sees it; as anybody may see it for no seat."""
    standing = standing_of(table)
    match = standing.match
    return {
        **summary_json(table),
        "variant": variant_json(table.variant),
        "commitment": table.commitment,
        "seat": seat,
        "awaited": sorted(standing.awaited),
        **_choices_json(table, standing, seat),
        **_time_json(table, standing),
        "ending": standing.ending or None,
        "sheet": None if match is None else sheet_json(match.variant, match.sheet_now),
        "view": None if match is None or seat is None else view_json(view_of(match, seat)),
    }


def _choices_json(table: Table, standing: Standing, seat: int | None) -> Json:
    if standing.is_over or standing.match is None or seat is None:
        return {"moves": [], "also": []}
    if seat in standing.stand_ins:
        return {"moves": [BACK], "also": []}
    return {
        "moves": _moves(standing, standing.match, seat),
        "also": [text for text in (UNDO, STAND_IN, CLAIM, RESIGN) if _may_say(text, table, standing, seat)],
    }


def _moves(standing: Standing, match: Match, seat: int) -> list[str]:
    if standing.is_between_hands:
        return [NEXT] if seat in standing.awaited else []
    return [str(move) for move in view_of(match, seat).legal_moves()]


def _may_say(text: str, table: Table, standing: Standing, seat: int) -> bool:
    if text == UNDO:
        return service.may_be_helped(table, seat) and standing.may_undo(seat)
    if text in (STAND_IN, CLAIM):
        others = [one for one in table.seats.all() if one.number != seat and not one.bot]
        return any(presence.may_go_on_without(other, table, standing) for other in others)
    return True


def _time_json(table: Table, standing: Standing) -> Json:
    clocks = service.clocks_of(table, standing)
    moment = now()
    times = [clocks.left_at(seat, moment) for seat in SEATS] if clocks.pace else None
    return {"times": times, "running": sorted(clocks.running) if clocks.pace else []}


def seen_by(person: Person, table: Table) -> Json:
    """Return `table` as `person` may see it: everybody sees one that waits, or is over; else `NotYours`."""
    seat = note(table, person)
    if seat is None and table.status == Status.PLAYING:
        raise NotYours(_("both seats are taken; the match can be seen here once it is over"))
    return table_json(table, seat)


def note(table: Table, person: Person) -> int | None:
    """Return the seat of `person` at `table`, if any, and note that it is there."""
    number = service.seat_of(table, person)
    for seat in table.seats.all():
        if seat.number == number:
            presence.seen(seat)
    return number
