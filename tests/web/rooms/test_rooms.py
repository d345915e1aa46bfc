"""A room: access, people, tables, the standings of an evening."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.accounts.account_deletion import delete_account
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.config.retention import delete_expired_data
from ginrummy.web.http.now import now
from ginrummy.web.lobby.friends import HERE_WITHIN
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.people.preferences import HIDDEN
from ginrummy.web.rooms import evenings, membership, views
from ginrummy.web.rooms.evenings import add_table, end_evening
from ginrummy.web.rooms.ledgers import add_players, finished_matches, ledger_of, room_season
from ginrummy.web.rooms.membership import NoRoom, NotInRoom, RoomRefused
from ginrummy.web.rooms.models import Evening, EveningPlayer, EveningTable, Member, Role, Room
from ginrummy.web.rooms.old_evenings import fill_migrated
from ginrummy.web.tables import creation, service
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import RESIGN
from tests.web.api_client import Program
from tests.web.forms import field
from tests.web.play import account, client_of, person, proposal
from tests.web.rooms.evening_play import evening_totals

pytestmark = pytest.mark.django_db


def room_of_two(variant: str = "standard") -> tuple[Room, Person, Person]:
    """Return a room with its owner Ada and with Bob."""
    ada, bob = person("Ada"), person("Bob")
    room = membership.create_room(ada, "Thursday", variant)
    return membership.enter(room.key, bob), ada, bob


def match_in(room: Room, winner: Person, loser: Person) -> Table:
    """Return the table of a match in `room` that `loser` has resigned."""
    table = creation.create(proposal(room.game), winner, cut="1")
    add_table(room, table)
    table = service.join(table.key, loser, cut="2")
    return service.submit_event_text(table.key, loser, table.number, RESIGN)


def role_of(room: Room, one: Person) -> str:
    return Member.objects.get(room=room, person=one).role


def text_of(client: Client, address: str) -> str:
    return client.get(address, headers={"accept-language": "en"}).content.decode()


def test_a_guest_makes_a_room_and_a_stranger_comes_in_by_the_link_under_a_name() -> None:
    host, stranger = Client(), Client()
    answer = host.post("/rooms/", {"title": " Tuesday\u200b aces ", "game": "hollywood", "name": "Ada"})
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/rooms/{room.key}")
    assert (room.title, room.game) == ("Tuesday aces", "hollywood")
    assert "Ada invites you to a room for Hollywood" in text_of(stranger, f"/rooms/{room.key}")
    assert stranger.post(f"/rooms/{room.key}/enter", {"name": "Bob"}).status_code == 302
    page = text_of(stranger, f"/rooms/{room.key}")
    assert [str(one) for one in room.members.all()] == ["Ada", "Bob"]
    assert "Manage the room" not in page
    assert "Manage the room" in text_of(host, f"/rooms/{room.key}")
    assert "Tuesday aces" in text_of(stranger, "/rooms/")
    assert "Tuesday aces" not in text_of(Client(), "/rooms/")


@pytest.mark.parametrize(
    ("title", "game"), [("", "standard"), ("x" * 61, "standard"), ("\u200b", "standard"), ("Club", "../x")]
)
def test_a_room_without_a_proper_name_or_game_is_refused_and_makes_no_guest(title: str, game: str) -> None:
    answer = Client().post("/rooms/", {"title": title, "game": game})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()
    assert not Room.objects.exists()
    assert not Person.objects.exists()


def test_a_name_that_is_taken_is_refused_at_the_door() -> None:
    account("Zoe")
    room = membership.create_room(person("Ada"), "Club", "standard")
    answer = Client().post(f"/rooms/{room.key}/enter", {"name": "zoe"})
    assert answer.status_code == 400
    assert 'id="e-name"' in answer.content.decode()
    assert room.members.count() == 1


def test_nobody_new_comes_in_by_a_closed_door_and_those_inside_stay() -> None:
    room, ada, bob = room_of_two()
    membership.change_room(room.key, ada, title="Club", game="standard", pace="600+20", is_closed=True)
    with pytest.raises(NotInRoom, match="door"):
        membership.enter(room.key, person("Eve"))
    eve = Client()
    assert eve.post(f"/rooms/{room.key}/enter", {"name": "Eve"}).status_code == 200
    assert not Person.objects.filter(name="Eve", memberships__isnull=False).exists()
    assert membership.enter(room.key, bob).pace == "600+20"
    assert client_of(bob).get(f"/rooms/{room.key}").status_code == 200


def test_who_was_sent_away_stays_outside_until_let_in_again() -> None:
    room, ada, bob = room_of_two()
    number = Member.objects.get(person=bob).pk
    membership.set_role(room.key, ada, number, Role.REMOVED)
    client = client_of(bob)
    assert "You were removed" in text_of(client, f"/rooms/{room.key}")
    assert client.get(f"/rooms/{room.key}/part").status_code == 403
    assert client.post(f"/rooms/{room.key}/enter", {}).status_code == 403
    assert client.post(f"/rooms/{room.key}/table", {}).status_code == 403
    assert membership.rooms_of(bob) == []
    membership.set_role(room.key, ada, number, Role.MEMBER)
    assert membership.rooms_of(bob) == [room]


def test_only_the_owner_appoints_helpers_and_helpers_only_send_members_away() -> None:
    room, ada, bob = room_of_two()
    eve = person("Eve")
    membership.enter(room.key, eve)
    numbers = {one.person_id: one.pk for one in room.members.all()}
    for role in Role.values:
        with pytest.raises(NotInRoom):
            membership.set_role(room.key, bob, numbers[eve.pk], role)
    membership.set_role(room.key, ada, numbers[bob.pk], Role.HELPER)
    for other, role in ((eve, Role.HELPER), (eve, Role.OWNER), (ada, Role.REMOVED), (ada, Role.MEMBER)):
        with pytest.raises(NotInRoom):
            membership.set_role(room.key, bob, numbers[other.pk], role)
    membership.set_role(room.key, bob, numbers[eve.pk], Role.REMOVED)
    membership.set_role(room.key, ada, numbers[bob.pk], Role.OWNER)
    assert (role_of(room, ada), role_of(room, bob)) == (Role.HELPER, Role.OWNER)
    for number, role in ((numbers[bob.pk], Role.MEMBER), (0, Role.MEMBER), (numbers[ada.pk], "king")):
        with pytest.raises(RoomRefused):
            membership.set_role(room.key, bob, number, role)


def test_when_the_owner_leaves_a_helper_owns_the_room_and_the_last_one_closes_it() -> None:
    room, ada, bob = room_of_two()
    eve = person("Eve")
    membership.enter(room.key, eve)
    membership.set_role(room.key, ada, Member.objects.get(person=eve).pk, Role.HELPER)
    table = match_in(room, ada, bob)
    assert client_of(ada).post(f"/rooms/{room.key}/leave").status_code == 302
    assert (role_of(room, eve), role_of(room, bob)) == (Role.OWNER, Role.MEMBER)
    membership.leave(room.key, eve)
    assert role_of(room, bob) == Role.OWNER
    membership.leave(room.key, bob)
    with pytest.raises(NoRoom):
        membership.find_room(room.key)
    assert Table.objects.filter(pk=table.pk).exists()
    with pytest.raises(NoRoom):
        membership.leave(room.key, bob)


def test_a_member_opens_a_table_and_another_joins_it_with_one_press() -> None:
    room, ada, bob = room_of_two("hollywood")
    client = client_of(ada)
    page = text_of(client, f"/rooms/{room.key}")
    sent = {"offer": field(page, "offer"), "cut": "1"}
    address = client.post(f"/rooms/{room.key}/table", sent)["Location"]
    table = Table.objects.get()
    assert address == f"/tables/{table.key}"
    assert (table.variant_name, table.invited, table.is_listed) == ("hollywood", None, False)
    assert "Your table is waiting" in text_of(client, f"/rooms/{room.key}/part")
    part = text_of(client_of(bob), f"/rooms/{room.key}/part")
    assert "Ada is waiting for a player" in part
    assert "Sit down and wait" not in part, "one offer for one table"
    assert f'action="/tables/{table.key}/join"' in part
    service.join(table.key, bob, cut="2")
    assert "is at a table" in text_of(client, f"/rooms/{room.key}/part")


def test_a_table_for_one_member_is_told_to_that_member_alone() -> None:
    room, ada, bob = room_of_two()
    eve = person("Eve")
    membership.enter(room.key, eve)
    client = client_of(ada)
    sent = {"offer": field(text_of(client, f"/rooms/{room.key}"), "offer"), "cut": "1"}
    number = Member.objects.get(person=bob).pk
    assert client.post(f"/rooms/{room.key}/table", sent | {"invited": str(number)}).status_code == 302
    assert Table.objects.get().invited == bob
    assert "Ada wants to play with you" in text_of(client_of(bob), f"/rooms/{room.key}/part")
    assert "/join" not in text_of(client_of(eve), f"/rooms/{room.key}/part")
    for wrong in ("0", str(Member.objects.get(person=ada).pk), "²", "x"):
        assert client.post(f"/rooms/{room.key}/table", sent | {"invited": wrong}).status_code == 403
    assert Client().post(f"/rooms/{room.key}/table", sent).status_code == 403


def test_an_evening_has_standings_and_ends_by_a_press_or_by_itself() -> None:
    room, ada, bob = room_of_two()
    first = match_in(room, ada, bob)
    match_in(room, bob, ada)
    last = match_in(room, ada, bob)
    evening = Evening.objects.get()
    best, second = evening_totals(evening)
    assert (best.name, best.matches, second.name, second.matches) == ("Ada", 2, "Bob", 1)
    ledger = ledger_of(evening)
    assert ledger is not None
    assert [finished_matches(ledger.evening, number) for number in (0, 1)] == [3, 3]
    assert evenings.evening_tables(evening)[0] == first
    page = text_of(client_of(bob), f"/rooms/{room.key}")
    assert page.index("This evening") < page.index("Ada has won")
    assert 'class="grid' in page
    assert 'class="sheet' not in page  # its tables do not wrap
    assert f"/games/{last.key}" in page
    end_evening(room.key, ada)
    match_in(room, bob, ada)
    Evening.objects.filter(is_over=False).update(latest=now() - evenings.PAUSE - timedelta(minutes=1))
    match_in(room, bob, ada)
    assert [one.tables.count() for one in room.evenings.order_by("pk")] == [3, 1, 1]
    assert [one.is_over for one in room.evenings.order_by("pk")] == [True, True, False]
    with CaptureQueriesContext(connection) as queries:
        page = text_of(client_of(bob), f"/rooms/{room.key}")
    assert "Earlier evenings" in page
    assert [one.winner for one in evenings.room_evenings(room).filter(is_over=True)] == ["Bob", "Ada"]
    assert sum("rooms_eveningplayer" in one["sql"] for one in queries) == 1  # those of this evening
    assert client_of(bob).post(f"/rooms/{room.key}/change", {"end": "on"}).status_code == 403
    assert client_of(ada).post(f"/rooms/{room.key}/change", {"end": "on"}).status_code == 302
    assert not room.evenings.filter(is_over=False).exists()


def test_a_rematch_belongs_to_the_room_and_the_end_leads_back_to_it() -> None:
    room, ada, bob = room_of_two()
    table, client = match_in(room, ada, bob), client_of(ada)
    page = text_of(client, f"/tables/{table.key}")
    assert f'href="/rooms/{room.key}"' in page
    sent = {"offer": field(page, "offer"), "cut": "1"}
    assert client.post(f"/tables/{table.key}/rematch", sent).status_code == 302
    assert [one.key for one in evenings.evening_tables(Evening.objects.get())][1:] == [
        Table.objects.get(rematch_of=table).key
    ]


def test_each_change_of_a_room_is_told_to_its_open_pages() -> None:
    room, ada, bob = room_of_two()
    before = Room.objects.get().number
    table = match_in(room, ada, bob)
    assert Room.objects.get().number >= before + 3  # opened, joined, over
    after = Room.objects.get().number
    membership.set_role(room.key, ada, Member.objects.get(person=bob).pk, Role.HELPER)
    assert Room.objects.get().number == after + 1
    assert service.find_table(table.key).number > 0


def test_presence_is_seen_by_the_others_and_fades() -> None:
    room, ada, bob = room_of_two()
    asker = client_of(ada)
    client_of(bob).get(f"/rooms/{room.key}/part")
    assert text_of(asker, f"/rooms/{room.key}/part").count("<b>is here</b>") == 2
    BrowserSession.objects.filter(person=bob).update(seen=now() - HERE_WITHIN)
    assert text_of(asker, f"/rooms/{room.key}/part").count("<b>is here</b>") == 1


def test_one_is_always_here_oneself() -> None:
    """Visitors never see themselves as away, with hidden or old presence."""
    room, ada, _bob = room_of_two()
    asker = client_of(ada)
    Person.objects.filter(pk=ada.pk).update(preferences={"here": HIDDEN})
    assert text_of(asker, f"/rooms/{room.key}/part").count("<b>is here</b>") == 1


def test_a_guest_who_signs_in_keeps_the_rooms_and_the_higher_role() -> None:
    room, ada, bob = room_of_two()
    owner = account("Carla")
    membership.enter(room.key, owner)
    other = membership.create_room(ada, "Other", "standard")
    merge_guest(ada, owner)
    assert (role_of(room, owner), role_of(other, owner)) == (Role.OWNER, Role.OWNER)
    assert room.members.count() == 2
    assert Member.objects.filter(person=bob).exists()


def test_a_deleted_account_leaves_its_rooms() -> None:
    owner, bob = account("Carla"), person("Bob")
    room = membership.create_room(owner, "Club", "standard")
    membership.enter(room.key, bob)
    delete_account(owner)
    assert [str(one) for one in room.members.all()] == ["Bob"]
    assert role_of(room, bob) == Role.OWNER


def test_a_guest_in_a_room_is_kept_for_longer_than_a_month() -> None:
    room, ada, bob = room_of_two()
    match_in(room, ada, bob)
    Person.objects.update(created=now() - timedelta(days=400))
    delete_expired_data()
    assert membership.member_of(room, bob) is not None


@pytest.mark.parametrize("path", ["", "/part", "/enter", "/leave", "/change", "/table"])
def test_a_room_that_is_not_there_is_said_to_be_not_there(path: str) -> None:
    client = client_of(person())
    ask = client.get if path in ("", "/part") else client.post
    assert ask(f"/rooms/nothing{path}").status_code == 404


def test_a_person_owns_some_rooms_and_a_room_holds_some_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_ROOMS", 1)
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    room, ada, _bob = room_of_two()
    with pytest.raises(RoomRefused):
        membership.create_room(ada, "Another", "standard")
    with pytest.raises(RoomRefused, match="full"):
        membership.enter(room.key, person("Eve"))
    with pytest.raises(GinRummyError):
        membership.change_room(room.key, ada, title="Club", game="standard", pace="5d", is_closed=False)


def test_those_who_were_sent_away_fill_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MOST_MEMBERS", 2)
    room, ada, bob = room_of_two()
    number = Member.objects.get(person=bob).pk
    membership.set_role(room.key, ada, number, Role.REMOVED)
    membership.enter(room.key, person("Eve"))
    with pytest.raises(RoomRefused, match="full"):
        membership.set_role(room.key, ada, number, Role.MEMBER)


def test_who_was_sent_away_comes_in_by_no_second_identity() -> None:
    room, ada, bob = room_of_two()
    owner = account("Carla")
    membership.enter(room.key, owner)
    membership.set_role(room.key, ada, Member.objects.get(person=bob).pk, Role.REMOVED)
    merge_guest(bob, owner)
    assert role_of(room, owner) == Role.REMOVED


def test_an_owner_who_was_sent_away_as_another_hands_the_room_over() -> None:
    room, ada, bob = room_of_two()
    owner = account("Carla")
    membership.enter(room.key, owner)
    membership.set_role(room.key, ada, Member.objects.get(person=owner).pk, Role.REMOVED)
    merge_guest(ada, owner)
    assert (role_of(room, owner), role_of(room, bob)) == (Role.REMOVED, Role.OWNER)


@pytest.mark.parametrize("goes", ["sent away", "leaves"])
def test_no_table_waits_for_or_with_somebody_who_has_gone(
    goes: str, django_capture_on_commit_callbacks: Any
) -> None:
    room, ada, bob = room_of_two()
    membership.enter(room.key, person("Eve"))
    played = match_in(room, ada, bob)
    ada_in, bob_in = (Member.objects.get(person=one) for one in (ada, bob))
    evenings.open_table(room, bob_in, new_offer(), cut="1")
    evenings.open_table(room, ada_in, new_offer(), cut="1", invited=bob_in.pk)
    with django_capture_on_commit_callbacks(execute=True):
        if goes == "leaves":
            membership.leave(room.key, bob)
        else:
            membership.set_role(room.key, ada, bob_in.pk, Role.REMOVED)
    assert list(Table.objects.all()) == [played]
    page = text_of(client_of(bob), f"/tables/{played.key}")
    sent = {"offer": field(page, "offer"), "cut": "1"}
    assert client_of(bob).post(f"/tables/{played.key}/rematch", sent).status_code == 302
    assert evenings.evening_tables(Evening.objects.get()) == [played]


def test_a_member_has_one_table_that_waits() -> None:
    room, ada, _bob = room_of_two()
    member = Member.objects.get(person=ada)
    evenings.open_table(room, member, new_offer(), cut="1")
    with pytest.raises(RoomRefused, match="already waiting"):
        evenings.open_table(room, member, new_offer(), cut="1")
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("column", "age"),
    [("begun", evenings.LONGEST), ("latest", evenings.PAUSE), ("latest", -timedelta(days=2))],
)
def test_an_evening_ends_whatever_the_clock_says(column: str, age: timedelta) -> None:
    room, ada, bob = room_of_two()
    match_in(room, ada, bob)
    Evening.objects.update(**{column: now() - age})
    match_in(room, ada, bob)
    assert [one.is_over for one in room.evenings.order_by("pk")] == [True, False]


def test_a_room_that_guests_have_left_without_a_match_is_deleted_and_others_stay() -> None:
    empty, ada, _bob = room_of_two()
    played, first, second = room_of_two()
    match_in(played, first, second)
    owned = membership.create_room(account("Carla"), "Mine", "standard")
    seen = membership.create_room(person("Dora"), "Seen", "standard")
    client_of(seen.members.get().person).get("/rooms/")
    Room.objects.update(created=now() - timedelta(days=31))
    delete_expired_data()
    assert set(Room.objects.values_list("pk", flat=True)) == {played.pk, owned.pk, seen.pk}
    assert not Member.objects.filter(person=ada, room=empty).exists()


def test_a_name_within_a_longer_one_does_not_close_the_room() -> None:
    long, bob, jean, paul = (person(name) for name in ("Jean Paul", "Bob", "Jean", "Paul"))
    room = membership.create_room(long, "Club", "standard")
    for one in (bob, jean, paul):
        membership.enter(room.key, one)
    match_in(room, long, bob)
    match_in(room, jean, paul)
    evening = Evening.objects.get()
    assert [one.name for one in evening.roster] == ["Jean Paul", "Bob", "Jean-3", "Paul"]
    assert {one.name for one in evening_totals(evening)[:2]} == {"Jean Paul", "Jean-3"}
    assert client_of(bob).get(f"/rooms/{room.key}").status_code == 200


@pytest.mark.parametrize(
    ("field", "value", "said"), [("lines", "Max Ada 25\n", "no player"), ("game", "whist", "whist")]
)
def test_a_sheet_that_cannot_be_read_is_named_and_the_room_stays_open(
    field: str, value: str, said: str
) -> None:
    room, ada, bob = room_of_two()
    match_in(room, ada, bob)
    Evening.objects.update(**{field: value})
    lines = Evening.objects.get().lines
    address = f"/rooms/{room.key}"
    number = Evening.objects.get().pk
    for page in (address, f"{address}/part", f"{address}/evenings/{number}"):
        assert said in text_of(client_of(bob), page)
    assert match_in(room, ada, bob).status == "over"
    assert Evening.objects.get().lines == lines
    end_evening(room.key, ada)
    assert said in text_of(client_of(bob), f"{address}/evenings/{number}")


def test_more_people_than_a_sheet_holds_begin_another_evening() -> None:
    room, ada, bob = room_of_two()
    match_in(room, ada, bob)
    full = Evening.objects.get()
    EveningPlayer.objects.bulk_create(
        EveningPlayer(evening=full, number=number, name=f"Guest {number}x") for number in range(2, 40)
    )
    waiting = creation.create(proposal(room.game), bob, cut="1")
    add_table(room, waiting)
    match_in(room, person("Eve"), ada)
    first, second = room.evenings.order_by("pk")
    assert (len(first.roster), first.is_over, first.winner) == (40, True, "Ada")
    assert [one.name for one in second.roster] == ["Eve", "Ada"]
    assert second.lines
    assert waiting in evenings.evening_tables(second)


def test_evenings_of_an_older_database_get_their_sheets() -> None:
    room, ada, bob = room_of_two("hollywood")
    match_in(room, ada, bob)
    end_evening(room.key, ada)
    match_in(room, bob, ada)
    before = list(Evening.objects.order_by("pk").values("lines", "game", "winner"))
    EveningPlayer.objects.all().delete()
    EveningTable.objects.update(first=None, second=None)
    Evening.objects.update(lines="", game="standard", winner="")
    migration = SimpleNamespace(app_label="rooms", name="0003_winner")
    fill_migrated(plan=[(migration, True)])
    assert not evenings.room_evenings(room).filter(is_over=True)
    fill_migrated(plan=[(migration, False)])
    assert list(Evening.objects.order_by("pk").values("lines", "game", "winner")) == before
    fill_migrated(plan=[(migration, False)])
    assert [one.winner for one in evenings.room_evenings(room).filter(is_over=True)] == ["Ada"]


def test_stakes_are_in_the_language_of_the_reader() -> None:
    ada = person("Ada")
    room = membership.create_room(ada, "Club", "standard", form="free", stakes="0,05 € le point")
    assert "€0.05 a point" in text_of(client_of(ada), f"/rooms/{room.key}")


def scored_evening(room: Room, lines: str, *people: tuple[Person | None, str]) -> Evening:
    """Return a finished evening of `room` with these hands."""
    evening = Evening.objects.create(room=room, lines=lines, stakes="5 beans a match", is_over=True)
    add_players(evening, [(None if one is None else one.pk, "", name) for one, name in people])
    return evening


def test_a_season_adds_the_evenings_of_a_room_up_and_knows_people_by_more_than_their_names() -> None:
    room, ada, bob = room_of_two()
    eve = person("Eve")
    scored_evening(room, "Ada Bob gin 80\n", (ada, "Ada"), (bob, "Bob"))
    scored_evening(room, "Ada Ida gin 90\n", (eve, "Ada"), (ada, "Ida"))
    scored_evening(room, "", (ada, "Ada"), (bob, "Bob"))
    season = room_season(room).season
    assert [(one.name, one.evenings, one.gain) for one in season.totals] == [
        ("Ida", 2, -10), ("Bob", 1, -105), ("Ada", 1, 115)
    ]  # fmt: skip
    page = text_of(client_of(bob), f"/rooms/{room.key}/season")
    assert 'stroke-dasharray="10 5"' in page
    assert "Bob → Ada" in page
    lines = client_of(bob).get(f"/rooms/{room.key}/season/season.csv").content.decode().splitlines()
    assert lines[:2] == ["person,evenings,matches won,hands won,points,won beans", "Ada,1,1,1,115,5.0"]
    found = client_of(bob).get(f"/rooms/{room.key}/season/season.json").json()
    assert found["courses"] == [[105, -10], [-105, -105], [0, 115]]
    assert client_of(bob).get(f"/rooms/{room.key}/season/season.txt").status_code == 404


def test_an_unfinished_match_is_named_before_the_evening_ends_and_in_the_season() -> None:
    room, ada, bob = room_of_two()
    told = "Match 1 (10–0) is not finished: its points do not count yet."
    unbroken = told.replace("(10–0)", '<span class="score">(10–0)</span>')
    evening = scored_evening(room, "Bob Ada 10\n", (bob, "Ada"), (ada, "Bob"))
    assert unbroken in text_of(client_of(ada), f"/rooms/{room.key}/evenings/{evening.pk}")
    season = text_of(client_of(ada), f"/rooms/{room.key}/season")
    assert "1 match is not finished: its points do not count." in season
    Evening.objects.filter(pk=evening.pk).update(is_over=False)
    page = text_of(client_of(ada), f"/rooms/{room.key}")
    assert (page.count(told), page.count(unbroken)) == (1, 1)
    assert "End the evening all the same" in page
    end_evening(room.key, ada)
    assert Evening.objects.get(pk=evening.pk).winner == ""


def test_two_former_players_are_two_in_a_season() -> None:
    room, ada, _bob = room_of_two()
    for _evening in range(2):
        scored_evening(room, "Ada Former player gin 80\n", (ada, "Ada"), (None, "Former player"))
    names = [(one.name, one.evenings) for one in room_season(room).season.totals]
    assert names == [("Ada", 2), ("Former player", 1), ("Former player-2", 1)]


def test_a_season_says_which_evening_cannot_be_read_and_is_read_once() -> None:
    room, ada, bob = room_of_two()
    read = scored_evening(room, "Ada Bob gin 80\n", (ada, "Ada"), (bob, "Bob"))
    faulty = scored_evening(room, "Ada Bob gin 80\nAda Bob dances\n", (ada, "Ada"), (bob, "Bob"))
    lost = scored_evening(room, "Ada Bob gin 80\n", (ada, "Ada"), (bob, "Bob"))
    Evening.objects.filter(pk=lost.pk).update(game="no such game")
    season = room_season(room)
    assert [key for key, _day, _fault in season.faults] == [faulty.pk, lost.pk]
    assert room_season(room) is season
    told = [f"{day}: {fault}" for _key, day, fault in season.faults]
    program = Program(bob)
    for found in (
        program.get(f"/rooms/{room.key}/season").json(),
        client_of(bob).get(f"/rooms/{room.key}/season/season.json").json(),
    ):
        assert [f"{one['evening']}: {one['reason']}" for one in found["faults"]] == told
    sheet = client_of(bob).get(f"/rooms/{room.key}/season/season.csv").content.decode().splitlines()
    assert sheet[0].endswith(",not read")
    assert len(sheet) == 1 + len(season.season.totals) + len(told)
    assert "dances" in sheet[-2]
    assert season.season.totals is season.season.totals
    page = text_of(client_of(bob), f"/rooms/{room.key}/season")
    assert "dances" in page
    assert f"/evenings/{faulty.pk}" in page
    assert f"/evenings/{read.pk}" not in page


def test_a_season_is_for_the_people_of_its_room_and_may_be_empty() -> None:
    room, _ada, bob = room_of_two()
    assert "No hand has been scored yet." in text_of(client_of(bob), f"/rooms/{room.key}/season")
    for name in ("season", "season/season.csv"):
        assert Client().get(f"/rooms/{room.key}/{name}").status_code == 403


def test_a_page_lists_all_evenings_of_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MOST_PAST", 1)
    ada, bob = person("Ada"), person("Bob")
    room = membership.create_room(ada, "Club", "standard")
    for winner in ("Ada", "Bob"):
        evening = Evening.objects.create(room=room, lines="Ada Bob gin 31\n", is_over=True, winner=winner)
        add_players(evening, [(ada.pk, "", "Ada"), (bob.pk, "", "Bob")])
    page = client_of(ada).get(f"/rooms/{room.key}").content.decode()
    assert (page.count("/evenings/"), f'href="/rooms/{room.key}/evenings"' in page) == (2, True)
    assert client_of(ada).get(f"/rooms/{room.key}/evenings").content.decode().count("/evenings/") == 2
    assert client_of(bob).get(f"/rooms/{room.key}/evenings").status_code == 403
    assert client_of(bob).get("/rooms/nothing/evenings").status_code == 404


def test_a_table_is_laid_in_its_evening_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    room, ada, _bob = room_of_two()

    def crash(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(evenings, "add_table", crash)
    with pytest.raises(KeyboardInterrupt):
        evenings.open_table(room, Member.objects.get(person=ada), new_offer(), cut="1")
    assert not Table.objects.exists()
