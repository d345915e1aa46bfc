"""Compiled queries: they return the same as Django's, and are compiled only once."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from ginrummy.rules.types import SEATS
from ginrummy.web.frameworks.compiled_query import CompiledInsert, CompiledQuery, CompiledUpdate
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Event, Seat, Status, Table
from tests.web.play import table_of_two

pytestmark = pytest.mark.django_db


def test_the_rows_are_those_of_the_query_for_each_value() -> None:
    seats = CompiledQuery(lambda key: Seat.objects.select_related("person").filter(table__key=key), str)
    for table, *people in (table_of_two(), table_of_two()):
        found = seats.rows(table.key)
        assert [seat.person for seat in found] == people
        assert found == list(Seat.objects.filter(table=table))
    assert seats.rows("no such key") == []
    assert seats.first("no such key") is None


def test_related_rows_come_with_one_question() -> None:
    seats = CompiledQuery(lambda key: Seat.objects.select_related("person").filter(table__key=key), str)
    table, *people = table_of_two()
    with CaptureQueriesContext(connection) as asked:
        assert [str(seat.person) for seat in seats.rows(table.key)] == [str(person) for person in people]
    assert len(asked) == 1


def test_several_values_go_where_they_belong() -> None:
    events = CompiledQuery(
        lambda table, first, end: Event.objects.filter(number__lt=end, number__gte=first, table_id=table),
        int,
        int,
        int,
    )
    table, _first, _second = table_of_two()
    assert table.number > 1
    assert [event.number for event in events.rows(table.pk, 0, table.number)] == list(range(table.number))
    assert [event.number for event in events.rows(table.pk, 1, 2)] == [1]


def test_the_sql_is_written_once_a_connection() -> None:
    written = []

    def people(name: str) -> object:
        written.append(name)
        return Person.objects.filter(name=name)

    query: CompiledQuery[Person] = CompiledQuery(people, str)  # type: ignore[arg-type]  # it counts
    for name in ("Anna", "Boris", "Anna"):
        query.rows(name)
    assert len(written) == 1


def test_a_value_that_the_query_does_not_hold_is_refused() -> None:
    with pytest.raises(ValueError, match="not each of the values"):
        CompiledQuery(lambda _key: Person.objects.all(), str).rows("Anna")


def test_a_row_is_written_as_django_writes_it() -> None:
    table, _first, _second = table_of_two()
    moment, rows = now(), CompiledInsert(Event)
    for number in (90, 91):
        rows.write(
            Event(table=table, number=number, seat=SEATS[1], text=f"draw {number}", at=moment, spent=7)
        )
    found = list(
        Event.objects.filter(number__gte=90).values("table", "number", "seat", "text", "at", "spent")
    )
    told = {"table": table.pk, "seat": 1, "at": moment, "spent": 7}
    assert found == [told | {"number": number, "text": f"draw {number}"} for number in (90, 91)]
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.write(Event(table=table, number=91, seat=SEATS[0], text="pass"))


def test_columns_change_where_the_row_is_still_as_it_was() -> None:
    (table, *_people), (other, *_others) = table_of_two(), table_of_two()
    moment, columns = now(), CompiledUpdate(Table)
    changes = {"number": 50, "status": Status.OVER, "winner": None, "time_due": moment, "bot_due": None}
    assert columns.write({"number": table.number + 1, "id": table.pk}, changes) == 0
    assert columns.write({"number": table.number, "id": table.pk}, changes) == 1
    assert columns.write({"number": 50, "id": table.pk}, changes | {"winner": 1, "time_due": None}) == 1
    found = (
        Table.objects.filter(pk=table.pk).values("number", "status", "winner", "time_due", "bot_due").get()
    )
    assert found == {"number": 50, "status": "over", "winner": 1, "time_due": None, "bot_due": None}
    assert Table.objects.get(pk=other.pk).number == other.number
    with CaptureQueriesContext(connection) as asked:
        columns.write({"number": 50, "id": table.pk}, changes)
    assert len(asked) == 1
