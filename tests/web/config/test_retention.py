"""Retention: data that a server deletes and data that it keeps; deals are summed up once public."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ginrummy.variants import load_variant
from ginrummy.web.config import retention
from ginrummy.web.fairness.models import Deal, public_counts
from ginrummy.web.http.now import now
from ginrummy.web.learn.models import LessonAnswer
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Rules, Seat, Status, Table
from tests.web.fairness.deal_counting import count_deals
from tests.web.play import match_of, person, proposal, table_of_two

pytestmark = pytest.mark.django_db


def age(table: Table, days: float) -> None:
    """Make `table` so many days old."""
    moment = now() - timedelta(days=days)
    Table.objects.filter(pk=table.pk).update(created=moment, moved=moment)
    Seat.objects.filter(table=table).update(seen=moment)


def test_tables_that_nobody_came_to_are_cleared_slow_ones_later() -> None:
    tables = {
        (pace, days): creation.create(proposal(pace=pace), person(), cut="1")
        for pace in ("", "600+20", "3d")
        for days in (0.5, 2, 40)
    }
    for (_pace, days), table in tables.items():
        age(table, days)
    assert retention.delete_expired_data().waiting == 5
    kept = {key for key, table in tables.items() if Table.objects.filter(pk=table.pk).exists()}
    assert kept == {("", 0.5), ("600+20", 0.5), ("3d", 0.5), ("3d", 2)}
    assert retention.delete_expired_data() == (0, 0, 0)


def test_matches_left_alone_are_cleared_and_clocks_end_the_others() -> None:
    left, lately, slow = (table_of_two(pace=pace)[0] for pace in ("", "", "3d"))
    age(left, 61)
    age(lately, 59)
    age(slow, 61)
    assert retention.delete_expired_data().matches == 1
    assert set(Table.objects.all()) == {lately, slow}


def test_rules_are_kept_once_apart_from_what_moves_change_and_as_long_as_a_table_has_them() -> None:
    one, other = table_of_two()[0], table_of_two()[0]
    assert one.rules_id == other.rules_id
    house = creation.create(proposal("two_pack"), person(), cut="1")
    assert Table.objects.get(pk=house.pk).variant == load_variant("two_pack").row
    Rules.objects.update(made=now() - timedelta(days=2))
    age(house, 2)
    retention.delete_expired_data()
    assert [rules.pk for rules in Rules.objects.all()] == [one.rules_id]
    assert Table.objects.get(pk=one.pk).variant == load_variant("standard").row
    with CaptureQueriesContext(connection) as asked:
        service.submit_event_text(one.key, one.taken[0].person or person(), one.number, "resign")
    assert not [query for query in asked.captured_queries if "tables_rules" in query["sql"]]


def test_finished_matches_stay() -> None:
    table, first, second = table_of_two()
    service.submit_event_text(table.key, first, table.number, "resign")
    age(table, 900)
    Person.objects.update(created=now() - timedelta(days=900))
    assert retention.delete_expired_data() == (0, 0, 0)
    assert Person.objects.filter(pk__in=(first.pk, second.pk)).count() == 2


def test_guests_who_have_nothing_here_are_forgotten_and_accounts_are_not() -> None:
    idle, fresh, owner, player, pupil = (person() for _one in range(5))
    LessonAnswer.objects.create(person=pupil, lesson="twos", place=1, move="draw", is_right=True)
    owner.user = User.objects.create(username="owner")
    owner.save()
    creation.create(proposal(), player, cut="1")
    Person.objects.exclude(pk=fresh.pk).update(created=now() - timedelta(days=31))
    assert retention.delete_expired_data().guests == 1
    assert set(Person.objects.all()) == {fresh, owner, player, pupil}
    assert not Person.objects.filter(pk=idle.pk).exists()


def test_the_deals_of_a_day_ago_are_added_up() -> None:
    table, *_people = table_of_two(seed=1)
    retention.delete_expired_data()
    assert Deal.objects.count() == 1
    Deal.objects.update(public_at=now())
    retention.delete_expired_data()
    assert not Deal.objects.exists()
    assert public_counts()[1] == count_deals(match_of(table).games)


def test_no_figure_counts_the_tables_of_all_times() -> None:
    table, first, _second = table_of_two()
    service.submit_event_text(table.key, first, table.number, "resign")
    with CaptureQueriesContext(
        connection,
    ) as asked:
        text = Client().get("/metrics").content.decode()
    counts = [query["sql"] for query in asked if "COUNT(" in query["sql"]]
    assert counts
    assert all("WHERE" in query for query in counts)
    assert 'status="over"' not in text
    assert f'ginrummy_tables{{status="{Status.PLAYING}"}} 0.0' in text
