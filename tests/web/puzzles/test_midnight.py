"""The hand of the day over midnight: it no longer counts once its cards are public."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.test import Client

from ginrummy.web.http import now
from ginrummy.web.people.models import Person
from ginrummy.web.puzzles.models import DailyHand, DailyTry
from ginrummy.web.tables import server_heartbeat
from ginrummy.web.tables.models import Status, Table
from tests.web.play import client_of, person
from tests.web.puzzles.test_hand_of_the_day import play_to_the_end

pytestmark = pytest.mark.django_db
LATE = datetime(2027, 3, 14, 23, 59, 37, tzinfo=UTC)


class Clock:
    """The clock of the server, advanced by the test."""

    def __init__(self) -> None:
        self.time = LATE

    def __call__(self) -> datetime:
        return self.time

    def go_on(self, seconds: int) -> None:
        self.time += timedelta(seconds=seconds)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(now, "watch", found)
    monkeypatch.setattr(now, "stopwatch", lambda: (found.time - LATE).total_seconds())
    monkeypatch.setattr("ginrummy.web.puzzles.hand_of_the_day.can_search", lambda: False)
    server_heartbeat.record_sweep()
    return found


def begun(player: Person) -> Table:
    """Return the table at which `player` has started the hand of the day."""
    assert client_of(player).post("/daily/play").status_code == 302
    return DailyTry.objects.get(person=player).table


def page(path: str) -> str:
    return unescape(Client().get(path).content.decode())


def test_what_ends_after_midnight_does_not_count(clock: Clock) -> None:
    in_time, late = begun(person("Ann")), begun(person("Bob"))
    hand, results = DailyHand.objects.get(), f"/daily/{LATE.date()}"
    clock.go_on(13)
    play_to_the_end(in_time, seed=2)
    assert Client().get(results).status_code == 404
    clock.go_on(13)
    assert hand.secret in page(results)
    assert Client().get(f"/games/{late.key}").status_code == 409
    play_to_the_end(late, seed=2)
    assert Table.objects.get(pk=late.pk).status == Status.OVER
    assert DailyTry.objects.get(table=late).points is None
    assert DailyTry.objects.get(table=in_time).points is not None
    told = page(results)
    assert told.count("finished too late") == 1
    assert "The best line: Ann" in told


def test_a_hand_begun_after_midnight_is_that_of_the_new_day(clock: Clock) -> None:
    first = begun(person("Ann"))
    clock.go_on(60)
    second = begun(person("Bob"))
    days = [DailyTry.objects.get(table=table).hand.day for table in (first, second)]
    assert days == [LATE.date(), LATE.date() + timedelta(days=1)]
    shown = page(f"/daily/{LATE.date()}")
    assert DailyHand.objects.get(day=days[1]).secret not in shown
