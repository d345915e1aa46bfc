"""Lookup of a person's seat. Each lookup counts as presence at the table."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.rules.types import Seat
from ginrummy.web.people.models import Person
from ginrummy.web.tables import presence, service
from ginrummy.web.tables.errors import NotYours
from ginrummy.web.tables.models import Table


def find_seat(table: Table, person: Person | None) -> Seat | None:
    """Return the seat of `person` at `table`, `None` without one, and record the person's presence."""
    number = service.seat_number(table, person)
    for seat in table.taken:
        if seat.number == number:
            presence.record_presence(seat)
    return number


def require_seat(key: str, person: Person | None) -> tuple[Table, Seat]:
    """Return the table and the seat of `person`. Raise `NoTable` or `NotYours`."""
    table = service.find_table(key)
    seat = find_seat(table, person)
    if seat is None:
        raise NotYours(_("you have no seat at this table"))
    return table, seat
