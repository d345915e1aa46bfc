"""Identity: the same for pages, streams and programs; sessions end on the server, also remotely."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http.now import now
from ginrummy.web.people.current_visitor import find_session
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.tables import creation
from ginrummy.web.tables.pubsub import Hub
from ginrummy.web.tables.sse import reader_session
from ginrummy.web.tables.worker import end_closed_streams
from tests.web.api_client import Program, refused
from tests.web.forms import PASSWORD, at_once, signed_up
from tests.web.play import client_of, person, proposal

pytestmark = pytest.mark.django_db

COOKIE = settings.SESSION_COOKIE_NAME


def copied(client: Client) -> Client:
    """Return a browser with the session cookie of another."""
    found = Client()
    found.cookies[COOKIE] = client.cookies[COOKIE].value
    return found


def read_by(client: Client) -> Person | None:
    """Return the reader of a stream opened by `client`."""
    found = reader_session([(b"cookie", f"{COOKIE}={client.cookies[COOKIE].value}".encode())])
    return None if found is None else found.person


def signed_in(name: str) -> Client:
    client = Client()
    assert client.post("/sign-in", {"name": name, "password": PASSWORD}).status_code == 302
    return client


def test_a_stream_knows_whom_the_pages_know_and_nobody_else() -> None:
    client, owner = signed_up("Ada")
    guest = Client()
    at_once(guest)
    assert read_by(client) == owner
    assert read_by(guest) == Person.objects.latest("pk")
    assert reader_session([]) is None
    assert reader_session([(b"cookie", f"{COOKIE}=forged".encode())]) is None


def test_a_stream_refuses_a_session_that_the_account_has_closed() -> None:
    client, owner = signed_up("Ada")
    elsewhere = signed_in("Ada")
    assert read_by(elsewhere) == owner
    sent = {"do": "change", "password": PASSWORD, "new_password": "another good one"}
    assert client.post("/account", sent).status_code == 302
    assert read_by(elsewhere) is None
    assert read_by(client) == owner


def test_a_password_changed_by_the_host_closes_every_session() -> None:
    client, owner = signed_up("Ada")
    assert owner.user is not None
    owner.user.set_password("by the host")
    owner.user.save()
    assert read_by(client) is None
    assert client.get("/account").status_code == 302


def test_sign_out_ends_the_cookie_on_the_server() -> None:
    client, _owner = signed_up("Ada")
    copy = copied(client)
    assert copy.get("/account").status_code == 200
    client.post("/sign-out")
    assert copy.get("/account").status_code == 302
    assert read_by(copy) is None


def test_whoever_has_signed_out_finds_the_way_back_in_at_the_table_and_in_the_lobby() -> None:
    client, _owner = signed_up("Zoe")
    table = creation.create(proposal(), person("Bob"), cut="1")
    client.post(f"/tables/{table.key}/join", {"cut": "2"})
    addresses = (f"/tables/{table.key}", "/tables/")
    for address in addresses:
        assert client.get(address).status_code == 200
        assert 'href="/sign-in' not in shown(client, address)
    client.post("/sign-out")
    for address in addresses:
        assert 'href="/sign-in' in shown(client, address)


def shown(client: Client, address: str) -> str:
    """Return the page without its invisible templates."""
    return re.sub("<template.*?</template>", "", client.get(address).content.decode(), flags=re.DOTALL)


def test_sign_out_ends_the_cookie_of_a_guest_too() -> None:
    client = Client()
    table = at_once(client)
    copy = copied(client)
    assert copy.get(f"/tables/{table.key}").status_code == 200
    client.post("/sign-out")
    assert copy.get(f"/tables/{table.key}").status_code == 403


def test_the_cookie_of_a_guest_is_dead_once_the_guest_has_signed_up_or_in() -> None:
    for enter in ("/sign-up", "/sign-in"):
        client = Client()
        at_once(client)
        copy = copied(client)
        assert client.post(enter, {"name": "Ada", "password": PASSWORD}).status_code < 400
        assert read_by(copy) is None


def test_an_old_cookie_stays_valid_until_it_is_signed_out() -> None:
    owner = person()
    client = client_of(owner)
    old = copied(client)
    client.get("/settings")
    assert BrowserSession.objects.get().person == owner
    assert client.cookies[COOKIE].value != old.cookies[COOKIE].value
    assert (read_by(client), read_by(old)) == (owner, owner)
    assert BrowserSession.objects.count() == 1
    client.post("/sign-out")
    assert (read_by(client), read_by(old)) == (None, None)
    assert old.get("/players/me")["Location"] == "/settings"


def test_the_cookie_names_a_session_of_that_person_only() -> None:
    ada, bob = signed_up("Ada")[0], signed_up("Bob")[0]
    mixed = SessionStore(ada.cookies[COOKIE].value)
    mixed.load()
    mixed["browser"] = SessionStore(bob.cookies[COOKIE].value)["browser"]
    mixed.save()
    assert find_session(mixed) is None


def test_sessions_are_listed_and_ended_on_the_account_page() -> None:
    client, owner = signed_up("Ada")
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    elsewhere = Client(headers={"user-agent": agent})
    elsewhere.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    page = client.get("/account").content.decode()
    assert "Firefox, Linux" in page
    other = owner.sessions.latest("pk")
    assert f'action="/settings/sessions/{other.pk}"' in page
    stranger = signed_up("Bob")[0]
    assert stranger.post(f"/settings/sessions/{other.pk}").status_code == 302
    assert Client().post(f"/settings/sessions/{other.pk}").status_code == 302
    assert elsewhere.get("/account").status_code == 200
    assert client.post(f"/settings/sessions/{other.pk}")["Location"] == "/account"
    assert elsewhere.get("/account").status_code == 302
    assert client.get("/account").status_code == 200


def test_a_guest_ends_sessions_on_the_settings_page() -> None:
    owner = person()
    client = client_of(owner)
    client.get("/settings")
    other = BrowserSession.objects.create(person=owner, key="another")
    page = client.get("/settings").content.decode()
    assert f'action="/settings/sessions/{other.pk}"' in page
    assert 'action="/sign-out"' in page
    assert client.post(f"/settings/sessions/{other.pk}")["Location"] == "/settings"
    assert list(owner.sessions.filter(ended=None)) == [BrowserSession.objects.exclude(pk=other.pk).get()]


async def test_streams_that_are_open_end_with_their_session() -> None:
    hub = Hub()
    listeners = [hub.subscribe("table") for _one in range(3)]
    listeners[0].session, listeners[1].session = 1, 2
    listeners[0].seats = listeners[1].seats = frozenset((7,))
    hub.end([1])
    await listeners[0].wait(1)
    assert [one.is_over for one in listeners] == [True, False, False]
    assert not listeners[0].seats


def test_the_streams_of_a_session_end_when_its_end_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    client, owner = signed_up("Ada")
    elsewhere = Client()
    elsewhere.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    own, other = owner.sessions.filter(ended=None).order_by("pk")
    ended: list[int] = []
    monkeypatch.setattr("ginrummy.web.tables.pubsub.hub.end", ended.extend)
    with django_capture_on_commit_callbacks() as callbacks:
        client.post(f"/settings/sessions/{other.pk}")
    assert ended == []
    for callback in callbacks:
        callback()
    assert ended == [other.pk]
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/sign-out")
    assert ended == [other.pk, own.pk]


def test_the_sweep_finds_the_open_streams_whose_session_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    owner = person()
    live, dead = (BrowserSession.objects.create(person=owner, key=key) for key in ("live", "dead"))
    dead.end()
    ended: list[int] = []
    monkeypatch.setattr("ginrummy.web.tables.worker.hub.end", ended.extend)
    end_closed_streams([live.pk, dead.pk, 999])
    assert sorted(ended) == [dead.pk, 999]


def test_who_asks_is_one_question_a_request() -> None:
    client, _owner = signed_up("Ada")
    with CaptureQueriesContext(connection) as asked:
        client.get("/players/me")
    assert len([one for one in asked if "browsersession" in one["sql"]]) == 1
    assert not [
        one for one in asked if 'FROM "auth_user"' in one["sql"] or 'FROM "people_person"' in one["sql"]
    ]


def test_a_guests_token_never_becomes_an_accounts() -> None:
    _home, owner = signed_up("Ada")
    guest = person()
    program = Program(guest)
    merge_guest(guest, owner)
    refused(program.get("/me"), 401, "wrong_token")
    browser = Client()
    page = browser.post("/settings/tokens", {"name": "a trap"}).content.decode()
    token = page.partition("GINRUMMY_TOKEN=")[2].split()[0]
    signed_up("Victim", browser)
    refused(Program(token=token).get("/me"), 401, "wrong_token")


def test_a_guests_token_stays_with_a_guest_who_stays() -> None:
    _home, owner = signed_up("Ada")
    guest = Client()
    table = at_once(guest)
    was = Person.objects.latest("pk")
    program = Program(was)
    table.seats.filter(number=1).update(person=owner, bot="")
    guest.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    assert program.get("/me").json()["number"] == was.pk


def test_sessions_are_forgotten_when_no_cookie_can_name_them() -> None:
    owner = person()
    client_of(owner).get("/settings")
    BrowserSession.objects.update(seen=now() - timedelta(days=500))
    delete_expired_data()
    assert not BrowserSession.objects.exists()


def first_form(before: Client | None = None, *, agent: str = "") -> Client:
    """Return a browser without a session that sends a form, with the CSRF cookie of `before`."""
    client = Client(enforce_csrf_checks=True, headers={"user-agent": agent})
    token = "c" * 32 if before is None else before.cookies[settings.CSRF_COOKIE_NAME].value
    client.cookies[settings.CSRF_COOKIE_NAME] = token
    assert client.post("/settings", {"name": "Ada", "csrfmiddlewaretoken": token}).status_code == 302
    return client


def test_forms_that_a_browser_sends_at_once_have_one_guest() -> None:
    first = first_form()
    assert read_by(first) == read_by(first_form(first))
    assert Person.objects.count() == BrowserSession.objects.count() == 1


def test_a_later_form_with_the_same_csrf_cookie_has_a_guest_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = first_form()
    later = now() + timedelta(minutes=1)
    monkeypatch.setattr("ginrummy.web.http.now.watch", lambda: later)
    assert read_by(first) != read_by(first_form(first))


def test_a_form_after_the_end_of_the_session_has_a_guest_of_its_own() -> None:
    first = first_form()
    guest = read_by(first)
    BrowserSession.objects.get().end()
    assert read_by(first_form(first)) not in (guest, None)


def test_a_csrf_cookie_is_no_key_to_an_account() -> None:
    first = first_form()
    owner = read_by(first)
    assert owner is not None
    owner.user, owner.name = User.objects.create(username="Owner"), "Owner"
    owner.save()
    assert read_by(first_form(first)) not in (owner, None)


def test_programs_with_the_same_csrf_cookie_are_different_guests() -> None:
    first = first_form()
    assert read_by(first) != read_by(first_form(first, agent="another"))
