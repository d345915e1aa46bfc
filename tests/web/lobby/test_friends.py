"""Friends and followed players: requests, presence, invitations, privacy, matches against each other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.http.now import now
from ginrummy.web.lobby.friends import (
    NoFriend,
    add_friend,
    count_meetings,
    follow,
    followed_players,
    friend_requests,
    friends_of,
    list_friends,
    matches_by_family,
    people_asked,
    people_here,
    record_people_with_streams,
    remove_friend,
    watchable_tables,
)
from ginrummy.web.lobby.models import Tie
from ginrummy.web.people.models import BrowserSession, Mute, Person
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.pubsub import hub
from ginrummy.web.tables.spectators import store_spectator_permission
from tests.web.api_client import Program, refused
from tests.web.forms import offer, signed_up
from tests.web.play import account, person, rated_match, table_of_two

pytestmark = pytest.mark.django_db


def befriend(one: Person, other: Person) -> None:
    add_friend(one, other)
    add_friend(other, one)


def test_both_must_ask_and_either_may_end_it() -> None:
    ada, bob = account("Ada"), account("Bob")
    add_friend(ada, bob)
    add_friend(ada, bob)
    assert (list(friends_of(ada)), list(friend_requests(bob)), list(friend_requests(ada))) == (
        [],
        [ada],
        [],
    )
    add_friend(bob, ada)
    assert (list(friends_of(ada)), list(friends_of(bob)), list(friend_requests(bob))) == (
        [bob],
        [ada],
        [],
    )
    remove_friend(bob, ada)
    assert not Tie.objects.exists()


def test_a_request_is_listed_until_it_is_answered_or_withdrawn() -> None:
    (client, ada), bob, cleo = signed_up("Ada"), account("Bob"), account("Cleo")
    for name in ("Bob", "Cleo"):
        client.post("/friends", {"do": "add", "name": name})
    assert list(people_asked(ada)) == [bob, cleo]
    page = client.get("/friends").content.decode()
    assert page.count("has not answered yet") == 2
    assert "No friends yet" not in page
    add_friend(bob, ada)
    client.post("/friends", {"do": "remove", "player": str(cleo.pk)})
    page = client.get("/friends").content.decode()
    assert "has not answered yet" not in page
    assert list(friends_of(ada)) == [bob]


def test_who_cannot_be_asked_is_said_in_a_sentence() -> None:
    client, _ada = signed_up("Ada")
    for name, told in (("Nobody", "There is no account of that name."), ("Ada", "That is yourself.")):
        assert told in client.post("/friends", {"do": "add", "name": name}).content.decode()


def test_who_cannot_be_a_friend() -> None:
    ada, guest, muted = account("Ada"), person(), account("Bob")
    Mute.objects.create(person=ada, muted=muted)
    for one, other in ((ada, ada), (ada, guest), (guest, ada), (ada, muted)):
        with pytest.raises(NoFriend):
            add_friend(one, other)
        with pytest.raises(NoFriend):
            follow(one, other, is_wanted=True)
    add_friend(muted, ada)
    assert not friend_requests(ada).exists(), "the muted player does not learn of it, and is not heard"


def test_friends_see_who_is_here_unless_that_is_off_or_they_are_muted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bob = account("Ada"), account("Bob")
    befriend(ada, bob)
    session = BrowserSession.objects.create(person=bob, seen=now() - timedelta(minutes=5))
    assert people_here(ada, [bob]) == set()
    monkeypatch.setattr(hub, "sessions", lambda: [session.pk])
    record_people_with_streams()
    assert [one.is_here for one in list_friends(ada)] == [True]
    bob.preferences = {"here": "off"}
    assert people_here(ada, [bob]) == set()
    bob.preferences = {"here": "on"}
    Mute.objects.create(person=bob, muted=ada)
    assert people_here(ada, [bob]) == set()
    assert list(friends_of(bob)) == []


def test_matches_against_each_other_are_counted_by_game() -> None:
    ada, bob, cleo = account(), account(), account()
    rated_match(ada, bob, loser=1)
    rated_match(ada, bob, loser=0, variant="oklahoma")
    rated_match(bob, ada, loser=0)
    rated_match(ada, cleo)
    found = count_meetings(ada, [bob, cleo])
    assert {key: (one.matches, one.won) for key, one in found.items()} == {bob.pk: (3, 2), cleo.pk: (1, 0)}
    by_game = [(one.title, one.matches, one.won) for one in matches_by_family(ada, bob)]
    assert by_game == [("Usual gin", 2, 2), ("Oklahoma", 1, 0)]


def test_the_matches_of_followed_players_are_found_if_both_let_others_watch() -> None:
    table, ada, bob = table_of_two()
    follower = account()
    for one in (ada, bob):
        assert watchable_tables([ada]) == []
        store_spectator_permission(table.key, one, "public")
    assert watchable_tables([ada]) == [table]
    star = account()
    follow(follower, star, is_wanted=True)
    follow(follower, star, is_wanted=True)
    assert list(followed_players(follower)) == [star]
    follow(follower, star, is_wanted=False)
    assert list(followed_players(follower)) == []


def test_a_deleted_account_is_nobodys_friend() -> None:
    ada, bob = account(), account()
    befriend(ada, bob)
    follow(bob, ada, is_wanted=True)
    delete_account(ada)
    assert not Tie.objects.exists()


def test_the_pages_ask_accept_invite_and_hide() -> None:
    (host, ada), (guest, bob) = signed_up("Ada"), signed_up("Bob")
    assert "need an account" not in host.get("/friends").content.decode()
    assert host.post("/friends", {"do": "add", "name": "nobody"}).status_code == 400
    assert host.post("/friends", {"do": "add", "name": "bob"}).status_code == 302
    assert "Withdraw my request" in host.get(f"/players/{bob.pk}").content.decode()
    assert "Ada wants to be your friend" in guest.get("/rules/").content.decode()
    assert "Be friends" in guest.get(f"/players/{ada.pk}").content.decode()
    guest.post("/friends", {"do": "add", "player": str(ada.pk), "next": "/rules/"})
    assert "wants to be your friend" not in guest.get("/rules/").content.decode()
    assert "is here" in guest.get("/friends").content.decode()
    host.post("/friends", {"here": "off"})
    assert "is here" not in guest.get("/friends").content.decode()
    assert "Nobody sees" in host.get("/friends").content.decode()
    sent = {"offer": offer(guest), "cut": "1", "variant": "standard", "invite": "Ada"}
    assert guest.post("/tables/friend", sent).status_code == 302
    assert Table.objects.get().invited == ada
    guest.post("/friends", {"do": "follow", "player": str(ada.pk)})
    assert "Unfollow" in guest.get(f"/players/{ada.pk}").content.decode()
    for action in ("remove", "leave"):
        guest.post("/friends", {"do": action, "player": str(ada.pk)})
    assert not Tie.objects.exists()


def test_a_guest_is_offered_an_account() -> None:
    ada = account("Ada")
    client = Client()
    assert "Create an account" in client.get("/friends").content.decode()
    page = client.post("/friends", {"do": "add", "player": str(ada.pk)}).content.decode()
    assert "Friends are for those who have an account" in page
    assert not Tie.objects.exists()


def test_a_program_asks_accepts_and_removes() -> None:
    ada, ben = Program(account("Ada")), Program(account("Ben"))
    refused(ada.post("/friends", name="nobody"), 422, "no_friend")
    assert ada.post("/friends", name="ben").json() == {"friends": [], "asking": []}
    assert [one["name"] for one in ben.get("/friends").json()["asking"]] == ["Ada"]
    found = ben.post("/friends", name="Ada").json()
    (friend,) = found["friends"]
    assert (friend["name"], friend["here"], friend["matches"], found["asking"]) == ("Ada", False, 0, [])
    assert ben.delete(f"/friends/{friend['number']}").status_code == 204
    assert ada.get("/friends").json() == {"friends": [], "asking": []}
    refused(ada.delete("/friends/999999"), 404, "not_found")
