"""Unearned ratings, line by line of the threat model in docs/people.md: no way pays."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from html import unescape
from urllib.parse import quote

import pytest
from django.test import Client

from ginrummy.coach import glicko
from ginrummy.locale import LANGUAGES
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Change, Rating
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.clocks import PACES, parse_time_control
from ginrummy.web.tables.models import Seat, Table
from ginrummy.web.tables.rated_eligibility import MOST_A_DAY, NotRated
from ginrummy.web.tables.table_state import RESIGN
from tests.web.api_client import Program, refused
from tests.web.forms import PASSWORD, at_once, new_table, offer, signed_up
from tests.web.play import (
    account,
    both_move,
    client_of,
    person,
    proposal,
    rated_match,
    rated_table,
)
from tests.web.races import race

pytestmark = pytest.mark.django_db


def rated(pace: str = "600+20") -> creation.Proposal:
    return replace(proposal(pace=pace), is_rated=True)


def guest_of(client: Client) -> Person:
    found = Person.objects.filter(key=client.session["person"], user=None).first()
    assert found is not None
    return found


def values() -> list[float]:
    return sorted(Rating.objects.values_list("value", flat=True))


def test_cherry_picking_a_seat_stays_with_the_guest_while_a_match_with_somebody_is_on() -> None:
    _home, owner = signed_up("Ada")
    client, other = Client(), person()
    table = new_table(client, against="friend")
    guest = guest_of(client)
    service.join(table.key, other, cut="2")
    response = client.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    assert response.status_code == 409
    assert "as a guest" in response.content.decode()
    assert Seat.objects.get(table=table, number=0).person == guest
    assert client.get("/account").status_code == 302
    table.refresh_from_db()
    service.submit_event_text(table.key, other, table.number, RESIGN)
    assert client.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    assert Seat.objects.get(table=table, number=0).person == owner
    assert not Rating.objects.exists()


def test_cherry_picking_no_rating_comes_along_and_none_is_lost() -> None:
    _home, owner = signed_up("Ada")
    client = Client()
    at_once(client)
    guest = guest_of(client)
    Rating.objects.create(person=guest, family="usual", value=1800, deviation=40)
    assert client.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    assert not Rating.objects.filter(person=owner).exists()
    assert Rating.objects.get(person=guest).value == 1800


def test_cherry_picking_a_game_with_a_bot_comes_along_for_it_is_never_rated() -> None:
    _home, owner = signed_up("Ada")
    client = Client()
    table = at_once(client)
    assert client.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    assert Seat.objects.get(table=table, number=0).person == owner
    assert client.get(f"/tables/{table.key}").status_code == 200


def test_guests_neither_lay_a_rated_table_nor_join_one() -> None:
    with pytest.raises(NotRated):
        creation.create(rated(), person(), cut="1")
    with pytest.raises(NotRated):
        creation.create(rated(), person(), cut="1", bot="steady", bot_cut="2")
    table = creation.create(rated(), account(), cut="1")
    with pytest.raises(NotRated):
        service.join(table.key, person(), cut="2")
    refused(Program(person()).post("/tables", rated=True, clock="600+20"), 403, "not_rated")
    refused(Program(person()).post(f"/tables/{table.key}/join"), 403, "not_rated")
    assert Client().post(f"/tables/{table.key}/join", {"cut": "2"}).status_code == 403
    assert service.join(table.key, account(), cut="2").number == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_guests_are_told_how_to_play_for_a_rating(language: str) -> None:
    table = creation.create(rated(), account(), cut="1")
    for path in (f"/tables/{table.key}", "/tables/new?against=anybody"):
        page = unescape(Client(headers={"accept-language": language}).get(path).content.decode())
        assert f'href="/sign-up?next={quote(path)}"' in page
        assert f'href="/sign-in?next={quote(path)}"' in page
    assert re.search(r'name="rated"[^>]*\bdisabled\b', page)
    assert 'action="/tables/' not in Client().get(f"/tables/{table.key}").content.decode()


def test_the_form_says_at_its_field_what_a_rated_match_needs() -> None:
    client, _owner = signed_up("Ada")
    page = client.get("/tables/new?against=anybody").content.decode()
    assert re.search(r'name="rated"[^>]*\bchecked\b', page)
    assert re.search(r'value="600\+20"\s+selected', page)
    sent = {"offer": offer(client), "cut": "1", "variant": "standard", "against": "anybody", "rated": "on"}
    response = client.post("/tables/new", sent | {"pace": ""})
    assert response.status_code == 400
    assert "a rated match needs a clock" in unescape(response.content.decode())
    assert not Table.objects.exists()


def test_a_guest_who_makes_an_account_keeps_the_match_unrated() -> None:
    client, other = Client(), account()
    table = service.join(new_table(client, against="friend", pace="600+20").key, other, cut="2")
    signed_up("Ada", client)
    both_move(table, (Person.objects.get(user__username="Ada"), other))
    table.refresh_from_db()
    service.submit_event_text(table.key, other, table.number, RESIGN)
    assert not Rating.objects.exists()


def test_farming_nothing_is_won_before_both_have_moved() -> None:
    farmer = account()
    for _number in range(5):
        table, _first, victim = rated_table(people=(farmer, account()))
        service.submit_event_text(table.key, victim, table.number, RESIGN)
    assert Rating.objects.get(person=farmer).value == glicko.FIRST_VALUE
    assert Rating.objects.get(person=farmer).matches == 0
    assert not Change.objects.filter(seat__person=farmer).exists()
    page = client_of_account(farmer).get(f"/tables/{table.key}").content.decode()
    assert "your rating stays" in page


def client_of_account(owner: Person) -> Client:
    client = client_of(owner)
    assert owner.user is not None
    client.force_login(owner.user)
    session = client.session
    session["person"] = owner.key
    session.save()
    return client


def test_dodging_whoever_looks_at_the_cards_and_goes_has_lost() -> None:
    table, first, second = rated_table()
    service.submit_event_text(table.key, second, table.number, RESIGN)
    assert Rating.objects.get(person=second).value < glicko.FIRST_VALUE
    assert Rating.objects.get(person=first).value == glicko.FIRST_VALUE


def test_dodging_a_match_given_up_late_counts_for_both() -> None:
    rated_match(account(), account())
    low, high = values()
    assert low < glicko.FIRST_VALUE < high


def test_farming_the_same_two_play_so_many_rated_matches_a_day() -> None:
    people = account(), account()
    for _number in range(MOST_A_DAY):
        table = rated_match(*people)
    laid = creation.create(rated(), people[1], cut="1")
    with pytest.raises(NotRated):
        service.join(laid.key, people[0], cut="2")
    page = client_of_account(people[0]).get(f"/tables/{laid.key}").content.decode()
    assert "tomorrow" in page
    client = client_of_account(people[0])
    client.post(f"/tables/{table.key}/rematch", {"offer": offer(client), "cut": "1"})
    assert not Table.objects.get(rematch_of=table).is_rated
    assert service.join(laid.key, account(), cut="2").number == 3
    Table.objects.update(moved=now() - timedelta(days=1, seconds=1))
    again = creation.create(rated(), people[1], cut="1")
    assert service.join(again.key, people[0], cut="2").number == 3


def test_farming_a_bot_is_played_so_many_rated_matches_a_day() -> None:
    own = account()
    for _number in range(MOST_A_DAY):
        creation.create(rated(), own, cut="1", bot="simple", bot_cut="2")
    with pytest.raises(NotRated):
        creation.create(rated(), own, cut="1", bot="simple", bot_cut="2")
    assert creation.create(rated(), own, cut="1", bot="steady", bot_cut="2").is_rated


@pytest.mark.parametrize("bot", ["even", "even@3"])
def test_farming_a_level_that_has_become_weak_is_not_rated(bot: str) -> None:
    with pytest.raises(NotRated, match="adapts to you"):
        creation.create(rated(), account(), cut="1", bot=bot, bot_cut="2")


@pytest.mark.django_db(transaction=True)
def test_farming_matches_begun_at_once_are_counted_all_the_same() -> None:
    people = account(), account()
    for _number in range(MOST_A_DAY - 1):
        rated_match(*people)
    laid = [creation.create(rated(), people[0], cut="1") for _table in range(3)]

    def join(table: Table) -> bool:
        try:
            return bool(service.join(table.key, people[1], cut="2"))
        except NotRated:
            return False

    assert sorted(race(*(partial(join, table) for table in laid))) == [False, False, True]


def test_stalling_a_rated_match_has_a_clock() -> None:
    with pytest.raises(NotRated):
        creation.create(rated(pace=""), account(), cut="1")
    refused(Program(account()).post("/tables", rated=True), 403, "not_rated")
    for pace in filter(None, PACES):
        assert parse_time_control(creation.create(rated(pace=pace), account(), cut="1").pace)
