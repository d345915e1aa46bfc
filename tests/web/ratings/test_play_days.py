"""Days with a match: the streak, the calendar of a player's page, and the visitor in the header."""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from ginrummy.web.http import now as clock
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.ratings.play_days import (
    WEEKS,
    CalendarDay,
    count_matches_by_day,
    current_streak,
    recent_calendar,
)
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import RESIGN
from tests.web.forms import signed_up
from tests.web.play import account, both_move, rated_table

WEDNESDAY = datetime(2026, 9, 16, 23, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def wednesday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "watch", lambda: WEDNESDAY)


def ago(*days: int) -> Counter[date]:
    return Counter(WEDNESDAY.date() - timedelta(days=number) for number in days)


@pytest.mark.parametrize(
    ("days", "length"), [((), 0), ((0,), 1), ((1,), 1), ((2,), 0), ((0, 1, 2, 4), 3), ((1, 2, 2), 2)]
)
def test_a_streak_lasts_until_a_day_passes_without_a_match(days: tuple[int, ...], length: int) -> None:
    assert current_streak(ago(*days)) == length


def test_the_calendar_has_a_column_a_week_and_ends_today() -> None:
    days = recent_calendar(ago(0, 0, 0, 0, 1, 7))
    assert len(days) == 7 * (WEEKS - 1) + 3
    assert days[0].day.weekday() == 0
    assert (days[0].x, days[0].y) == (0, 0)
    assert days[-1] == CalendarDay(WEDNESDAY.date(), 4, 16 * (WEEKS - 1), 32)
    assert [one.shade for one in days[-8:]] == [1, 0, 0, 0, 0, 0, 1, 3]


def finish_match(person: Person) -> Table:
    table, first, second = rated_table(people=(person, account()))
    table = both_move(table, (first, second))
    return service.submit_event_text(table.key, first, table.number, RESIGN)


@pytest.mark.django_db
def test_matches_are_counted_on_the_day_on_which_they_end() -> None:
    person = account()
    table = finish_match(person)
    assert count_matches_by_day(person) == ago(0)
    Table.objects.filter(pk=table.pk).update(moved=WEDNESDAY - timedelta(days=1))
    assert count_matches_by_day(person) == ago(1)
    assert not count_matches_by_day(person, days=1)


@pytest.fixture
def no_time_zones() -> Iterator[None]:
    """A machine without a database of time zones, such as a browser."""
    zoneinfo.reset_tzpath(to=())
    ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    ZoneInfo.clear_cache()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_time_zones")
def test_days_are_counted_without_a_database_of_time_zones() -> None:
    person = account()
    finish_match(person)
    assert count_matches_by_day(person) == ago(0)


def header_of(client: Client) -> str:
    page = client.get("/rules/").content.decode()
    return page[page.index("<header") : page.index("</header>")]


@pytest.mark.django_db
def test_the_header_names_the_visitor_with_rating_and_streak() -> None:
    assert 'class="own"' not in header_of(Client())
    client, person = signed_up("Ada")
    assert f'href="/players/{person.pk}"' in header_of(client)
    table = finish_match(person)
    header = header_of(client)
    assert "Ada" in header
    assert f"<b>{Rating.objects.get(person=person, pool=Pool.PEOPLE)}</b>" in header
    assert "in a row" not in header
    Table.objects.filter(pk=table.pk).update(moved=WEDNESDAY - timedelta(days=1))
    finish_match(person)
    assert "2 days in a row" in header_of(client)
    own = client.get(f"/players/{person.pk}").content.decode()
    assert own.count("<rect class=") == 7 * (WEEKS - 1) + 3
    assert 'href="/account"' in own
