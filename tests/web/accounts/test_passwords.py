"""Passwords in any Unicode form: one typed correctly opens its account at every form."""

from __future__ import annotations

import re
import unicodedata

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import User
from django.test import Client, override_settings

from ginrummy.web.accounts.passwords import PER_ACCOUNT, normalise_password, password_weaknesses
from ginrummy.web.accounts.recovery_codes import SENT_AGAIN
from ginrummy.web.http.now import now
from tests.web.forms import PASSWORD, signed_up

pytestmark = pytest.mark.django_db

FORMS = ("NFC", "NFD")
OTHER = {"NFC": "NFD", "NFD": "NFC"}
FIRST, SECOND = "crème brûlée à deux", "мой йод и ёлка"


def spelt(form: str, text: str) -> str:
    """Return `text` as typed on a keyboard that composes in `form`, with its kind of space."""
    composed = unicodedata.normalize("NFC" if form == "NFC" else "NFD", text)
    return composed if form == "NFC" else composed.replace(" ", "\u00a0")


def signs_in(password: str) -> bool:
    return Client().post("/sign-in", {"name": "Ada", "password": password}).status_code == 302


def signed_up_with(password: str) -> tuple[Client, str]:
    """Return a signed-up browser and its recovery code."""
    client = Client()
    assert client.post("/sign-up", {"name": "Ada", "password": password}).status_code == 302
    found = re.search(r'value="([A-Z2-9-]{24})"', client.get("/account/code").content.decode())
    assert found is not None
    return client, found[1]


@pytest.mark.parametrize("form", FORMS)
def test_a_password_opens_in_any_spelling(form: str) -> None:
    client, _code = signed_up_with(spelt(form, FIRST))
    assert all(signs_in(spelt(one, FIRST)) for one in FORMS)
    change = {"do": "change", "password": spelt(OTHER[form], FIRST), "new_password": spelt(form, SECOND)}
    assert client.post("/account", change).status_code == 302
    assert all(signs_in(spelt(one, SECOND)) for one in FORMS)
    assert not signs_in(FIRST)


@pytest.mark.parametrize("form", FORMS)
def test_a_password_set_by_recovery_opens_in_any_spelling(form: str) -> None:
    _client, code = signed_up_with("a long good one")
    sent = {"name": "Ada", "code": code, "new_password": spelt(form, SECOND)}
    assert Client().post("/recover", sent).status_code == 302
    assert all(signs_in(spelt(one, SECOND)) for one in FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_a_password_that_was_hashed_as_it_was_typed_opens_in_any_spelling(form: str) -> None:
    client, owner = signed_up("Ada")
    assert owner.user is not None
    owner.user.set_password(unicodedata.normalize("NFC" if form == "NFC" else "NFD", FIRST))
    owner.user.save()
    for one in FORMS:
        assert signs_in(unicodedata.normalize("NFC" if one == "NFC" else "NFD", FIRST))
    client.post("/sign-in", {"name": "Ada", "password": unicodedata.normalize("NFD", FIRST)})
    deletion = {"do": "delete", "password": unicodedata.normalize("NFC", FIRST)}
    assert client.post("/account", deletion).status_code == 200
    assert not User.objects.exists()


@override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.PBKDF2PasswordHasher"])
def test_a_password_typed_after_an_upgrade_signs_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 10)
    here, _owner = signed_up("Ada")
    there = Client()
    assert there.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 20)
    weak = {"do": "change", "password": PASSWORD, "new_password": "short"}
    assert here.post("/account", weak).status_code == 400
    assert [one.get("/account").status_code for one in (here, there)] == [200, 200]


def test_accents_do_not_make_a_short_password_long() -> None:
    answer = Client().post("/sign-up", {"name": "Ada", "password": unicodedata.normalize("NFD", "éèêë")})
    assert answer.status_code == 400


def test_a_flood_of_accents_is_taken_as_it_was_typed() -> None:
    flood = "a" + "\u0301\u0316" * 30_000
    assert normalise_password(flood) is flood


CHANGE = {"do": "change", "password": PASSWORD, "new_password": SECOND}
CHANGED = "/account?changed=1"


def copy_of(client: Client) -> Client:
    """Return a browser with the present cookies of `client`."""
    found = Client()
    found.cookies.load({key: one.value for key, one in client.cookies.items()})
    return found


@pytest.mark.parametrize("has_cookie", [True, False])
def test_a_change_of_password_sent_again_is_answered_as_the_first_time(*, has_cookie: bool) -> None:
    first, _owner = signed_up("Ada")
    second = copy_of(first)
    assert first.post("/account", CHANGE)["Location"] == CHANGED
    second = first if has_cookie else second
    assert second.post("/account", CHANGE)["Location"] == CHANGED
    assert "The password is changed." in second.get(CHANGED).content.decode()
    assert signs_in(SECOND)


def test_two_changes_at_the_same_moment_leave_both_browsers_signed_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, _owner = signed_up("Ada")
    second = copy_of(first)

    def overtaken(password: str, user: User) -> list[str]:
        monkeypatch.undo()
        assert first.post("/account", CHANGE)["Location"] == CHANGED
        return password_weaknesses(password, user)

    monkeypatch.setattr("ginrummy.web.accounts.account_views.password_weaknesses", overtaken)
    assert second.post("/account", CHANGE)["Location"] == CHANGED
    assert [one.get("/account").status_code for one in (first, second)] == [200, 200]


def test_a_change_sent_again_needs_the_new_password(monkeypatch: pytest.MonkeyPatch) -> None:
    first, _owner = signed_up("Ada")
    ended = copy_of(first)
    first.post("/account", CHANGE)
    wrong = CHANGE | {"new_password": "another good one"}
    assert first.post("/account", wrong).status_code == 403
    assert ended.post("/account", wrong)["Location"].startswith("/sign-in")
    assert ended.post("/account", CHANGE | {"do": "delete"})["Location"].startswith("/sign-in")
    later = now() + SENT_AGAIN
    monkeypatch.setattr("ginrummy.web.http.now.watch", lambda: later)
    assert first.post("/account", CHANGE).status_code == 403
    assert ended.post("/account", CHANGE)["Location"].startswith("/sign-in")


def test_a_change_sent_again_cannot_try_passwords_without_end() -> None:
    first, _owner = signed_up("Ada")
    ended = copy_of(first)
    first.post("/account", CHANGE)
    for number in range(PER_ACCOUNT.times):
        ended.post("/account", CHANGE | {"new_password": f"guess number {number}"})
    assert ended.post("/account", CHANGE)["Location"].startswith("/sign-in")
