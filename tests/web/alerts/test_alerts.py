"""Recipients, times and browsers of alerts."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.accounts.models import Letter
from ginrummy.web.alerts import devices, push
from ginrummy.web.alerts.alert_queue import (
    PAUSES,
    prompt_alerts,
    send_due_alerts,
    slow_alerts,
    waiting_turns,
)
from ginrummy.web.alerts.alert_settings import (
    AlertSettings,
    alert_settings_of,
    change_alert_settings,
    store_alert_settings,
)
from ginrummy.web.alerts.devices import MOST_DEVICES, MOST_FAILURES, devices_of, register_device
from ginrummy.web.alerts.models import Alert, Device, Kind
from ginrummy.web.alerts.push import parse_target
from ginrummy.web.alerts.sources import queue_alert
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http import now as clock
from ginrummy.web.http.now import now
from ginrummy.web.lobby.player_invitations import decline
from ginrummy.web.people.models import BrowserSession, Mute, Person
from ginrummy.web.rooms import membership
from ginrummy.web.rooms.models import Role
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Presence, Seat, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.alerts.push_service import CLOSED, PushService, Receiver, push_service
from tests.web.forms import PASSWORD, signed_up
from tests.web.play import anything, client_of, person, proposal, table_of_two
from tests.web.rooms.evening_play import member, play, room_of, sit, sit_all, start

pytestmark = pytest.mark.django_db

LATER = timedelta(hours=1)
"""Long enough to count as away."""


@pytest.fixture
def service_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A local push service."""
    with push_service(tmp_path, monkeypatch) as found:
        yield found


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Advance the clock."""
    begun = now()
    return lambda time: monkeypatch.setattr(clock, "watch", lambda: begun + time)


def told(who: Person, name: str = "one", language: str = "en", **wishes: bool) -> Receiver:
    """Subscribe another browser of `who` to these alerts. Return the browser."""
    found = Receiver()
    target = parse_target(f"https://localhost/{name}", **found.texts)
    register_device(BrowserSession.objects.create(person=who), target, found.texts | {"language": language})
    store_alert_settings(who, change_alert_settings(alert_settings_of(who), wishes or {"turn": True}))
    return found


def slow_match() -> tuple[Table, Person, Person]:
    """Return a match with days for a turn, the player to move, and the other."""
    table, first, second = table_of_two(seed=1, pace="1d")
    mover, other = (first, second) if 0 in current_state(table).awaited else (second, first)
    return service.find_table(table.key), mover, other


def move(table: Table, mover: Person) -> Table:
    """Pass the turn of `mover` to the other player."""

    seat, chance = service.seat_number(table, mover), random.Random(1)
    while seat in current_state(table).awaited:
        table = service.submit_event_text(
            table.key, mover, table.number, anything(current_state(table), chance)
        )
    return table


def away(table: Table) -> None:
    """Close everybody's pages long ago."""
    Seat.objects.filter(table=table).update(seen=now() - LATER)


def bodies(service_here: PushService, browser: Receiver, name: str = "one") -> list[Any]:
    return [browser.read(body) for body in service_here.bodies.get(f"/{name}", [])]


def test_whoever_is_away_is_told_of_the_turn_without_any_card(service_here: PushService) -> None:
    table, mover, other = slow_match()
    browser = told(other)
    away(table)
    move(table, mover)
    assert send_due_alerts() == 1
    assert bodies(service_here, browser) == [
        {
            "title": "It is your turn",
            "body": f"Gin Rummy (standard) against {mover}",
            "tag": table.key,
            "url": f"/tables/{table.key}",
            "turns": 1,
        }
    ]
    assert Device.objects.get().succeeded is not None
    assert not Alert.objects.exists()


@pytest.mark.parametrize(
    ("language", "title"), [("fr", "C’est à vous de jouer"), ("ru", "Ваш ход"), ("de", "It is your turn")]
)
def test_a_browser_is_told_in_its_language(service_here: PushService, language: str, title: str) -> None:
    table, mover, other = slow_match()
    browser = told(other, language=language)
    away(table)
    move(table, mover)
    send_due_alerts()
    assert [message["title"] for message in bodies(service_here, browser)] == [title]


def test_the_first_browser_turns_all_switches_on_unless_some_were_chosen() -> None:
    client, ada = signed_up("Ada")
    kinds = [f'name="kind" value="{kind}"' for kind in ("turn", "arrival", "invitation", "round")]
    page = client.get("/settings/alerts").content.decode()
    assert [kind for kind in kinds if kind in page] == kinds
    store_alert_settings(ada, AlertSettings(invitation=True))
    page = client.get("/settings/alerts").content.decode()
    assert [kind for kind in kinds if kind in page] == []


def test_a_language_chosen_later_goes_before_that_of_the_browser(service_here: PushService) -> None:
    client, other = signed_up("Ada")
    browser = told(other, language="en")
    client.post("/settings", {"language": "fr"})
    queue_alert(None, Person.objects.get(pk=other.pk), Kind.TEST, timedelta(0))
    send_due_alerts()
    assert [message["title"] for message in bodies(service_here, browser)] == [
        "Les notifications arrivent ici"
    ]


def test_whoever_has_the_page_open_is_not_told(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, mover, other = slow_match()
    told(other)
    move(table, mover)
    assert send_due_alerts() == 0
    later(timedelta(seconds=30))
    Seat.objects.filter(table=table, person=other).update(seen=now() - timedelta(seconds=12))
    assert send_due_alerts() == 1
    assert not service_here.heads
    assert not Alert.objects.exists()


def test_whoever_closes_the_page_as_the_turn_begins_is_told(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, mover, other = slow_match()
    told(other)
    move(table, mover)
    Seat.objects.filter(table=table, person=other).update(
        seen=now() + timedelta(seconds=1.6), presence=Presence.AWAY
    )
    later(timedelta(seconds=30))
    assert send_due_alerts() == 1
    assert len(service_here.heads) == 1


def test_whoever_plays_elsewhere_is_told_afterwards(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, mover, other = slow_match()
    told(other)
    away(table)
    elsewhere = creation.create(proposal(), other, cut="1", bot="novice")
    move(table, mover)
    send_due_alerts()
    assert not service_here.heads
    away(elsewhere)
    later(timedelta(minutes=2))
    send_due_alerts()
    assert len(service_here.heads) == 1


def test_a_match_without_a_slow_clock_calls_nobody_back_at_once(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, first, second = table_of_two(seed=1)
    mover, other = (first, second) if 0 in current_state(table).awaited else (second, first)
    told(other)
    away(table)
    move(service.find_table(table.key), mover)
    assert send_due_alerts() == 0
    later(timedelta(minutes=2))
    assert send_due_alerts() == 1
    assert len(service_here.heads) == 1


def test_a_turn_that_was_taken_is_not_told(service_here: PushService) -> None:
    table, mover, other = slow_match()
    told(other)
    away(table)
    table = move(table, mover)
    move(table, other)
    send_due_alerts()
    assert not service_here.heads


def test_the_host_is_told_who_has_come(service_here: PushService) -> None:
    host, guest = person("Ada"), person("Bob")
    table = creation.create(proposal(), host, cut="1")
    browser = told(host, arrival=True)
    away(table)
    service.join(table.key, guest, cut="2")
    send_due_alerts()
    (message,) = bodies(service_here, browser)
    assert (message["title"], message["body"]) == (
        "Your opponent is here: play",
        "Gin Rummy (standard) against Bob",
    )


def test_an_invitation_is_told_until_it_is_declined_and_never_by_a_muted_player(
    service_here: PushService,
) -> None:
    host, guest = person("Ada"), person("Bob")
    browser = told(guest, invitation=True)

    def invite() -> Table:
        return creation.create(replace(proposal(), invited=guest), host, cut="1")

    invite()
    send_due_alerts()
    assert [message["title"] for message in bodies(service_here, browser)] == ["You are invited to a game"]
    decline(invite().key, guest)
    Mute.objects.create(person=guest, muted=host)
    invite()
    send_due_alerts()
    assert len(service_here.heads) == 1


def test_nothing_is_told_that_was_not_asked_for(service_here: PushService) -> None:
    table, mover, other = slow_match()
    told(other, arrival=True)
    told(mover, "two", turn=True)
    away(table)
    with CaptureQueriesContext(connection) as queries:
        move(table, mover)
    assert "alerts" not in " ".join(
        query["sql"].split("WHERE")[0] for query in queries if "INSERT" in query["sql"]
    )
    assert not Alert.objects.exists()


def test_a_newer_alert_replaces_the_older_one(service_here: PushService) -> None:
    table, mover, other = slow_match()
    store_alert_settings(mover, AlertSettings(turn=True))
    store_alert_settings(other, AlertSettings(turn=True))
    away(table)
    for who in (mover, other, mover, other):
        table = move(service.find_table(table.key), who)
    assert sorted(Alert.objects.values_list("person", flat=True)) == sorted([mover.pk, other.pk])


def test_quiet_hours_put_off_what_still_matters(
    service_here: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, mover, other = slow_match()
    told(other)
    night = datetime(2026, 7, 1, 21, 30, tzinfo=UTC)
    store_alert_settings(other, AlertSettings(turn=True, quiet_from=23, quiet_to=7, zone="Europe/Paris"))
    monkeypatch.setattr(clock, "watch", lambda: night)
    Seat.objects.filter(table=table).update(seen=night - LATER)
    move(table, mover)
    Seat.objects.filter(table=table).update(seen=night - LATER)
    send_due_alerts()
    assert not service_here.heads
    assert Alert.objects.get().due == datetime(2026, 7, 2, 5, tzinfo=UTC)
    monkeypatch.setattr(clock, "watch", lambda: datetime(2026, 7, 2, 5, tzinfo=UTC))
    send_due_alerts()
    assert len(service_here.heads) == 1


@pytest.mark.parametrize(
    ("quiet", "moment", "end"),
    [
        ((22, 7, "UTC"), datetime(2026, 1, 1, 21, 59), None),
        ((22, 7, "UTC"), datetime(2026, 1, 1, 22, 0), datetime(2026, 1, 2, 7)),
        ((22, 7, "UTC"), datetime(2026, 1, 2, 6, 59), datetime(2026, 1, 2, 7)),
        ((22, 7, "UTC"), datetime(2026, 1, 2, 7, 0), None),
        ((9, 17, "Asia/Vladivostok"), datetime(2026, 1, 1, 23, 0), datetime(2026, 1, 2, 7)),
        ((22, 7, "America/New_York"), datetime(2026, 3, 8, 5, 0), datetime(2026, 3, 8, 11)),
        ((1, 3, "Europe/Paris"), datetime(2026, 3, 29, 0, 30), datetime(2026, 3, 29, 1)),
        ((5, 5, "UTC"), datetime(2026, 1, 1, 5, 0), None),
        ((22, 7, ""), datetime(2026, 1, 1, 23, 0), None),
    ],
)
def test_quiet_hours_go_by_the_persons_clock(
    quiet: tuple[int, int, str], moment: datetime, end: datetime | None
) -> None:
    found = AlertSettings(quiet_from=quiet[0], quiet_to=quiet[1], zone=quiet[2]).quiet_until(
        moment.replace(tzinfo=UTC)
    )
    assert found == (end and end.replace(tzinfo=UTC))


def test_wishes_are_read_back_and_nothing_else_is_believed() -> None:
    who = person()
    store_alert_settings(who, AlertSettings(mail=True, quiet_from=3, zone="Europe/Paris"))
    assert alert_settings_of(Person.objects.get(pk=who.pk)) == AlertSettings(
        mail=True, quiet_from=3, zone="Europe/Paris"
    )
    rubbish = {
        "turn": "yes",
        "quiet_from": 24,
        "quiet_to": "7",
        "zone": "../etc/passwd",
        "language": "xx",
        "more": True,
    }
    assert change_alert_settings(AlertSettings(), rubbish) == AlertSettings()
    store_alert_settings(who, AlertSettings())
    assert who.alerts == {}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_removed(service_here: PushService, status: int) -> None:
    table, mover, other = slow_match()
    told(other)
    service_here.statuses["/one"] = status
    away(table)
    move(table, mover)
    send_due_alerts()
    assert not Device.objects.exists()
    assert not Alert.objects.exists()


@pytest.mark.parametrize("status", [CLOSED, 301, 429, 500])
def test_a_service_that_refuses_is_tried_again_and_then_left(
    service_here: PushService,
    later: Callable[[timedelta], None],
    status: int,
) -> None:
    table, mover, other = slow_match()
    told(other)
    told(other, "two")
    service_here.statuses["/one"] = status
    away(table)
    move(table, mover)
    passed = timedelta(0)
    for pause in (timedelta(0), *PAUSES):
        passed += pause + timedelta(seconds=1)
        later(passed)
        assert send_due_alerts() == 1
    assert len(service_here.bodies["/one"]) == 1 + len(PAUSES)
    assert len(service_here.bodies["/two"]) == 1
    assert not Alert.objects.exists()
    assert Device.objects.get(endpoint__endswith="one").failures == 1 + len(PAUSES)


@pytest.mark.parametrize("status", [429, 503])
def test_a_service_that_asks_for_a_pause_gets_it(
    service_here: PushService, later: Callable[[timedelta], None], status: int
) -> None:
    table, mover, other = slow_match()
    told(other)
    service_here.statuses["/one"], service_here.pauses["/one"] = status, "600"
    away(table)
    move(table, mover)
    assert send_due_alerts() == 1
    later(timedelta(seconds=590))
    assert send_due_alerts() == 0
    later(timedelta(seconds=610))
    assert send_due_alerts() == 1


def test_dead_browsers_of_one_person_delay_nobody_whose_browsers_answer(service_here: PushService) -> None:
    for place in range(3):
        other, mover = person(), person()
        told(other, f"dead-{place}")
        told(mover, f"alive-{place}")
        Device.objects.filter(session__person=other).update(failures=1)
        service_here.statuses[f"/dead-{place}"] = CLOSED
        for one in (other, mover):
            queue_alert(None, one, Kind.TEST, timedelta(0))
    assert send_due_alerts(prompt_alerts) == 3
    assert sorted(service_here.bodies) == [f"/alive-{place}" for place in range(3)]
    assert send_due_alerts(slow_alerts) == 3
    assert len(service_here.bodies) == 6


def test_a_browser_that_is_never_reached_is_removed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    who = person()
    told(who)
    monkeypatch.setattr(push, "is_public", lambda _address: False)
    for _time in range(MOST_FAILURES):
        assert devices_of(who).exists()
        devices.post_to_devices(devices_of(who), {"en": {}}, "a table")
    assert not devices_of(who).exists()


def test_a_sign_out_ends_the_alerts_of_that_browser_alone(
    django_capture_on_commit_callbacks: Any,
) -> None:
    client, owner = signed_up("Ada")
    sent = {"endpoint": "https://localhost/own", **Receiver().texts, "kind": "turn"}
    assert client.post("/settings/alerts/devices", sent).status_code == 204
    told(owner, "other")
    assert devices_of(owner).count() == 2
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/sign-out")
    assert Device.objects.count() == 1
    assert [each.endpoint for each in devices_of(owner)] == ["https://localhost/other"]


def test_a_guest_who_signs_up_or_in_keeps_the_alerts_of_that_browser() -> None:
    guest = Client()
    sent = {"endpoint": "https://localhost/one", **Receiver().texts, "kind": "turn"}
    guest.post("/settings/alerts/devices", sent)
    guest.post("/sign-up", {"name": "Ada", "password": PASSWORD})
    ada = Person.objects.get(name="Ada")
    assert (devices_of(ada).count(), alert_settings_of(ada).turn) == (1, True)
    _client, owner = signed_up("Bob")
    second = Client()
    second.post("/settings/alerts/devices", sent | {"endpoint": "https://localhost/two"})
    second.post("/sign-in", {"name": "Bob", "password": PASSWORD})
    owner.refresh_from_db()
    assert (devices_of(owner).count(), alert_settings_of(owner).turn) == (1, True)
    guest.post("/sign-in", {"name": "Bob", "password": PASSWORD})
    assert (devices_of(owner).count(), Device.objects.count()) == (1, 1)


def test_a_deleted_account_leaves_nothing() -> None:
    _client, owner = signed_up("Ada")
    told(owner)
    delete_account(owner)
    assert not Device.objects.exists()
    assert Person.objects.get(pk=owner.pk).alerts == {}


def test_a_browser_belongs_to_one_session_and_a_person_has_so_many() -> None:
    first, second = person(), person()
    told(first, "same")
    told(second, "same")
    assert (devices_of(first).count(), devices_of(second).count()) == (0, 1)
    for number in range(MOST_DEVICES + 1):
        told(first, str(number))
    assert "https://localhost/0" not in [each.endpoint for each in devices_of(first)]
    assert devices_of(first).count() == MOST_DEVICES
    page = client_of(first).get("/settings/alerts").content.decode()
    assert page.count("/settings/alerts/devices/") == MOST_DEVICES
    assert "https://localhost" not in page


def test_a_device_is_removed_by_its_owner_alone() -> None:
    owner = person()
    told(owner)
    path = f"/settings/alerts/devices/{Device.objects.get().pk}"
    client_of(person()).post(path)
    Client().post(path)
    assert Device.objects.exists()
    client_of(owner).post(path)
    assert not Device.objects.exists()


def test_what_stands_around_a_key_is_not_stored() -> None:
    client, texts = Client(), Receiver().texts
    noisy = {name: "!" * 500 + text + "==" for name, text in texts.items()}
    sent = {"endpoint": "https://localhost/one", "kind": "turn"} | noisy
    assert client.post("/settings/alerts/devices", sent).status_code == 204
    device = Device.objects.get()
    assert {"key": device.key, "auth": device.auth} == texts


@pytest.mark.parametrize("sent", [{}, {"endpoint": "http://localhost/1"}, {"key": "x"}, {"auth": "x"}])
def test_what_no_browser_would_send_is_refused(sent: dict[str, str]) -> None:
    good = {"endpoint": "https://localhost/one", **Receiver().texts}
    answer = Client().post("/settings/alerts/devices", (good | sent) if sent else {})
    assert answer.status_code == 400
    assert not Device.objects.exists()


def test_the_switches_are_saved_and_a_wrong_zone_is_told() -> None:
    client = Client()
    form = {"turn": "on", "quiet_from": "22", "quiet_to": "7", "zone": "Europe/Paris"}
    assert client.post("/settings/alerts", form).status_code == 302
    assert alert_settings_of(Person.objects.get()) == AlertSettings(
        turn=True, quiet_from=22, quiet_to=7, zone="Europe/Paris", language="en"
    )
    refused = client.post("/settings/alerts", form | {"zone": "Europe/Atlantis"})
    assert (refused.status_code, 'id="e-zone"' in refused.content.decode()) == (400, True)


def test_a_test_reaches_every_browser_in_quiet_hours_too(service_here: PushService) -> None:
    who = person()
    first, second = told(who), told(who, "two", language="fr")
    store_alert_settings(who, AlertSettings(quiet_from=0, quiet_to=23, zone="UTC"))
    client = client_of(who)
    assert client.post("/settings/alerts/test")["Location"] == "/settings/alerts?sent=1"
    client.post("/settings/alerts/test")
    send_due_alerts()
    assert [each["title"] for each in bodies(service_here, first)] == ["Notifications arrive here"]
    assert len(bodies(service_here, second, "two")) == 1


def test_the_badge_counts_the_turns_in_matches_with_people() -> None:
    table, mover, other = slow_match()
    creation.create(proposal(), mover, cut="1", bot="novice")
    assert (waiting_turns(mover), waiting_turns(other)) == (1, 0)
    assert json.loads(client_of(mover).get("/turns").content) == {"turns": 1}
    assert json.loads(Client().get("/turns").content) == {"turns": 0}
    assert table.pk


def test_guests_without_data_are_deleted_with_their_browsers() -> None:
    who = person()
    told(who)
    Person.objects.filter(pk=who.pk).update(created=now() - timedelta(days=31))
    delete_expired_data()
    assert not Person.objects.filter(pk=who.pk).exists()


@pytest.fixture
def with_mail(settings: Any) -> None:
    """A server with a mail server."""
    settings.HAS_MAIL, settings.IS_HTTPS = True, True
    settings.NAME_IN_LETTERS, settings.PORT_IN_LETTERS = "gin.example.org", 443


def mailed_match() -> tuple[Table, Person, Person]:
    """Return a slow match whose second player wants e-mails and has no subscribed browser."""
    table, mover, other = slow_match()
    other.user = User.objects.create(username="Ada", email="ada@example.org")
    other.save()
    store_alert_settings(other, AlertSettings(turn=True, mail=True))
    away(table)
    return table, mover, other


@pytest.mark.usefixtures("with_mail")
def test_where_no_browser_is_reached_one_mail_tells_of_the_turn_until_the_person_was_there() -> None:
    table, mover, other = mailed_match()
    move(table, mover)
    send_due_alerts()
    (letter,) = Letter.objects.all()
    assert (letter.address, letter.subject) == ("ada@example.org", "Gin Rummy – It is your turn")
    assert f"https://gin.example.org/tables/{table.key}" in letter.text
    table = move(move(service.find_table(table.key), other), mover)
    send_due_alerts()
    assert Letter.objects.count() == 1
    was_here = {"seen": now() + timedelta(seconds=1), "presence": Presence.AWAY}
    Seat.objects.filter(table=table, person=other).update(**was_here)
    move(move(service.find_table(table.key), other), mover)
    send_due_alerts()
    assert Letter.objects.count() == 2


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize(
    ("chosen", "title"), [("", "Джин рамми – Ваш ход"), ("fr", "Gin Rami – C’est à vous de jouer")]
)
def test_a_mail_is_in_the_language_of_the_page_that_asked_for_it(chosen: str, title: str) -> None:
    table, mover, other = mailed_match()
    guest = Person.objects.filter(pk=other.pk)
    guest.update(user=None, preferences={"language": chosen})
    client_of(other).post("/settings/alerts", {"turn": "on", "mail": "on"}, headers={"accept-language": "ru"})
    guest.update(user=other.user)
    away(table)
    move(table, mover)
    send_due_alerts()
    assert Letter.objects.get().subject == title


@pytest.mark.usefixtures("with_mail")
def test_the_link_in_a_mail_switches_it_off_without_signing_in() -> None:
    table, mover, other = mailed_match()
    move(table, mover)
    send_due_alerts()
    link = Letter.objects.get().text.split()[-1].removeprefix("https://gin.example.org")
    assert Client().get(link).status_code == 200
    other.refresh_from_db()
    assert alert_settings_of(other).mail
    assert Client().post(link).status_code == 200
    other.refresh_from_db()
    assert alert_settings_of(other) == AlertSettings(turn=True)
    assert Client().post(link[:-1]).status_code == 404


@pytest.mark.usefixtures("with_mail")
@pytest.mark.parametrize("lacks", ["switch", "address", "days", "silence"])
def test_no_mail_is_sent_that_is_not_needed_or_not_wanted(
    lacks: str, service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, mover, other = mailed_match()
    if lacks == "switch":
        store_alert_settings(other, AlertSettings(turn=True))
    elif lacks == "address":
        User.objects.update(email="")
    elif lacks == "days":
        Table.objects.update(pace="")
    else:
        told(other)
    move(service.find_table(table.key), mover)
    later(timedelta(minutes=2))
    assert send_due_alerts() == 1
    assert not Letter.objects.exists()
    assert len(service_here.heads) == (lacks == "silence")


@pytest.mark.usefixtures("with_mail")
def test_a_browser_that_stays_silent_leaves_the_turn_to_a_mail(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    table, mover, other = mailed_match()
    told(other)
    service_here.statuses["/one"] = 503
    move(table, mover)
    passed = timedelta(0)
    for pause in (timedelta(0), *PAUSES):
        assert not Letter.objects.exists()
        passed += pause + timedelta(seconds=1)
        later(passed)
        send_due_alerts()
    assert Letter.objects.count() == 1


def test_the_next_board_of_an_evening_is_told_once_and_to_whom_it_waits_for(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    room, people = room_of("partnership", "Ada", "Bob", "Eve", "Tom")
    browsers = {one: told(one, one.name.lower(), round=True) for one in people[:3]}
    start(room, people)
    first, second = sit_all(room, people)
    later(timedelta(seconds=30))
    send_due_alerts()
    assert not service_here.heads, "who sits at the board knows of it"
    play(first)
    assert not Alert.objects.exists(), "the boards of the next deal wait for the other one"
    play(second)
    assert {alert.person for alert in Alert.objects.all()} == set(browsers)
    away(first)
    away(second)
    sit(room, people[0])
    away(Table.objects.latest("pk"))
    later(timedelta(minutes=2))
    send_due_alerts()
    assert bodies(service_here, browsers[people[0]], "ada") == [], "she has opened the next one"
    (message,) = bodies(service_here, browsers[people[1]], "bob")
    opponent = message["body"].removeprefix("Club: against ")
    assert opponent in ("Ada", "Eve", "Tom")
    assert (message["title"], message["url"]) == ("Your next game is ready", f"/rooms/{room.key}")
    assert not Alert.objects.exists()


def test_a_start_of_an_evening_is_told_and_an_invitation_is_not_told_twice(
    service_here: PushService, later: Callable[[timedelta], None]
) -> None:
    room, people = room_of("partnership", "Ada", "Bob", "Eve", "Tom")
    for one in people:
        told(one, one.name.lower(), round=True, invitation=one.name == "Tom")
    start(room, people)
    assert Alert.objects.count() == len(people)
    ada, bob, eve, tom = people
    membership.set_role(room.key, ada, member(room, eve).pk, Role.REMOVED)
    opened = sit(room, bob)
    assert opened is not None
    assert opened.invited == tom
    away(opened)
    later(timedelta(minutes=2))
    send_due_alerts()
    posts = {path: len(sent) for path, sent in service_here.bodies.items()}
    assert posts == {"/ada": 1, "/tom": 1}, "Bob sits, Eve was sent away, Tom has his invitation"


def test_two_sessions_that_register_one_browser_at_once_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (BrowserSession.objects.create(person=Person.objects.create()) for _number in range(2))
    target, texts = parse_target("https://localhost/one", **Receiver().texts), {"language": "en"}
    write = Device.objects.update_or_create

    def write_late(**given: Any) -> tuple[Device, bool]:
        Device.objects.create(session=first, endpoint=target.endpoint)
        return write(**given)

    monkeypatch.setattr(Device.objects, "update_or_create", write_late)
    register_device(second, target, texts)
    assert [each.session for each in Device.objects.all()] == [second]
