"""Tables as JSON, built only from the view of the caller's seat."""

from __future__ import annotations

from django.urls import reverse

from ginrummy.game.match import Match
from ginrummy.game.view import view_of
from ginrummy.locale import _
from ginrummy.rules import types
from ginrummy.text.json import Json, sheet_json, variant_json, view_json
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables import event_log, presence, service
from ginrummy.web.tables.errors import NotYours
from ginrummy.web.tables.models import Seat, Status, Table
from ginrummy.web.tables.seat_lookup import find_seat
from ginrummy.web.tables.table_state import (
    BACK,
    CLAIM,
    NEXT,
    RESIGN,
    STAND_IN,
    UNDO,
    TableState,
    current_state,
)


def table_summary_json(table: Table) -> Json:
    """Return `table` as an entry of a list."""
    seats = {seat.number: seat for seat in table.taken}
    return {
        "key": table.key,
        "path": reverse("table", args=(table.key,)),
        "number": table.number,
        "status": str(table.status),
        "title": table.title,
        "clock": table.pace,
        "rated": table.is_rated,
        "open": table.is_listed,
        "seats": [_player_json(seats.get(number)) for number in types.SEATS],
        "winner": table.winner,
    }


def _player_json(seat: Seat | None) -> Json | None:
    if seat is None:
        return None
    return {"name": str(seat), "bot": seat.bot or None, "presence": str(seat.presence)}


def table_json(table: Table, seat: types.Seat | None) -> Json:
    """Return `table` as `seat` sees it, or the public view for `None`."""
    state = current_state(table)
    match = state.match
    return {
        **table_summary_json(table),
        "variant": variant_json(table.variant),
        "commitment": table.commitment,
        "seals": [seal or None for seal in state.seals],
        "cuts": _cuts(state),
        "seat": seat,
        "awaited": sorted(state.awaited),
        **_choices_json(table, state, seat),
        **_time_json(table, state),
        "ending": state.ending or None,
        "sheet": None if match is None else sheet_json(match.variant, match.current_sheet),
        "view": None if match is None or seat is None else view_json(view_of(match, seat)),
    }


def _cuts(state: TableState) -> list[str | None]:
    """Return the cuts that both players may know: none while one of them may still cut."""
    is_shown = state.match is not None or state.is_cutting
    return list(state.cuts) if is_shown else [None, None]


def _choices_json(table: Table, state: TableState, seat: types.Seat | None) -> Json:
    if state.is_over or state.match is None or seat is None:
        return {"moves": [], "also": []}
    if seat in state.stand_ins:
        return {"moves": [BACK], "also": []}
    return {
        "moves": _moves(state, state.match, seat),
        "also": [text for text in (UNDO, STAND_IN, CLAIM, RESIGN) if _may_say(text, table, state, seat)],
    }


def _moves(state: TableState, match: Match, seat: types.Seat) -> list[str]:
    if state.is_between_hands:
        return [NEXT] if seat in state.awaited else []
    return [str(move) for move in view_of(match, seat).legal_moves()]


def _may_say(text: str, table: Table, state: TableState, seat: types.Seat) -> bool:
    if text == UNDO:
        return service.may_use_help(table, seat) and state.may_undo(seat)
    if text in (STAND_IN, CLAIM):
        others = [one for one in table.taken if one.number != seat and not one.bot]
        return any(presence.may_replace_absent(other, table, state) for other in others)
    return True


def _time_json(table: Table, state: TableState) -> Json:
    clocks = event_log.table_clocks(table, state)
    moment = now()
    times = [clocks.time_left(seat, moment) for seat in types.SEATS] if clocks.pace else None
    return {"times": times, "running": sorted(clocks.running) if clocks.pace else []}


def table_json_for(person: Person, table: Table) -> Json:
    """Return `table` as `person` may see it. Raise `NotYours` unless it is waiting, finished or their own."""
    seat = find_seat(table, person)
    if seat is None and table.status in (Status.CUTTING, Status.PLAYING):
        raise NotYours(_("both seats are taken; the match can be seen here once it is over"))
    return table_json(table, seat)
