"""Questions whose SQL is written once: they answer as Django's own would, and are written once only."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ginrummy.web.http.compiled_query import CompiledQuery
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Event, Seat
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
