"""Accounts: names, passwords, migrated data, data kept after deletion; profiles; muting."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ginrummy.locale import LANGUAGES
from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http.limits import SIGN_UP
from ginrummy.web.lobby.player_invitations import withdraw
from ginrummy.web.people.models import AccountGone, Mute, Person
from ginrummy.web.people.names import clean_name
from ginrummy.web.ratings.models import Change, Rating
from ginrummy.web.tables import creation, pubsub, service
from ginrummy.web.tables.models import Seat, Status, Table
from tests.web.forms import PASSWORD, at_once, field, signed_up
from tests.web.play import account, person, proposal, rated_match, rated_table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ada \t L. ", "Ada L."),
        ("A\u202eda\u200b", "Ada"),
        ("Ａｄａ", "Ada"),
        ("Zo\u0308e", "Zöe"),
        ("a" + "\u0316" * 40 + "b", "a\u0316\u0316b"),
        ("\n\u0000", ""),
    ],
)
def test_a_name_is_what_can_be_seen_of_it(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_a_name_belongs_to_one_account_whatever_its_capitals() -> None:
    client, owner = signed_up("Жанна")
    assert Client().post("/sign-up", {"name": "жАННА", "password": "another good one"}).status_code == 400
    guest = Client()
    refused = guest.post("/settings", {"name": "жанна", "sound": "on"})
    assert refused.status_code == 400
    assert 'id="e-name"' in refused.content.decode()
    assert "ginrummy_preferences" not in refused.cookies
    assert client.post("/settings", {"name": "Jeanne"}).status_code == 302
    owner.refresh_from_db()
    assert (owner.name, User.objects.get().username) == ("Jeanne", "Jeanne")
    assert Client().post("/sign-in", {"name": "JEANNE", "password": PASSWORD}).status_code == 302


@pytest.mark.parametrize("sent", [{}, {"name": "Ada"}, {"name": "", "password": PASSWORD},
    {"name": "x" * 31, "password": PASSWORD}, {"name": "Ada", "password": "password"},
    {"name": "AdaLovelace", "password": "adalovelace"}])  # fmt: skip
def test_an_account_that_cannot_be_is_explained_and_not_made(sent: dict[str, str]) -> None:
    response = Client().post("/sign-up", sent)
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()
    assert PASSWORD not in response.content.decode()
    assert (User.objects.count(), Person.objects.count()) == (0, 0)


def test_passwords_are_hashed_and_are_in_no_page() -> None:
    client, owner = signed_up("Ada")
    assert owner.user is not None
    assert PASSWORD not in owner.user.password
    for path in ("/", "/settings", "/account", f"/players/{owner.pk}", "/tables/"):
        text = client.get(path).content.decode()
        assert owner.key not in text
        assert owner.user.password not in text


def test_what_a_guest_has_comes_along_at_sign_in() -> None:
    _home, owner = signed_up("Ada")
    guest = Client()
    table = at_once(guest)
    was = Seat.objects.get(table=table, number=0).person
    assert was is not None
    enemy = person()
    Mute.objects.create(person=was, muted=enemy)
    assert guest.post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 302
    assert set(owner.seats.values_list("table", flat=True)) == set(Table.objects.values_list("pk", flat=True))
    assert Mute.objects.filter(person=owner, muted=enemy).exists()
    assert not Person.objects.filter(pk=was.pk).exists()


def test_a_changed_password_closes_the_account_elsewhere() -> None:
    client, owner = signed_up("Ada")
    table = at_once(client)
    elsewhere = Client()
    elsewhere.post("/sign-in", {"name": "Ada", "password": PASSWORD})
    assert elsewhere.get("/account").status_code == 200
    change = {"do": "change", "password": PASSWORD, "new_password": "another good one"}
    assert client.post("/account", change | {"password": "wrong"}).status_code == 403
    assert client.post("/account", change | {"new_password": "123"}).status_code == 400
    assert client.post("/account", change | {"do": "dance"}).status_code == 400
    assert client.post("/account", change).status_code == 302
    assert client.get(f"/tables/{table.key}").status_code == 200
    assert elsewhere.get(f"/tables/{table.key}").status_code == 403
    assert elsewhere.get("/account").status_code == 302
    assert Client().post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 403
    assert Client().post("/sign-in", {"name": "Ada", "password": "another good one"}).status_code == 302
    assert owner.pk == Person.objects.get(user__username="Ada").pk


def test_a_deleted_account_leaves_its_matches_without_its_name() -> None:
    client, owner = signed_up("Ada")
    other = account("Bob")
    over = rated_match(owner, other)
    playing = service.join(creation.create(proposal(), owner, cut="1").key, other, cut="2")
    waiting = creation.create(proposal(), owner, cut="1")
    cookies = client.cookies["ginrummy_session"].value
    assert client.post("/account", {"do": "delete", "password": "wrong"}).status_code == 403
    assert User.objects.count() == 2
    deleted = client.post("/account", {"do": "delete", "password": PASSWORD})
    assert "Your account is deleted" in deleted.content.decode()
    assert (User.objects.count(), Rating.objects.filter(person=owner).count()) == (1, 0)
    playing.refresh_from_db()
    assert (playing.status, playing.winner) == (Status.OVER, 1)
    assert not Table.objects.filter(pk=waiting.pk).exists()
    page = Client().get(f"/tables/{over.key}", follow=True).content.decode()
    assert "Former player" in page
    assert "Ada" not in page
    assert client.get(f"/players/{owner.pk}").status_code == 404
    old = Client()
    old.cookies["ginrummy_session"] = cookies
    assert old.get("/account").status_code == 302
    assert Client().post("/sign-in", {"name": "Ada", "password": PASSWORD}).status_code == 403
    signed_up("Ada")


def test_nobody_sits_down_whose_account_is_deleted_at_that_moment() -> None:
    client, owner = signed_up("Ada")
    stale = Person.objects.get(pk=owner.pk)
    waiting = creation.create(proposal(), account("Bob"), cut="1")
    assert client.post("/account", {"do": "delete", "password": PASSWORD}).status_code == 200
    ways: list[Callable[[], Table]] = [
        lambda: creation.create(proposal(), stale, cut="1"),
        lambda: creation.create(replace(proposal(), beside=stale), account("Cleo"), cut="1", bot_cut="2"),
        lambda: service.join(waiting.key, stale, cut="2"),
    ]
    for sit_down in ways:
        with pytest.raises(AccountGone):
            sit_down()
    assert not Table.objects.filter(seats__person=stale).exists()


def test_nobody_joins_the_table_of_an_account_that_was_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    client, owner = signed_up("Ada")
    waiting = creation.create(proposal(), owner, cut="1")
    refused: list[str] = []

    def is_late(key: str, person: Person) -> None:
        with pytest.raises(AccountGone) as held:
            service.join(waiting.key, account("Bob"), cut="2")
        refused.append(held.value.what)
        withdraw(key, person)

    monkeypatch.setattr("ginrummy.web.accounts.account_deletion.withdraw", is_late)
    assert client.post("/account", {"do": "delete", "password": PASSWORD}).status_code == 200
    assert refused == ["this player has left"]
    assert not Table.objects.filter(pk=waiting.pk).exists()


def test_nobody_is_invited_whose_account_was_deleted() -> None:
    client, owner = signed_up("Ada")
    stale, asker = Person.objects.get(pk=owner.pk), account("Bob")
    before = creation.create(replace(proposal(), invited=owner), asker, cut="1")
    assert client.post("/account", {"do": "delete", "password": PASSWORD}).status_code == 200
    with pytest.raises(AccountGone, match="this player has left"):
        creation.create(replace(proposal(), invited=stale), asker, cut="1")
    before.refresh_from_db()
    assert before.invited is None, "anybody with the link may sit down"


def test_a_deletion_that_was_broken_off_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    client, owner = signed_up("Ada")
    playing = service.join(creation.create(proposal(), owner, cut="1").key, account("Bob"), cut="2")
    waiting = creation.create(proposal(), owner, cut="1")
    monkeypatch.setattr("ginrummy.web.accounts.account_deletion.forfeit_all_games", lambda _person: None)
    assert client.post("/account", {"do": "delete", "password": PASSWORD}).status_code == 200
    monkeypatch.undo()
    delete_expired_data()
    playing.refresh_from_db()
    assert (playing.status, playing.winner) == (Status.OVER, 1)
    assert not Table.objects.filter(pk=waiting.pk).exists()
    assert not Rating.objects.filter(person=owner).exists()


def test_a_deleted_account_takes_its_tables_off_the_lists_and_pages_that_are_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client, owner = signed_up("Ada")
    guest = account("Bob")
    listed = creation.create(replace(proposal(), is_listed=True), owner, cut="1")
    kept = creation.create(replace(proposal(), invited=guest), owner, cut="1")
    told: list[str] = []
    monkeypatch.setattr(pubsub, "announce", lambda key, _number: told.append(key))
    client.post("/account", {"do": "delete", "password": PASSWORD})
    assert {pubsub.LOBBY, pubsub.person_key(guest.key), listed.key, kept.key} <= set(told)


def test_accounts_cannot_be_made_without_end() -> None:
    client = Client(REMOTE_ADDR="10.0.2.1")
    answers = [client.post("/sign-up", {}).status_code for _one in range(SIGN_UP.times + 1)]
    assert answers == [400] * SIGN_UP.times + [429]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_profile_has_ratings_a_graph_figures_and_links(language: str) -> None:
    client, owner = signed_up("Ada")
    other = account("<i>Bob</i>")
    tables = [rated_match(owner, other, loser=place % 2) for place in range(4)]
    rated_match(owner, other, variant="oklahoma")
    text = client.get(f"/players/{owner.pk}", headers={"accept-language": language}).content.decode()
    assert text.count("<polyline") == 1
    assert "style=" not in text
    assert "<i>Bob" not in text
    for table in tables:
        assert f"/games/{table.key}" in text
    assert f"/players/{other.pk}" in text
    assert client.get(f"/players/{owner.pk}?family=oklahoma&page=99").status_code == 200
    assert client.get(f"/players/{owner.pk}?family=nothing&page=x").status_code == 200
    assert client.get("/players/999999").status_code == 404
    assert client.get("/players/me")["Location"] == f"/players/{owner.pk}"


def test_matches_that_were_not_rated_are_listed_for_their_player_only() -> None:
    client, owner = signed_up("Ada")
    table = at_once(client)
    client.post(f"/tables/{table.key}/say", {"number": str(table.number), "move": "resign"})
    assert Change.objects.count() == 0
    assert table.key in client.get(f"/players/{owner.pk}").content.decode()
    assert table.key not in Client().get(f"/players/{owner.pk}").content.decode()


def test_a_player_is_muted_and_heard_again() -> None:
    client, own = signed_up("Ada")
    other = person("Bob")
    path = f"/players/{other.pk}/mute"
    assert client.post(path, {"muted": "on"}).status_code == 302
    assert client.post(path, {"muted": "on", "next": "//evil.example"})["Location"] == "/settings"
    assert Mute.objects.get().muted == other
    assert "Bob" in client.get("/settings").content.decode()
    assert client.post(path, {"muted": "perhaps"}).status_code == 400
    assert client.get(path).status_code == 405
    assert client.post("/players/999999/mute", {"muted": "on"}).status_code == 404
    assert client.post(f"/players/{own.pk}/mute", {"muted": "on"}).status_code == 403
    assert Client().post(path, {"muted": "on"}).status_code == 403
    assert client.post(path, {"muted": "off"}).status_code == 302
    assert Mute.objects.count() == 0


def test_nobody_signs_in_to_an_account_that_is_deleted_at_that_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _client, owner = signed_up("Ada")

    def too_late(*people: Person) -> None:
        delete_account(owner)
        merge_guest(*people)

    monkeypatch.setattr("ginrummy.web.accounts.views.merge_guest", too_late)
    monkeypatch.setattr("ginrummy.web.accounts.views.visitor", lambda _request: person("Bob"))
    answer = Client().post("/sign-in", {"name": "Ada", "password": PASSWORD})
    assert (answer.status_code, "this account was deleted" in answer.content.decode()) == (403, True)


def test_signing_in_leads_back_to_the_table() -> None:
    client, owner = signed_up("Ada")
    table, _bob, _ada = rated_table(people=(account("Bob"), owner))
    path = f"/tables/{table.key}"
    assert client.get(path).status_code == 200
    browser = Client()
    there = browser.get(path).content.decode()
    link = f"/sign-in?next={path}"
    assert f'href="{link}"' in there
    form = f'<input type="hidden" name="next" value="{path}">'
    assert form in browser.get(link).content.decode()
    sent = {"name": "Ada", "password": "wrong", "next": path}
    assert form in browser.post("/sign-in", sent).content.decode()
    assert browser.post("/sign-in", sent | {"password": PASSWORD}).headers["Location"] == path
    assert browser.get(path).status_code == 200


@pytest.mark.parametrize("start", ["/sign-in", "/sign-up", "/recover"])
def test_the_pages_before_an_account_lead_to_each_other_and_back_to_the_table(start: str) -> None:
    waiting = creation.create(replace(proposal(pace="600+20"), is_rated=True), account("Bob"), cut="1")
    path = f"/tables/{waiting.key}"
    there = Client().get(path).content.decode()
    assert f'href="/sign-up?next={path}"' in there
    page = Client().get(f"{start}?next={path}").content.decode()
    assert f'name="next" value="{path}"' in page
    for other in {"/sign-in", "/sign-up", "/recover"} - {start}:
        assert f'href="{other}?next={path}"' in page


def test_a_new_account_and_a_new_password_lead_back_to_the_table_after_the_code() -> None:
    waiting = creation.create(proposal(), account("Bob"), cut="1")
    path = f"/tables/{waiting.key}"
    client = Client()
    sent = {"name": "Ada", "password": "short", "next": path}
    assert f'name="next" value="{path}"' in client.post("/sign-up", sent).content.decode()
    code = led_back(client, client.post("/sign-up", sent | {"password": PASSWORD}), path)
    again = Client()
    sent = {"name": "Ada", "code": "wrong", "new_password": "another good one", "next": path}
    assert f'name="next" value="{path}"' in again.post("/recover", sent).content.decode()
    led_back(again, again.post("/recover", sent | {"code": code}), path)


def led_back(client: Client, response: Any, path: str) -> str:
    """Return the recovery code on the page after `response`, which continues to `path`."""
    assert response.headers["Location"] == f"/account/code?next={path}"
    page = client.get(response.headers["Location"]).content.decode()
    found = re.search('value="([A-Z2-9-]{24})"', page)
    assert found is not None
    assert client.post("/account/code", {"next": field(page, "next")}).headers["Location"] == path
    return found[1]


@pytest.mark.parametrize(
    "place",
    [
        "",
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/\r\nX: y",
        "x",
        "///x",
    ],
)
def test_signing_in_leads_nowhere_else(place: str) -> None:
    signed_up("Ada")
    sent = {"name": "Ada", "password": PASSWORD, "next": place}
    for page in ("/sign-in", "/account/code"):
        assert Client().post(page, sent).headers["Location"] == "/tables/"
