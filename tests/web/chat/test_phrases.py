"""Quick phrases: in the reader's language, by the stream, limited, muted; never in the log."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from markupsafe import escape
from pytest_django import DjangoAssertNumQueries

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.rules.types import SEATS
from ginrummy.web.chat.models import Phrase
from ginrummy.web.chat.phrases import FACES, PHRASES, seat_chat
from ginrummy.web.http.limits import PHRASE
from ginrummy.web.people.models import Person
from ginrummy.web.tables import pubsub, service
from ginrummy.web.tables.models import Event, Table
from tests.web.forms import at_once, new_table

pytestmark = pytest.mark.django_db


def two() -> tuple[Client, Client, Table]:
    host, guest = Client(), Client()
    host.post("/settings", {"name": "Ada"})
    guest.post("/settings", {"name": "Bob"})
    table = new_table(host, against="friend")
    guest.post(f"/tables/{table.key}/join", {"cut": "2"})
    table.refresh_from_db()
    return host, guest, table


def test_a_phrase_is_read_in_the_language_of_the_reader() -> None:
    host, guest, table = two()
    before = Event.objects.count()
    assert host.post(f"/tables/{table.key}/phrase", {"phrase": "hello"}).status_code == 302
    for language in LANGUAGES:
        page = guest.get(f"/tables/{table.key}/board", headers={"accept-language": language})
        with using_language(language):
            assert _(PHRASES["hello"]) in page.content.decode()
    assert Event.objects.count() == before
    table.refresh_from_db()
    assert table.number == before


def test_both_pages_are_woken_by_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    host, _guest, table = two()
    told: list[tuple[str, int]] = []
    monkeypatch.setattr(pubsub, "announce", lambda key, number: told.append((key, number)))
    answer = host.post(f"/tables/{table.key}/phrase", {"phrase": "luck"}, headers={"hx-request": "true"})
    assert answer.status_code == 204
    assert told == [(table.key, table.number)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_face_is_seen_and_heard_by_its_words(language: str) -> None:
    host, guest, table = two()
    host.post(f"/tables/{table.key}/phrase", {"phrase": "cool"})
    page = guest.get(f"/tables/{table.key}", headers={"accept-language": language}).content.decode()
    sign, words = FACES["cool"]
    with using_language(language):
        face = f'<span class="emoji" role="img" aria-label="{_(words)}">{sign}</span>'
        buttons = [f'aria-label="{escape(_(each))}"' for _sign, each in FACES.values()]
    assert page.count(face) == 2  # in the bubble, and in the list of phrases
    assert all(button in page for button in buttons)
    assert not FACES.keys() & PHRASES.keys()


@pytest.mark.parametrize("phrase", ["", "HELLO", "<script>", "x" * 1000])
def test_what_is_no_phrase_is_not_said(phrase: str) -> None:
    host, _guest, table = two()
    assert host.post(f"/tables/{table.key}/phrase", {"phrase": phrase}).status_code == 422
    assert Phrase.objects.count() == 0


def test_only_players_talk_and_only_to_people() -> None:
    host, _guest, table = two()
    assert Client().post(f"/tables/{table.key}/phrase", {"phrase": "hello"}).status_code == 403
    assert host.get(f"/tables/{table.key}/phrase").status_code == 405
    assert host.post("/tables/nothing/phrase", {"phrase": "hello"}).status_code == 404
    waiting = new_table(host)
    assert host.post(f"/tables/{waiting.key}/phrase", {"phrase": "hello"}).status_code == 409
    bots = at_once(host)
    assert host.post(f"/tables/{bots.key}/phrase", {"phrase": "hello"}).status_code == 409
    assert 'class="talk"' not in host.get(f"/tables/{bots.key}").content.decode()
    assert Phrase.objects.count() == 0


def test_nobody_chatters() -> None:
    host, guest, table = two()
    path = f"/tables/{table.key}/phrase"
    answers = [host.post(path, {"phrase": "oops"}) for _one in range(PHRASE.times + 1)]
    assert [answer.status_code for answer in answers] == [302] * PHRASE.times + [429]
    assert int(answers[-1]["Retry-After"]) > 0
    beside = host.post(path, {"phrase": "oops"}, headers={"hx-request": "true"})
    assert (beside.status_code, beside["HX-Retarget"]) == (429, "#notice")
    assert guest.post(path, {"phrase": "oops"}).status_code == 302
    assert Phrase.objects.count() == PHRASE.times + 1


def test_the_muted_are_not_heard_and_not_told_so() -> None:
    host, guest, table = two()
    ada, bob = Person.objects.get(name="Ada"), Person.objects.get(name="Bob")
    here = {"muted": "on", "next": f"/tables/{table.key}"}
    assert host.post(f"/players/{bob.pk}/mute", here)["Location"] == f"/tables/{table.key}"
    assert guest.post(f"/tables/{table.key}/phrase", {"phrase": "bye"}).status_code == 302
    heard = PHRASES["bye"]
    assert heard not in host.get(f"/tables/{table.key}/board").content.decode()
    assert heard in guest.get(f"/tables/{table.key}/board").content.decode()
    assert f"/players/{bob.pk}/mute" in host.get(f"/tables/{table.key}").content.decode()
    host.post(f"/players/{bob.pk}/mute", {"muted": "off"})
    assert heard in host.get(f"/tables/{table.key}/board").content.decode()
    assert not ada.muted_by.exists()


def test_a_phrase_is_fresh_for_a_moment_and_kept_for_the_table() -> None:
    host, _guest, table = two()
    host.post(f"/tables/{table.key}/phrase", {"phrase": "thanks"})
    table.refresh_from_db()
    heard = seat_chat(table, SEATS[1])
    assert heard is not None
    assert heard.fresh == PHRASES["thanks"]
    Phrase.objects.update(at=Phrase.objects.get().at - timedelta(minutes=5))
    later = seat_chat(table, SEATS[1])
    assert later is not None
    assert (later.fresh, [one.text for one in later.said]) == ("", [PHRASES["thanks"]])


def test_who_has_just_said_something_sees_it_too_and_for_a_shorter_while() -> None:
    host, guest, table = two()
    host.post(f"/tables/{table.key}/phrase", {"phrase": "thanks"})
    bubble = f'class="bubble own">{PHRASES["thanks"]}<'
    assert bubble in host.get(f"/tables/{table.key}/board").content.decode()
    assert bubble not in guest.get(f"/tables/{table.key}/board").content.decode()
    Phrase.objects.update(at=Phrase.objects.get().at - timedelta(seconds=30))
    assert bubble not in host.get(f"/tables/{table.key}/board").content.decode()


def test_phrases_are_asked_for_where_some_were_said(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    host, _guest, table = two()
    table = service.find_table(table.key)
    with django_assert_num_queries(0):
        quiet = seat_chat(table, SEATS[1])
    assert quiet is not None
    assert quiet.said == ()
    host.post(f"/tables/{table.key}/phrase", {"phrase": "hello"})
    table = service.find_table(table.key)
    with django_assert_num_queries(2):  # the phrase, and whether its reader has muted it
        heard = seat_chat(table, SEATS[1])
    assert heard is not None
    assert [said.text for said in heard.said] == ["Hello!"]
