"""Search for an opponent: pairing, the end of a search, its pages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.http import now as clock
from ginrummy.web.http.now import now
from ginrummy.web.lobby import pairing
from ginrummy.web.lobby.models import Seek
from ginrummy.web.lobby.pairing import DAYS, QUICK, UNHURRIED, start_seek, stop_seek, sweep_seeks
from ginrummy.web.people.models import BrowserSession, Mute, Person
from ginrummy.web.ratings.models import Rating
from ginrummy.web.tables import service
from ginrummy.web.tables.commitments import OfferedDeal, new_offer
from ginrummy.web.tables.errors import SeatTaken
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.pubsub import hub
from tests.web.forms import PASSWORD, field, new_table, offer, signed_up
from tests.web.play import account, person

pytestmark = pytest.mark.django_db


def seek(
    one: Person,
    variant: str = "standard",
    pace: str = QUICK,
    *,
    rated: bool = False,
    deal: OfferedDeal | None = None,
) -> Seek:
    start_seek(one, deal or new_offer(), variant=variant, pace=pace, is_rated=rated, cut="1")
    return Seek.objects.select_related("table").get(person=one)


def pass_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    later = now() + timedelta(seconds=seconds)
    monkeypatch.setattr(clock, "watch", lambda: later)


def found(one: Person) -> Table | None:
    return Seek.objects.get(person=one).table


def press(client: Client, **answers: str) -> None:
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "pace": QUICK} | answers
    assert client.post("/tables/seek", sent).status_code == 302


def test_two_who_wait_for_the_same_match_are_paired_at_once() -> None:
    ada, bob, cleo, dina = (person() for _one in range(4))
    seek(ada, "oklahoma")
    seek(bob, "oklahoma", DAYS)
    seek(cleo, "standard")
    assert not Table.objects.exists()
    seek(dina, "oklahoma")
    table = Table.objects.get()
    assert found(ada) == found(dina) == table
    assert (table.invited, table.pace, table.variant_name, table.is_listed) == (
        dina,
        QUICK,
        "oklahoma",
        False,
    )
    assert found(bob) is found(cleo) is None
    assert service.join(table.key, dina, cut="2").status == Status.PLAYING


def test_the_nearest_rating_comes_first_and_the_search_widens(monkeypatch: pytest.MonkeyPatch) -> None:
    weak, strong, stronger = (person() for _one in range(3))
    Rating.objects.create(person=strong, family="usual", value=1900)
    Rating.objects.create(person=stronger, family="usual", value=1950)
    seek(weak)
    seek(stronger)
    assert found(weak) is None
    monkeypatch.setattr(pairing, "NEAR", 10)
    seek(strong)
    assert found(strong) is None
    pass_time(monkeypatch, 5)
    sweep_seeks()
    assert found(weak) is None
    assert found(stronger) == found(strong) != None  # noqa: E711
    other = person()
    seek(other, pace=UNHURRIED)
    far = person()
    Rating.objects.create(person=far, family="usual", value=2100)
    seek(far, pace=UNHURRIED)
    assert found(far) is None
    pass_time(monkeypatch, 29)
    sweep_seeks()
    assert found(far) is None
    pass_time(monkeypatch, 2)
    sweep_seeks()
    assert found(far) == found(other) != None  # noqa: E711


def test_nobody_meets_oneself_or_somebody_muted_by_either() -> None:
    ada, bob = account(), account()
    for muter, muted in ((ada, bob), (bob, ada)):
        Mute.objects.all().delete()
        Mute.objects.create(person=muter, muted=muted)
        seek(ada)
        seek(bob)
        seek(ada)
        assert Seek.objects.filter(table=None).count() == 2


def test_nobody_meets_an_earlier_search_of_the_same_browser() -> None:
    signed_up("Ada")
    client = Client()
    press(client)
    client.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    press(client)
    client.post("/sign-out")
    press(client)
    assert Seek.objects.count() > 1
    assert not Table.objects.exists()


def test_a_match_is_rated_if_both_want_that_and_may() -> None:
    for first, second, is_rated in (
        (account(), account(), True),
        (account(), person(), False),
    ):
        seek(first, rated=True)
        seek(second, rated=True)
        table = found(first)
        assert table is not None
        assert table.is_rated == is_rated
    one, other = account(), account()
    seek(one, rated=True)
    seek(other)
    assert found(one) is not None
    assert not Table.objects.get(invited=other).is_rated


def test_whoever_does_not_cut_is_left_and_the_other_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob, cleo = person(), person(), person()
    seek(ada)
    seek(bob)
    pass_time(monkeypatch, 20)
    sweep_seeks()
    assert found(ada) is not None
    pass_time(monkeypatch, 15)
    sweep_seeks()
    assert found(ada) is None
    assert not Table.objects.exists()
    assert not Seek.objects.filter(person=bob).exists()
    seek(cleo)
    assert found(ada) == found(cleo) != None  # noqa: E711


def test_whoever_stops_leaves_the_other_searching() -> None:
    ada, bob = person(), person()
    for quitter, other in ((ada, bob), (bob, ada)):
        seek(ada)
        seek(bob)
        stop_seek(quitter)
        assert not Table.objects.exists()
        assert list(Seek.objects.all()) == [Seek.objects.get(person=other, table=None)]


def test_no_and_a_cleared_table_end_the_own_search_only() -> None:
    (host, ada), (guest, bob) = signed_up("Ada"), signed_up("Bob")
    press(host)
    press(guest)
    guest.post(f"/tables/{Table.objects.get().key}/decline")
    sweep_seeks()
    assert Seek.objects.get().person == ada
    press(guest)
    host.post(f"/tables/{Table.objects.get().key}/withdraw")
    assert Seek.objects.get().person == bob


def test_a_search_ends_when_its_person_is_gone_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    press(client)
    session = BrowserSession.objects.get()
    for _half_minute in range(4):
        pass_time(monkeypatch, 30)
        monkeypatch.setattr(hub, "sessions", lambda: [session.pk])
        sweep_seeks()
    assert Seek.objects.exists()
    monkeypatch.setattr(hub, "sessions", list)
    pass_time(monkeypatch, 50)
    assert b'data-state="waiting"' in client.get("/tables/seek").content
    pass_time(monkeypatch, 50)
    sweep_seeks()
    assert Seek.objects.exists(), "a look at the page is a sign of life"
    pass_time(monkeypatch, 15)
    seek(person())
    assert not Table.objects.exists()
    sweep_seeks()
    assert not Seek.objects.filter(session=session).exists()
    assert "because you were away" in client.get("/tables/seek").content.decode()
    assert "because you were away" not in client.get("/tables/seek").content.decode()


def test_a_deal_that_was_used_is_not_dealt_again() -> None:
    client, (ada, bob) = Client(), (person(), person())
    deal = new_offer()
    seek(ada, deal=deal)
    new_table(client, offer=deal.token)
    seek(bob)
    assert Seek.objects.get().person == bob
    with pytest.raises(SeatTaken):
        seek(ada, deal=deal)


def test_a_deleted_account_searches_no_more() -> None:
    ada, bob = account(), account()
    seek(ada)
    seek(bob)
    delete_account(ada)
    assert Seek.objects.get().person == bob
    assert found(bob) is None


def test_the_pages_of_a_search_without_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = Client(), Client()
    assert b'http-equiv="refresh"' not in host.get("/tables/seek").content
    press(host, name="Ada")
    page = host.get("/tables/seek").content.decode()
    assert 'http-equiv="refresh"' in page
    assert "data-wait" in page
    pass_time(monkeypatch, 21)
    page = host.get("/tables/seek").content.decode()
    assert "data-wait" not in page
    assert host.post("/play", {"offer": field(page, "offer"), "new": "on", "cut": "1"}).status_code == 302
    press(guest, name="Bob")
    assert "Waiting for Bob" in host.get("/tables/seek").content.decode()
    assert "Ada is here" in guest.get("/tables/seek").content.decode()
    assert "Ada invites you" in guest.get("/").content.decode()
    table = Table.objects.get(invited__name="Bob")
    assert guest.post(f"/tables/{table.key}/join", {"cut": "2"}).status_code == 302
    for client in (host, guest):
        assert client.get("/tables/seek").headers["Location"] == f"/tables/{table.key}"
        assert b"data-state" not in client.get("/tables/seek").content
    guest.post("/tables/seek", {"stop": "on"})


def test_wrong_answers_are_refused() -> None:
    client = Client()
    for wrong in (
        {"variant": "x"},
        {"pace": "600+20"},
        {"offer": "x"},
        {"seal": "x"},
        {"cut": "\n"},
        {"name": "x" * 99},
    ):
        sent = {"offer": offer(client), "cut": "1", "variant": "standard", "pace": QUICK} | wrong
        assert client.post("/tables/seek", sent).status_code >= 400, wrong
    assert not Seek.objects.exists()
