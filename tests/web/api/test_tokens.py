"""Tokens: shown once, stored as hashes, revoked; no access without one."""

from __future__ import annotations

import pytest
from django.test import Client

from ginrummy.web.api.auth import MOST_TOKENS
from ginrummy.web.api.models import Token
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Event, Table
from tests.web.api_client import Program, refused
from tests.web.play import client_of, person, table_of_two

pytestmark = pytest.mark.django_db


def test_without_a_token_or_with_a_wrong_one_nobody_comes_in() -> None:
    table, _first, _second = table_of_two()
    for nobody, kind in ((Program(), "no_token"), (Program(token="gin_forged"), "wrong_token")):
        answers = [
            nobody.get("/me"),
            nobody.get("/openings"),
            nobody.get("/invitations"),
            nobody.get("/tables"),
            nobody.get(f"/tables/{table.key}"),
            nobody.get(f"/tables/{table.key}/record"),
            nobody.post("/offers"),
            nobody.post("/tables", variant="standard"),
            nobody.post(f"/tables/{table.key}/join"),
            nobody.post(f"/tables/{table.key}/moves", number=2, move="draw"),
            nobody.post(f"/tables/{table.key}/reveal", cut="1", nonce="0" * 32),
            nobody.post(f"/tables/{table.key}/decline"),
            nobody.delete(f"/tables/{table.key}"),
        ]
        for answer in answers:
            refused(answer, 401, kind)
            assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert (Table.objects.count(), Event.objects.count()) == (1, 3)


def test_a_cookie_opens_nothing_here_and_a_token_opens_no_page() -> None:
    owner = person()
    assert client_of(owner).get("/api/me").status_code == 401
    table, first, _second = table_of_two()
    program = Program(first)
    assert program.client.get(f"/tables/{table.key}", headers=program.headers).status_code == 403


def test_a_token_is_shown_once_kept_as_a_fingerprint_and_taken_back() -> None:
    browser = Client()
    page = browser.post("/settings/tokens", {"name": "my bot"}).content.decode()
    text = page.partition("GINRUMMY_TOKEN=")[2].split()[0]
    assert text.startswith("gin_")
    kept = Token.objects.get()
    assert text not in f"{kept.digest} {kept.name}"
    assert Program(token=text).get("/me").json() == {"number": kept.person.pk, "name": str(kept.person)}
    settings = browser.get("/settings").content.decode()
    assert "my bot" in settings
    assert text not in settings
    Client().post(f"/settings/tokens/{kept.pk}")
    client_of(person()).post(f"/settings/tokens/{kept.pk}")
    assert Program(token=text).get("/me").status_code == 200
    assert browser.post(f"/settings/tokens/{kept.pk}").status_code == 302
    refused(Program(token=text).get("/me"), 401, "wrong_token")


def test_nobody_has_more_tokens_than_a_few() -> None:
    browser = Client()
    for _count in range(MOST_TOKENS):
        assert browser.post("/settings/tokens").status_code == 200
    assert browser.post("/settings/tokens").status_code == 409
    assert Token.objects.count() == MOST_TOKENS


def test_tokens_of_a_deleted_account_open_nothing() -> None:
    browser = Client()
    browser.post("/sign-up", {"name": "Ada", "password": "deadwood-of-ten"})
    own = Program(Person.objects.get(name="Ada"))
    browser.post("/account", {"do": "delete", "password": "deadwood-of-ten"})
    refused(own.get("/me"), 401, "wrong_token")


def test_a_changed_password_takes_the_tokens_back() -> None:
    browser = Client()
    browser.post("/sign-up", {"name": "Ada", "password": "deadwood-of-ten"})
    program = Program(Person.objects.get(name="Ada"))
    sent = {"do": "change", "password": "deadwood-of-ten", "new_password": "lay-off-on-gin"}
    assert browser.post("/account", sent).status_code == 302
    refused(program.get("/me"), 401, "wrong_token")
