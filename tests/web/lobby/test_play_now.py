"""The button of the home page: continues a started match, asks once for level and game."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from ginrummy.locale import LANGUAGES
from ginrummy.variants import load_variant
from ginrummy.web.lobby.views import LEVELS
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.models import Seat, Status, Table
from tests.web.forms import at_once, offer
from tests.web.play import client_of, person, proposal

pytestmark = pytest.mark.django_db


def first_page(client: Client, language: str = "en") -> str:
    return client.get("/", headers={"accept-language": language}).content.decode()


def pressed(client: Client, language: str = "en", **answers: str) -> Table:
    sent = {"offer": offer(client), "cut": "1"} | answers
    response = client.post("/play", sent, headers={"accept-language": language})
    assert response.status_code == 302
    return Table.objects.get(key=response["Location"].rpartition("/")[2])


def test_one_press_is_enough_and_a_default_is_chosen_already() -> None:
    page = first_page(Client())
    assert len(re.findall(r'name="skill" value="\w+" checked', page)) == 1
    assert len(re.findall(r"<option[^>]* selected>", page)) == 1
    table = pressed(Client())
    assert (table.variant_name, table.status) == ("standard", Status.PLAYING)
    assert Seat.objects.get(table=table, number=1).bot == LEVELS["fair"]


@pytest.mark.parametrize(("language", "game"), [("en", "standard"), ("fr", "standard"), ("ru", "russian")])
def test_the_usual_game_is_that_of_the_language(language: str, game: str) -> None:
    client = Client()
    chosen = re.search(r'<option value="(\w+)" selected>([^<]+)', first_page(client, language))
    assert chosen is not None
    assert (chosen[1], chosen[2]) == (game, load_variant(game).title(language))
    assert pressed(client, language).variant_name == game


@pytest.mark.parametrize("skill", LEVELS)
def test_the_bot_plays_about_as_well_as_one_says(skill: str) -> None:
    table = pressed(Client(), skill=skill)
    assert Seat.objects.get(table=table, number=1).bot == LEVELS[skill]


def test_the_answers_are_remembered_and_asked_once() -> None:
    client = Client()
    first = pressed(client, skill="strong", game="oklahoma")
    service.submit_event_text(
        first.key, Seat.objects.get(table=first, number=0).person, first.number, "resign"
    )
    page = first_page(client)
    assert "<summary>Another game, another bot</summary>" in page
    again = pressed(client)
    assert again.pk != first.pk
    assert again.variant_name == "oklahoma"
    assert Seat.objects.get(table=again, number=1).bot == LEVELS["strong"]
    form = client.get("/tables/new").content.decode()
    assert '<option value="oklahoma" selected>' in form
    assert re.findall(r'name="against" value="(\w+)"\s+checked', form) == [LEVELS["strong"]]


def test_who_wants_to_choose_finds_the_form_filled_in_with_what_was_answered_so_far() -> None:
    client = Client()
    begun = at_once(client)
    answers = {"skill": "new", "game": "two_pack", "choose": "on"}
    form = client.post("/play", answers, follow=True).content.decode()
    assert '<option value="two_pack" selected>' in form
    assert re.findall(r'name="against" value="(\w+)"\s+checked', form) == [LEVELS["new"]]
    assert Table.objects.get() == begun


@pytest.mark.parametrize("answers", [{"skill": "divine"}, {"game": "/etc/passwd"}, {"skill": "", "game": ""}])
def test_an_answer_that_is_none_is_the_usual_one(answers: dict[str, str]) -> None:
    table = pressed(Client(), **answers)
    assert table.variant_name == "standard"
    assert Seat.objects.get(table=table, number=1).bot == LEVELS["fair"]


def test_what_was_begun_goes_on_until_it_is_over() -> None:
    client = Client()
    begun = at_once(client)
    assert "Play on" in first_page(client)
    assert pressed(client).pk == begun.pk
    assert Table.objects.count() == 1
    new = pressed(client, new="on")
    assert new.pk != begun.pk
    assert pressed(client).pk == new.pk


def test_the_match_of_the_button_is_not_listed_a_second_time() -> None:
    client = Client()
    begun = at_once(client)
    assert begun.key not in first_page(client)
    new = pressed(client, new="on")
    page = first_page(client)
    assert begun.key in page
    assert new.key not in page


def test_a_match_of_days_or_one_that_waits_for_somebody_is_not_gone_on_with() -> None:
    host = person()
    creation.create(proposal(), host, cut="1")
    slow = creation.create(proposal(pace="3d"), host, cut="1")
    service.join(slow.key, person(), cut="2")
    client = client_of(host)
    assert "Play on" not in first_page(client)
    assert pressed(client).pk not in {one.pk for one in (slow,)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_three_faces_are_drawn(language: str) -> None:
    page = first_page(Client(), language)
    assert [level in page for level in (f"#{figure}" for figure in LEVELS.values())] == [True] * 3
