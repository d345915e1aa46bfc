"""Two people on one device: one hand a response, the other's turn behind a tap, with and without scripts."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from django.test import Client
from playwright.sync_api import Page, ViewportSize

from ginrummy.game.cards import face_code, faces_of
from ginrummy.rules.types import SEATS
from ginrummy.web.http.limits import counter
from ginrummy.web.lobby.player_invitations import former_opponents
from ginrummy.web.people.models import Person
from ginrummy.web.tables import presence, service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.test_public_view import model
from tests.web.board.test_secrets import NOISE
from tests.web.browser import DESK, Visits, look_over
from tests.web.cards_in_text import hidden_from, mentioned
from tests.web.clicks import click_on
from tests.web.forms import new_table, offer, signed_up
from tests.web.play import anything, client_of, match_of, person
from tests.web.server import Server

PHONE = ViewportSize(width=390, height=664)
SMALL = ViewportSize(width=320, height=568)


def laid(client: Client, **answers: str) -> Table:
    return new_table(client, against="beside", second="Bob", **answers)


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return NOISE.sub("", str(answer.headers) + answer.content.decode())


@pytest.mark.django_db
def test_both_seats_belong_to_one_browser_and_nobody_else_has_one() -> None:
    client = client_of(person("Ada"))
    table = laid(client)
    assert (table.status, table.pace, table.is_rated) == (Status.PLAYING, "", False)
    assert [str(seat) for seat in table.seats.all()] == ["Ada", "Bob"]
    assert former_opponents(Person.objects.get(name="Ada")) == []
    assert Client().get(f"/tables/{table.key}").status_code == 403
    sent = {"number": str(table.number), "move": "draw", "seat": "0"}
    assert Client().post(f"/tables/{table.key}/say", sent).status_code == 403
    assert not presence.present_seats([seat.pk for seat in table.seats.all()])
    assert set(table.seats.values_list("due", flat=True)) == {None}


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["standard", "two_pack", "eleven_card"])
def test_no_answer_ever_holds_cards_of_both_hands(variant: str) -> None:
    owner = person("Ada")
    client, chance = client_of(owner), random.Random(variant)
    table = laid(client, variant=variant)
    path = f"/tables/{table.key}"
    for _event in range(70):
        table = service.find_table(table.key)
        state, game = current_state(table), match_of(table).game
        if state.is_over:
            break
        cover = text_of(client, path)
        assert sorted(map(face_code, mentioned(cover) - model(game))) == []
        for seat in SEATS:
            page = text_of(client, f"{path}?seat={seat}")
            if seat in state.awaited and not state.is_between_hands:
                assert not mentioned(page) & hidden_from(match_of(table), seat)
                assert set(faces_of(game.state.hands[seat])) <= mentioned(page) or game.spread is not None
            else:
                assert mentioned(page) - model(game) == set()
        sent = {"number": str(table.number), "seat": str(min(state.awaited)), "move": anything(state, chance)}
        counter.clear()
        answer = client.post(f"{path}/say", sent)
        assert answer.status_code == 302
        after = current_state(service.find_table(table.key))
        stays = min(state.awaited) in after.awaited and not after.is_between_hands and not after.is_over
        if not state.is_between_hands:
            assert answer["Location"] == path + (f"?seat={min(state.awaited)}" if stays else "")


@pytest.mark.django_db
def test_a_seat_speaks_only_in_its_turn_and_the_next_hand_is_dealt_for_both() -> None:
    client = client_of(person("Ada"))
    table, chance = laid(client), random.Random(4)
    path = f"/tables/{table.key}"
    other = 1 - min(current_state(table).awaited)
    sent = {"number": str(table.number), "seat": str(other), "move": "draw"}
    assert client.post(f"{path}/say", sent).status_code == 409
    assert client.post(f"{path}/say", sent | {"seat": "7"}).status_code == 403
    assert client.post(f"{path}/say", sent | {"move": "next"}).status_code == 409
    while not current_state(table).is_between_hands:
        state = current_state(table)
        told = {"seat": str(min(state.awaited)), "number": str(table.number), "move": anything(state, chance)}
        counter.clear()
        client.post(f"{path}/say", told)
        table = service.find_table(table.key)
    counter.clear()
    assert 'value="next"' in text_of(client, path)
    assert client.post(f"{path}/say", {"number": str(table.number), "move": "next"}).status_code == 302
    assert match_of(service.find_table(table.key)).number == 1


@pytest.mark.django_db
def test_the_end_and_the_rematch_stay_on_the_device() -> None:
    client = client_of(person("Ada"))
    table = laid(client)
    path = f"/tables/{table.key}"
    told = {"number": str(table.number), "seat": str(min(current_state(table).awaited)), "move": "resign"}
    assert client.post(f"{path}/say", told).status_code == 302
    assert "match-over" in text_of(client, path)
    answer = client.post(f"{path}/rematch", {"offer": offer(client), "cut": "3"})
    later = Table.objects.get(key=answer["Location"].rpartition("/")[2])
    assert later.shared_by == table.shared_by
    assert later.status == Status.PLAYING
    assert [str(seat) for seat in later.seats.all()] == ["Ada", "Bob"]


@pytest.mark.django_db
def test_a_name_that_nobody_may_have_is_refused_and_a_guest_who_signs_up_keeps_the_table() -> None:
    client = client_of(person("Ada"))
    sent = {
        "offer": offer(client),
        "cut": "1",
        "variant": "standard",
        "against": "beside",
        "second": "Guest 1",
    }
    answer = client.post("/tables/new", sent)
    assert answer.status_code == 400
    assert 'id="e-second"' in answer.content.decode()
    table = laid(client)
    signed_up("Ada of the sea")
    assert (
        client.post("/sign-in", {"name": "Ada of the sea", "password": "a long good one"}).status_code == 302
    )
    table.refresh_from_db()
    assert str(table.shared_by) == "Ada of the sea"
    assert client.get(f"/tables/{table.key}").status_code == 200


def cards_on(page: Page) -> list[str]:
    found = page.locator("#board .hand .card[data-card]").evaluate_all(
        "all => all.map(card => card.dataset.card)"
    )
    return [str(code) for code in found]


def sit(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/tables/new?against=beside")
    page.fill("#second", "Zoé")
    page.locator("form.new button.primary").click()
    page.wait_for_selector(".passing")


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "scripts", "locale"),
    [(SMALL, True, "ru"), (PHONE, False, "fr"), (DESK, True, "en")],
)
def test_the_device_goes_to_and_fro(
    visits: Visits, server: Server, size: ViewportSize, scripts: bool, locale: str
) -> None:
    page = visits.open(f"{server.address}/rules/", size=size, scripts=scripts, locale=locale)
    sit(page, server)
    hands: list[set[str]] = []
    for turn in range(4):
        page.wait_for_selector(".passing")
        assert cards_on(page) == []
        if scripts and turn in (0, 3):
            look_over(page)
        page.locator("a.button.primary").click()
        page.wait_for_selector("#board:not(.passing) .card[data-card]")
        if page.locator("#board .scene").count():  # the hand has ended
            break
        hands.append(set(cards_on(page)))
        for _move in range(3):
            if page.locator(".passing, #board .scene").count():  # it lays itself out
                break
            number = page.locator("#board").get_attribute("data-number")
            click_on(page)
            page.wait_for_selector(f"#board:not([data-number='{number}'])")
        if page.locator(".passing.ended, #board .scene").count():
            break
    for mine, theirs in pairwise(hands):
        assert not mine & theirs
    page.go_back()
    page.wait_for_selector(".passing")
    assert cards_on(page) == []
