"""Time and absence on pages, and the display of a match that ended early."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.rules.types import SEATS
from ginrummy.text.record import read_record
from ginrummy.web.board import hand_end
from ginrummy.web.board.board import seat_timing, time_control_rules, time_text
from ginrummy.web.http import now
from ginrummy.web.people.models import Person
from ginrummy.web.tables import event_log, presence, service
from ginrummy.web.tables.clocks import BREAK, DAY_SECONDS, PACES, SECOND
from ginrummy.web.tables.models import Presence, Seat, Status, Table
from ginrummy.web.tables.server_heartbeat import record_sweep
from ginrummy.web.tables.table_state import CLAIM, RESIGN, STAND_IN, TIME, VOID, current_state
from tests.web.forms import field, offer
from tests.web.play import client_of, table_of_two

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00"),
        (1, "0:01"),
        (245 * SECOND, "4:05"),
        (3845 * SECOND, "1:04:05"),
        (DAY_SECONDS * SECOND, "1 day"),
        ((2 * DAY_SECONDS + 3 * 3600) * SECOND, "2 days 3 hours"),
    ],
)
def test_a_time_is_read_as_on_a_clock(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text


def test_days_and_hours_are_told_in_the_language_spoken() -> None:
    left = (2 * DAY_SECONDS + 3 * 3600) * SECOND
    with using_language("fr"):
        assert time_text(left) == "2 jours 3 heures"
    with using_language("ru"):
        assert time_text(left) == "2 дня 3 часа"


@pytest.mark.parametrize("pace", PACES)
def test_whoever_joins_has_seen_the_clock_and_what_absence_costs(pace: str) -> None:
    host, guest = Client(), Client()
    sent = {"offer": offer(host), "cut": "1", "variant": "standard", "against": "friend", "pace": pace}
    path = host.post("/tables/new", sent)["Location"]
    assert Table.objects.get().pace == pace
    page = unescape(guest.get(path).content.decode())
    for sentence in time_control_rules(pace):
        assert sentence in page


def test_a_clock_that_there_is_not_is_refused() -> None:
    client = Client()
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "friend", "pace": "5+5"}
    assert client.post("/tables/new", sent).status_code == 422
    assert Table.objects.count() == 0


def test_the_page_counts_down_from_the_time_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = min(current_state(table).awaited)
    monkeypatch.setattr(now, "watch", lambda: table.moved + timedelta(seconds=55))
    for person, own in zip((first, second), SEATS, strict=True):
        page = client_of(person).get(f"/tables/{table.key}").content.decode()
        assert page.count('role="timer"') == 2
        assert page.partition("</header>")[0].count('role="timer"') == 1, (
            "the other's; the own is at the hand"
        )
        assert ">4:05</b>" in page
        times = seat_timing(table, current_state(table), own, "x").times
        assert times is not None
        assert times[0].runs == (own == seat)


def test_the_break_between_hands_is_told_to_the_page() -> None:
    table, _first, _second = table_of_two(seed=1, pace="300+15")
    clocks = event_log.table_clocks(table, current_state(table))
    assert clocks.free == 0
    assert clocks.next_expiry_time == table.time_due
    assert BREAK == 30 * SECOND


def test_the_other_player_is_told_of_an_absence_and_what_may_be_done(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = table_of_two(seed=1, pace="300+15")
    seat = min(current_state(table).awaited)
    people = (first, second)
    waiting = client_of(people[1 - seat])
    assert 'class="absence"' not in board(waiting, table)
    later = now.now() + presence.GRACE
    monkeypatch.setattr(now, "watch", lambda: later)
    record_sweep()
    Seat.objects.filter(table=table, number=seat).update(presence=Presence.GONE)
    page = board(waiting, table)
    assert f'value="{CLAIM}"' in page
    assert f'value="{STAND_IN}"' in page
    sent = {"number": field(page, "number"), "move": CLAIM}
    assert waiting.post(f"/tables/{table.key}/say", sent).status_code == 302
    assert Table.objects.get().status == Status.OVER


def board(client: Client, table: Table) -> str:
    return client.get(f"/tables/{table.key}").content.decode().partition('id="board"')[2]


def test_who_was_away_is_offered_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = table_of_two(seed=1)
    seat = min(current_state(table).awaited)
    people = (first, second)
    monkeypatch.setattr(presence, "may_replace_absent", lambda *_given: True)
    service.submit_event_text(table.key, people[1 - seat], table.number, STAND_IN)
    page = board(client_of(people[seat]), table)
    assert 'value="back"' in page
    assert 'value="draw"' not in page


@pytest.mark.parametrize("ending", [RESIGN, TIME, CLAIM, VOID])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_early_end_is_told_in_full_to_everybody(ending: str, language: str) -> None:
    table, first, _second = table_of_two(seed=1)
    state = current_state(table).after(SEATS[1], ending)
    with using_language(language):
        told = {hand_end.early_end_for_seat(state, seat, "Ann") for seat in SEATS} | {
            hand_end.early_end_text(state, ("Ann", "Bob"))
        }
    assert "" not in told
    assert len(told) == (1 if ending == VOID else 3)
    assert isinstance(first, Person)


def test_the_record_of_a_match_that_was_given_up_says_so_and_can_be_read() -> None:
    table, first, _second = table_of_two(seed=1)
    service.submit_event_text(table.key, first, table.number, RESIGN)
    reader = Client()
    text = reader.get(f"/games/{table.key}/record").content.decode()
    assert text.endswith("; seat 0 gave the match up: seat 1 has won\n")
    assert read_record(text).match.seeds is not None
    assert "resigned" in reader.get(f"/games/{table.key}").content.decode()
