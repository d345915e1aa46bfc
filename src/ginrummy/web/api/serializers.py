"""Tables, searches for an opponent and rooms as JSON, built only from what the caller may see."""

from __future__ import annotations

from typing import Final

from django.urls import reverse

from ginrummy.game.match import Match
from ginrummy.game.totals import rank_totals
from ginrummy.game.view import view_of
from ginrummy.locale import _
from ginrummy.rules import types
from ginrummy.text.json import Json, sheet_json, variant_json, view_json
from ginrummy.text.ledger.evening_ledger import EveningLedger
from ginrummy.web.api.errors import NothingThere
from ginrummy.web.board.ledger_files import ledger_data
from ginrummy.web.http.now import now
from ginrummy.web.lobby.friends import people_here
from ginrummy.web.lobby.pairing import find_seek, record_seeker
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import membership
from ginrummy.web.rooms.evenings import current_evening, evening_tables, next_board
from ginrummy.web.rooms.ledgers import evening_text, finished_matches, ledger_of, read_ledger_of
from ginrummy.web.rooms.models import Evening, Room
from ginrummy.web.sheets.models import Sheet
from ginrummy.web.sheets.service import find_sheet, sheet_ledger
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

_FILES: Final = {"picture": "hand_png", "animation": "hand_gif"}
FOUND: Final = "found"
"""Status of a search that has led to a table."""


def room_json(room: Room, person: Person) -> Json:
    """Return `room` as `person` may see it. Raise `NotInRoom` for a stranger."""
    member = membership.require_member(room, person)
    evening = current_evening(room)
    ledger = None if evening is None else ledger_of(evening)
    people = list(membership.people_of(room).select_related("person"))
    here = people_here(person, [one.person for one in people])
    return {
        **room_summary_json(room),
        "role": str(member.role),
        "members": [
            {
                "number": one.pk,
                "name": str(one),
                "role": str(one.role),
                "here": one.person_id in here,
                "own": one.pk == member.pk,
            }
            for one in people
        ],
        "tables": [] if evening is None else list(map(table_summary_json, evening_tables(evening))),
        "standings": [] if ledger is None or not ledger.lines else _standings_json(ledger),
        "evening": None if ledger is None else ledger_data(ledger),
        "board": next_board(evening, person),
    }


def _standings_json(ledger: EveningLedger) -> list[Json]:
    """Return who stands where, the best player first."""
    return [
        {
            "name": one.name,
            "matches": finished_matches(ledger.evening, ledger.people.index(one.name)),
            "won": one.matches,
            "hands": one.hands,
            "points": one.gain,
        }
        for one in rank_totals(ledger.totals)
    ]


def room_summary_json(room: Room) -> Json:
    """Return `room` as an entry of a list."""
    return {
        "key": room.key,
        "path": reverse("room", args=(room.key,)),
        "number": room.number,
        "title": room.title,
        "game": room.game,
        "clock": room.pace,
        "closed": room.is_closed,
        "form": room.form,
        "stakes": room.stakes,
    }


def room_evening_summary_json(evening: Evening) -> Json:
    """Return an evening of a room as an entry of a list."""
    return {
        "number": evening.pk,
        "path": reverse("room_evening", args=(evening.room.key, evening.pk)),
        "begun": evening.begun,
        "over": evening.is_over,
        "form": evening.form,
        "game": evening.game,
        "stakes": evening.stakes,
        "players": [one.name for one in evening.roster],
        "winner": evening.winner,
    }


def room_evening_json(evening: Evening) -> Json:
    """Return an evening of a room with its sheet. Raise `GinRummyError` if it cannot be read."""
    sheet = {"text": evening_text(evening), "sheet": ledger_data(read_ledger_of(evening))}
    return room_evening_summary_json(evening) | sheet


def evening_json(key: str, person: Person | None) -> Json:
    """Return the evening with the link `key` as `person` may see it. Raise `NoSheet`."""
    sheet, may_enter, is_owner = find_sheet(key, person)
    return evening_summary_json(sheet) | {
        "may_enter": may_enter,
        "own": is_owner,
        "entry_key": sheet.entry_key if is_owner else None,
        "picture": reverse("evening_file", args=(key, "evening.png")),
        "text": sheet.text,
        "sheet": ledger_data(sheet_ledger(sheet)),
    }


def evening_summary_json(sheet: Sheet) -> Json:
    """Return `sheet` as an entry of a list."""
    return {
        "key": sheet.key,
        "path": reverse("evening", args=(sheet.key,)),
        "number": sheet.number,
        "version": sheet.current,
        "players": list(sheet_ledger(sheet).people),
    }


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
        "one_hand": table.is_one_hand,
        "pictures": _pictures_json(table, match) if state.is_over and match is not None else [],
        "sheet": None if match is None else sheet_json(match.variant, match.current_sheet),
        "view": None if match is None or seat is None else view_json(view_of(match, seat)),
    }


def _pictures_json(table: Table, match: Match) -> list[Json]:
    """Return the addresses of the picture and the animation of each hand."""
    numbers = range(1, len(match.games) + 1)
    return [
        {kind: reverse(name, args=(table.key, number)) for kind, name in _FILES.items()} for number in numbers
    ]


def _cuts(state: TableState) -> list[str | None]:
    """Return the cuts that both players may know: none while one of them may still cut."""
    is_shown = state.match is not None or state.awaits_reveal
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
    if text in (RESIGN, CLAIM) and table.is_one_hand:
        return False
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


def seek_json(person: Person) -> Json:
    """Return the search of `person`, with a record that the person is here. Raise `NothingThere`."""
    seek = find_seek(person)
    if seek is None:
        raise NothingThere(_("you are not searching"))
    record_seeker(seek)
    return {
        "status": "seeking" if seek.table is None else FOUND,
        "variant": seek.variant_name,
        "clock": seek.pace,
        "rated": seek.is_rated,
        "table": None if seek.table is None else seek.table.key,
        "joins": seek.table is not None and seek.table.invited_id == person.pk,
    }
