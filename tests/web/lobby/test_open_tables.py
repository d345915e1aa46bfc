"""The lobby: filters, invitations of known players, information before joining, rematches."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from ginrummy.locale import LANGUAGES
from ginrummy.web.http.now import now
from ginrummy.web.lobby.open_tables import Filters, filter_choices, open_table_entries, parse_filters
from ginrummy.web.lobby.views import LEVELS
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.people.preferences import USUAL_SKILL
from ginrummy.web.ratings.families import variant_family
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.tables import creation, pubsub, service
from ginrummy.web.tables.models import HOUSE, Seat, Status, Table
from ginrummy.web.tables.sse import StreamKeys, parse_stream_url
from ginrummy.web.tables.table_state import RESIGN
from tests.web.forms import PASSWORD, field, new_table, offer, signed_up
from tests.web.play import account, person, proposal

pytestmark = pytest.mark.django_db


def open_table(host: Person, variant: str = "standard", **terms: str | bool) -> Table:
    laid = replace(proposal(variant, is_listed=True), **terms)  # type: ignore[arg-type]  # any field
    return creation.create(laid, host, cut="1")


def keys(asker: Person | None = None, **wanted: str) -> set[str]:
    return {one.key for one in open_table_entries(parse_filters(wanted), asker)}


def test_each_filter_leaves_what_is_looked_for() -> None:
    host = account("Ada")
    usual = open_table(host, is_rated=True, pace="300+15", language="fr")
    oklahoma = open_table(host, "oklahoma", pace="600+20", language="ru")
    slow = open_table(host, "oklahoma_full", pace="3d", language="en")
    house = open_table(host, variant_name=HOUSE, language="en")
    assert keys() == {usual.key, oklahoma.key, slow.key, house.key}
    assert keys(game="oklahoma_full") == {slow.key}
    assert keys(game="family-usual") == {usual.key}
    assert keys(game=f"family-{HOUSE}") == {house.key}
    assert keys(rated="yes") == {usual.key}
    assert keys(rated="no", clock="none") == {house.key}
    assert keys(clock="live") == {usual.key, oklahoma.key}
    assert keys(clock="slow") == {slow.key}
    assert keys(language="ru") == {oklahoma.key}
    assert keys(language="xx", game="'; DROP", clock="never") == keys()
    assert parse_filters({"game": "nothing"}) == Filters()


def test_a_family_is_looked_for_whole() -> None:
    host = person()
    both = {open_table(host, name).key for name in ("oklahoma", "oklahoma_full")}
    assert keys(game="family-oklahoma") == both
    assert len({value for value, _words in filter_choices()["game"]}) == len(filter_choices()["game"])


def test_the_level_is_that_of_the_family() -> None:
    strong, asker = person(), person()
    table = open_table(strong)
    Rating.objects.create(person=strong, family="usual", value=1900, deviation=50)
    assert keys(asker) == {table.key}
    assert keys(asker, level="near") == set()
    Rating.objects.create(person=asker, family="usual", value=1850, deviation=50)
    assert keys(asker, level="near") == {table.key}


def test_the_muted_and_the_gone_are_not_listed() -> None:
    host, asker = person(), person()
    table, slow = open_table(host), open_table(host, pace="7d")
    Mute.objects.create(person=asker, muted=host)
    assert keys(asker) == set()
    assert keys() == {table.key, slow.key}
    Seat.objects.update(seen=now() - timedelta(hours=1))
    assert keys() == {slow.key}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_what_is_played_and_how(language: str) -> None:
    host, _owner = signed_up("Ada")
    table = new_table(host, rated="on", pace="600+20")
    assert (table.is_rated, table.is_listed, table.language) == (True, True, "en")
    page = Client().get("/tables/", headers={"accept-language": language}).content.decode()
    part = Client().get("/tables/open?rated=yes").content.decode()
    assert f"/tables/{table.key}" in page
    assert f"/tables/{table.key}" in part
    assert "<html" not in part
    assert "1500?" in part
    assert table.key not in Client().get("/tables/open?rated=no").content.decode()


def test_somebody_is_invited_told_and_the_seat_kept() -> None:
    host, _own = signed_up("Ada")
    guest, invited = signed_up("Bob")
    table = new_table(host, against="friend", invite="bob", rated="on", pace="600+20")
    assert table.invited == invited
    notice = guest.get("/").content.decode()
    assert f'href="/tables/{table.key}"' in notice
    assert "Look at the rules and join" in notice
    assert "Look at the rules and join" not in guest.get(f"/tables/{table.key}").content.decode()
    assert table.key not in Client().get("/").content.decode()
    assert "Bob" in host.get(f"/tables/{table.key}").content.decode()
    stranger = Client()
    assert 'name="cut"' not in stranger.get(f"/tables/{table.key}").content.decode()
    assert stranger.post(f"/tables/{table.key}/join", {"cut": "2"}).status_code == 403
    assert stranger.post(f"/tables/{table.key}/decline").status_code == 403
    assert guest.post(f"/tables/{table.key}/decline").status_code == 302
    assert table.key not in guest.get("/notices").content.decode()
    declined = host.get(f"/tables/{table.key}").content.decode()
    assert "does not want to play" in declined
    assert "Only Bob can join by this link" in declined
    assert "Send this link to the person" not in declined
    assert guest.post(f"/tables/{table.key}/join", {"cut": "2"}).status_code == 302
    assert guest.post(f"/tables/{table.key}/decline").status_code == 409


def test_an_invitation_names_a_rating_that_counts_or_was_earned() -> None:
    host, own = signed_up("Ada")
    tables = [new_table(host, against="friend"), new_table(host, against="friend", rated="on", pace="600+20")]

    def texts() -> list[bool]:
        return ["rating 1" in Client().get(f"/tables/{one.key}").content.decode() for one in tables]

    assert texts() == [False, True]
    Rating.objects.create(person=own, pool=Pool.PEOPLE, family=variant_family("standard"))
    assert texts() == [True, True]


@pytest.mark.parametrize("name", ["Nobody", "Ada", "Carl"])
def test_an_invitation_that_cannot_be_is_explained_at_the_field(name: str) -> None:
    host, own = signed_up("Ada")
    Mute.objects.create(person=own, muted=signed_up("Carl")[1])
    sent = {"offer": offer(host), "cut": "1", "variant": "standard", "against": "friend", "invite": name}
    response = host.post("/tables/new", sent)
    assert response.status_code == 400
    assert 'id="e-invite"' in response.content.decode()
    assert Table.objects.count() == 0


def test_guests_that_have_met_can_invite_each_other() -> None:
    host, guest = Client(), Client()
    guest.post("/settings", {"name": "Bob"})
    table = new_table(host)
    guest.post(f"/tables/{table.key}/join", {"cut": "2"})
    bob = Person.objects.get(name="Bob")
    form = host.get(f"/tables/new?against=friend&invite={bob.pk}").content.decode()
    assert 'name="invite"' in form
    assert 'value="Bob"' in form
    assert new_table(host, against="friend", invite="BOB").invited == bob


def test_the_muted_cannot_invite() -> None:
    host, own = signed_up("Ada")
    guest, other = signed_up("Bob")
    Mute.objects.create(person=other, muted=own)
    table = new_table(host, against="friend", invite="Bob")
    assert table.key not in guest.get("/").content.decode()


def test_a_table_is_cleared_by_its_player_only_and_only_while_it_waits() -> None:
    host, guest = Client(), Client()
    table = new_table(host)
    assert guest.post(f"/tables/{table.key}/withdraw").status_code == 403
    assert host.get(f"/tables/{table.key}/withdraw").status_code == 405
    guest.post(f"/tables/{table.key}/join", {"cut": "2"})
    assert host.post(f"/tables/{table.key}/withdraw").status_code == 409
    other = new_table(host)
    assert host.post(f"/tables/{other.key}/withdraw").status_code == 302
    assert host.post(f"/tables/{other.key}/withdraw").status_code == 404
    assert set(Table.objects.values_list("key", flat=True)) == {table.key}


def test_what_differs_is_seen_before_joining() -> None:
    host, guest = two_accounts()
    sent = {"gin_bonus": "31", "upcard": "true", "rated": "on", "pace": "600+20"}
    table = new_table(host, against="friend", **sent)
    page = unescape(guest.get(f"/tables/{table.key}").content.decode())
    differences = re.search(r'<ul class="differences">(.*?)</ul>', page, re.DOTALL)
    assert differences is not None
    assert ": 31." in differences[1]
    assert "rated: the result" in page
    assert "10 minutes" in page
    assert table.commitment in page
    assert page.count("<dt>") > 40


def test_everything_that_is_wrong_with_house_rules_is_said_at_once_each_at_its_field() -> None:
    client = Client()
    wrong = {
        "upcard": "false",
        "first_turn": "offer",
        "knock_limit.type": "upcard",
        "knock_limit.ace": "one",
        "spade_double": "true",
        "set_same_suit_duplicates": "true",
        "rubber_bonus": "100",
        "column_blitz_bonus": "50",
        "gin_void_if_defender_zero": "true",
        "layoff_on_gin": "false",
        "ace_points": "7",
        "gin_bonus": "many",
        "hand_nondealer": "4",
    }
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "friend"} | wrong
    response = client.post("/tables/new", sent)
    assert response.status_code == 400
    page = response.content.decode()
    at = set(re.findall(r'class="error" id="e-([^"]+)"', page))
    assert at >= {
        "first_turn",
        "knock_limit.type",
        "spade_double",
        "set_same_suit_duplicates",
        "rubber_bonus",
        "column_blitz_bonus",
        "gin_void_if_defender_zero",
        "ace_points",
        "gin_bonus",
    }
    assert Table.objects.count() == 0


def two_accounts() -> tuple[Client, Client]:
    return signed_up("Ada")[0], signed_up("Bob")[0]


def finished(host: Client, guest: Client) -> Table:
    table = new_table(host, against="friend", rated="on", pace="600+20")
    guest.post(f"/tables/{table.key}/join", {"cut": "2"})
    host.post(f"/tables/{table.key}/say", {"number": "2", "move": "resign"})
    table.refresh_from_db()
    assert table.status == Status.OVER
    return table


def test_a_rematch_reaches_the_other_player_and_the_deal_changes_hands() -> None:
    host, guest = two_accounts()
    before = finished(host, guest)
    page = host.get(f"/tables/{before.key}").content.decode()
    assert "1500 → 14" in page
    sent = {"offer": field(page, "offer"), "cut": "1"}
    host.post(f"/tables/{before.key}/rematch", sent)
    later = Table.objects.get(rematch_of=before)
    assert (later.is_rated, later.pace) == (True, "600+20")
    seen = guest.get(f"/tables/{before.key}/board").content.decode()
    assert f'action="/tables/{later.key}/join"' in seen
    assert later.commitment in seen
    assert later.key in guest.get("/").content.decode()
    assert Client().post(f"/tables/{later.key}/join", {"cut": "9"}).status_code == 403
    assert guest.post(f"/tables/{before.key}/rematch", sent)["Location"] == f"/tables/{later.key}"
    assert guest.post(f"/tables/{later.key}/join", {"cut": "2"}).status_code == 302
    assert Table.objects.count() == 2
    later.refresh_from_db()
    seats = {seat.person_id: seat.number for seat in before.seats.all()}
    dealt = next(one for one, number in seats.items() if number == service.first_dealer(before))
    deals = {seat.number: seat.person_id for seat in later.seats.all()}[service.first_dealer(later)]
    assert deals != dealt


def test_the_offer_of_a_rematch_names_the_dealer_as_the_reader_sees_it() -> None:
    host, guest = two_accounts()
    for _match in range(2):
        before = finished(host, guest)
        for asker, asked, name in ((host, guest, "Ada"), (guest, host, "Bob")):
            asker.post(f"/tables/{before.key}/rematch", {"offer": offer(asker), "cut": "1"})
            later = Table.objects.get(rematch_of=before)
            waiting = asker.get(f"/tables/{later.key}").content.decode()
            assert waiting.index("The invitation is sent") < waiting.index("can join by this link")
            seen = " ".join(asked.get(f"/tables/{before.key}/board").content.decode().split())
            deals = later.first_dealer != later.seats.get().number
            assert ("You deal first this time." in seen) is deals
            assert (f"{name} deals first this time." in seen) is not deals
            assert asked.post(f"/tables/{later.key}/join", {"cut": "2"}).status_code == 302
            later.refresh_from_db()
            dealer = service.first_dealer(later)
            assert (str(later.seats.get(number=dealer).person) != name) is deals
            later.delete()


def test_a_level_that_adapts_begins_the_rematch_as_the_match_asks_for_and_is_not_rated() -> None:
    client, owner = signed_up("Ada")
    before = creation.create(proposal(), owner, cut="1", bot="even", bot_cut="2")
    service.submit_event_text(before.key, owner, before.number, RESIGN)
    sent = {"offer": offer(client), "cut": "1"}
    assert client.post(f"/tables/{before.key}/rematch", sent).status_code == 302
    later = Table.objects.get(rematch_of=before)
    assert later.seats.get(person=None).bot == "even@50"
    assert "#even" in client.get(f"/tables/{later.key}").content.decode()
    for spec in ("even@0", "even@101", "even@999"):
        beyond = {"variant": "standard", "against": spec, "cut": "1", "offer": offer(client)}
        assert client.post("/tables/new", beyond).status_code == 422
    rated = {"variant": "standard", "against": "even", "pace": "600+20", "rated": "on", "cut": "1"}
    refused = client.post("/tables/new", rated | {"offer": offer(client)})
    assert (refused.status_code, "adapts to you" in refused.content.decode()) == (400, True)
    assert Table.objects.count() == 2


def test_a_rematch_is_declined_or_withdrawn() -> None:
    host, guest = two_accounts()
    before = finished(host, guest)
    for way in ("decline", "withdraw"):
        host.post(f"/tables/{before.key}/rematch", {"offer": offer(host), "cut": "1"})
        later = Table.objects.get(rematch_of=before)
        asked = guest if way == "decline" else host
        assert asked.post(f"/tables/{later.key}/{way}").status_code == 302
        assert "/join" not in guest.get(f"/tables/{before.key}/board").content.decode()
        Table.objects.filter(pk=later.pk).delete()


def test_nobody_asks_a_deleted_player_for_a_rematch() -> None:
    host, guest = two_accounts()
    before = finished(host, guest)
    guest.post("/account", {"do": "delete", "password": PASSWORD})
    sent = {"offer": offer(host), "cut": "1"}
    assert host.post(f"/tables/{before.key}/rematch", sent).status_code == 409
    assert Table.objects.count() == 1


async def test_the_lobby_and_whoever_is_invited_hear_of_it() -> None:
    assert parse_stream_url("/tables/stream", b"") == StreamKeys((pubsub.LOBBY,))
    listener = pubsub.hub.subscribe(pubsub.LOBBY, pubsub.person_key("somebody"))
    assert pubsub.hub.size == 1
    for key in (pubsub.LOBBY, pubsub.person_key("somebody")):
        await asyncio.to_thread(pubsub.hub.notify, key, 0)
        assert await listener.wait(20) == {key: 0}
    pubsub.hub.unsubscribe(listener)
    assert pubsub.hub.size == 0


def test_opening_joining_and_inviting_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(pubsub, "announce", lambda key, _number: told.append(key))
    host, guest = person(), person()
    table = open_table(host)
    assert pubsub.LOBBY in told
    told.clear()
    service.join(table.key, guest, cut="2")
    assert pubsub.LOBBY in told
    creation.create(replace(proposal(), invited=guest), host, cut="1")
    assert pubsub.person_key(guest.key) in told


@pytest.mark.parametrize("against", ["nobody-we-know", "network", ""])
def test_whom_the_form_does_not_offer_is_not_left_unchosen(against: str) -> None:
    page = Client().get("/tables/new", {"against": against}).content.decode()
    chosen = re.findall(r'name="against" value="(\w+)"\s+checked', page)
    assert chosen == [LEVELS[USUAL_SKILL]]


@pytest.mark.parametrize(
    ("address", "first"),
    [
        ("/tables/new", "beginner"),
        ("/tables/new?against=simple", "beginner"),
        ("/tables/new?against=friend", "friend"),
        ("/tables/new?against=anybody", "friend"),
        ("/tables/new?against=beside", "friend"),
    ],
)
def test_people_are_the_first_opponents_of_the_form_where_one_was_chosen(address: str, first: str) -> None:
    form = Client().get(address).content.decode()
    found = re.findall(r'type="radio" name="against" value="(\w+)"', form)
    assert found[0] == first
    assert len(found) == len(set(found)) > len(("friend", "anybody", "beside"))
