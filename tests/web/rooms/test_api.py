"""Programs in a room: their view, their permissions, and refusals."""

from __future__ import annotations

import pytest

from ginrummy.variants import load_variant
from ginrummy.web.api.auth import new_token
from ginrummy.web.api.ndjson import Reader, current_line
from ginrummy.web.rooms import membership
from ginrummy.web.rooms.ledgers import add_players
from ginrummy.web.rooms.models import Evening, Member, Role, Room
from ginrummy.web.tables.models import Table
from tests.web.api_client import Program, refused
from tests.web.play import person

pytestmark = pytest.mark.django_db


def test_programs_make_a_room_enter_it_play_in_it_and_leave_it() -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    made = ada.post("/rooms", title="Bots", game="oklahoma", clock="300+15")
    assert made.status_code == 201
    key = made.json()["key"]
    assert (made.json()["role"], made.json()["clock"]) == ("owner", "300+15")
    refused(bob.get(f"/rooms/{key}"), 403, "not_in_room")
    entered = bob.post(f"/rooms/{key}/enter").json()
    assert [one["name"] for one in entered["members"]] == ["Ada", "Bob"]
    assert [one["own"] for one in entered["members"]] == [False, True]
    number = entered["members"][0]["number"]
    opened = bob.post(f"/rooms/{key}/tables", member=number, cut="5")
    assert opened.status_code == 201
    table = Table.objects.get(key=opened.json()["key"])
    assert (table.invited, table.variant_name, table.pace) == (ada.owner, "oklahoma", "300+15")
    assert ada.post(f"/tables/{table.key}/join", cut="6").status_code == 200
    assert bob.post(f"/tables/{table.key}/moves", number=3, move="resign").json()["status"] == "over"
    seen = ada.get(f"/rooms/{key}").json()
    assert [one["key"] for one in seen["tables"]] == [table.key]
    assert [(one["name"], one["won"]) for one in seen["standings"]] == [("Ada", 1.0), ("Bob", 0.0)]
    assert [one["title"] for one in bob.get("/rooms").json()] == ["Bots"]
    assert bob.post(f"/rooms/{key}/leave").status_code == 204
    assert bob.get("/rooms").json() == []


def test_a_room_refuses_programs_what_it_refuses_people() -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    room = membership.create_room(ada.owner, "Club", "standard") if ada.owner else Room()
    refused(bob.post(f"/rooms/{room.key}/tables"), 403, "not_in_room")
    refused(bob.post(f"/rooms/{room.key}/leave"), 403, "not_in_room")
    bob.post(f"/rooms/{room.key}/enter")
    refused(bob.post(f"/rooms/{room.key}", title="Mine"), 403, "not_in_room")
    own = Member.objects.get(person=ada.owner).pk
    refused(bob.post(f"/rooms/{room.key}/members/{own}", role="removed"), 403, "not_in_room")
    refused(ada.post(f"/rooms/{room.key}/members/{own}", role="member"), 409, "room_refused")
    refused(ada.post(f"/rooms/{room.key}", title=" "), 409, "room_refused")
    refused(ada.post(f"/rooms/{room.key}", title="x", game="nothing"), 409, "room_refused")
    refused(ada.post("/rooms/nothing/enter"), 404, "no_room")
    refused(ada.post(f"/rooms/{room.key}/tables", cut="1", seal="0" * 64), 422, "cut")
    assert ada.post(f"/rooms/{room.key}", title="Club", closed=True).json()["closed"]
    refused(Program(person("Eve")).post(f"/rooms/{room.key}/enter"), 403, "not_in_room")


def test_programs_give_a_room_house_rules_and_read_what_is_wrong_with_them() -> None:
    ada = Program(person("Ada"))
    made = ada.post("/rooms", title="Bots", game='{ base = "modern", gin_bonus = 31 }')
    assert made.status_code == 201
    key, game = made.json()["key"], made.json()["game"]
    assert load_variant(game).row == load_variant("modern").row._replace(gin_bonus=31)
    opened = ada.post(f"/rooms/{key}/tables", cut="5").json()
    assert Table.objects.get(key=opened["key"]).variant.gin_bonus == 31
    answer = ada.post(f"/rooms/{key}", game="{ gin_bonus = -5 }")
    refused(answer, 422, "variant")
    assert (answer.json()["where"], answer.json()["clause"]) == ("gin_bonus", "13.1")
    for wrong in ("{", "{ gin_bonus = 5 }\nx = 1", '{ base = "house.toml" }', "{ x = 1 }"):
        refused(ada.post(f"/rooms/{key}", game=wrong), 422, "variant")
    refused(ada.post(f"/rooms/{key}", game="{" + " " * 8000 + "}"), 422, "malformed")
    refused(ada.post(f"/rooms/{key}", game="house.toml"), 409, "room_refused")
    assert ada.get(f"/rooms/{key}").json()["game"] == game
    assert ada.post(f"/rooms/{key}", game='{ base = "modern" }').json()["game"] == "modern"


def test_the_stream_of_a_room_shows_it_and_ends_for_who_was_sent_away() -> None:
    ada, bob = person("Ada"), person("Bob")
    room = membership.create_room(ada, "Club", "standard")
    membership.enter(room.key, bob)
    reader = Reader(room.key, new_token(bob, "test"), "en", subject="room")
    line = current_line(reader)
    assert (line["type"], line["title"], len(line["members"])) == ("room", "Club", 2)
    membership.set_role(room.key, ada, Member.objects.get(person=bob).pk, Role.REMOVED)
    line = current_line(reader)
    assert (line["type"], line["kind"], line["status"]) == ("refused", "not_in_room", 403)


def test_programs_play_an_evening_of_two_sides_with_bots_in_the_free_places() -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    made = ada.post("/rooms", title="Bots", form="partnership", stakes="5 cents a point").json()
    key = made["key"]
    assert (made["form"], made["stakes"], made["evening"]) == ("partnership", "5 cents a point", None)
    members = [one["number"] for one in bob.post(f"/rooms/{key}/enter").json()["members"]]
    refused(bob.post(f"/rooms/{key}/evening", players=members), 403, "not_in_room")
    refused(bob.post(f"/rooms/{key}/board"), 409, "room_refused")
    players = [members[0], "novice", members[1], "novice"]
    started = ada.post(f"/rooms/{key}/evening", players=players).json()
    assert started["evening"]["boards"] == [[0, 2], [1, 3]]
    assert (started["board"], bob.get(f"/rooms/{key}").json()["board"]) == ([0, 2], [2, 0])
    opened = ada.post(f"/rooms/{key}/board", cut="5").json()
    found = bob.post(f"/rooms/{key}/board", cut="6").json()
    assert (opened["seat"], found["key"], found["seat"]) == (0, opened["key"], None)
    assert bob.post(f"/tables/{found['key']}/join", cut="6").json()["status"] == "playing"
    assert "resign" not in ada.get(f"/tables/{found['key']}").json()["also"]
    assert ada.post(f"/rooms/{key}/places/2", bot="casual").status_code == 200
    refused(ada.post(f"/rooms/{key}/places/9", bot="casual"), 409, "room_refused")
    changed = ada.post(f"/rooms/{key}", title="Robots").json()
    assert [changed[field] for field in ("title", "form", "stakes")] == [
        "Robots",
        "partnership",
        made["stakes"],
    ]
    assert changed["evening"] is not None
    assert ada.post(f"/rooms/{key}/evening/end").json()["evening"] is None


@pytest.mark.parametrize("form", ["king", "everybody"])
def test_programs_are_led_from_match_to_match(form: str) -> None:
    programs = [Program(person(name)) for name in ("Ada", "Bob", "Eve")]
    key = programs[0].post("/rooms", title="Bots", form=form).json()["key"]
    for one in programs[1:]:
        one.post(f"/rooms/{key}/enter")
    members = [one["number"] for one in programs[0].get(f"/rooms/{key}").json()["members"]]
    boards = programs[0].post(f"/rooms/{key}/evening", players=members).json()["evening"]["boards"]
    for _match in range(3):
        (board,) = boards
        host, guest = (programs[number] for number in board)
        assert guest.owner is not None
        reader = Reader(key, new_token(guest.owner, "test"), "en", subject="room")
        assert list(current_line(reader)["board"]) == board[::-1]
        opened = host.post(f"/rooms/{key}/board", cut="5").json()["key"]
        assert guest.post(f"/rooms/{key}/board", cut="6").json()["key"] == opened
        number = guest.post(f"/tables/{opened}/join", cut="6").json()["number"]
        assert guest.post(f"/tables/{opened}/moves", number=number, move="resign").json()["status"] == "over"
        line = current_line(reader)
        boards = line["evening"]["boards"]
        seen = [one.get(f"/rooms/{key}").json()["board"] for one in programs]
        assert [one is not None for one in seen] == [bool(boards) and one in boards[0] for one in range(3)]
    assert (boards == []) == (form == "everybody")


def test_a_program_reads_the_season_of_its_room() -> None:
    ada, bob = Program(person("Ada")), Program(person("Bob"))
    assert ada.owner is not None
    assert bob.owner is not None
    room = membership.create_room(ada.owner, "Club", "standard")
    evening = Evening.objects.create(room=room, lines="Ada Bob gin 80\n", is_over=True)
    add_players(evening, [(ada.owner.pk, "", "Ada"), (bob.owner.pk, "", "Bob")])
    refused(bob.get(f"/rooms/{room.key}/season"), 403, "not_in_room")
    found = ada.get(f"/rooms/{room.key}/season").json()
    assert found["totals"][0] == {
        "name": "Ada", "evenings": 1, "matches": 1, "hands": 1, "gain": 105, "stakes": {}
    }  # fmt: skip
    assert (found["courses"], found["payments"]) == (
        [[105], [-105]], [{"payer": 1, "receiver": 0, "amount": 105}]
    )  # fmt: skip


def test_programs_read_the_evenings_of_a_room() -> None:
    ada, bob, eve = (Program(person(name)) for name in ("Ada", "Bob", "Eve"))
    key = ada.post("/rooms", title="Club", stakes="5 beans a match").json()["key"]
    bob.post(f"/rooms/{key}/enter")
    assert ada.get(f"/rooms/{key}/evenings").json() == []
    opened = bob.post(f"/rooms/{key}/tables", cut="5").json()["key"]
    assert ada.post(f"/tables/{opened}/join", cut="6").status_code == 200
    assert bob.post(f"/tables/{opened}/moves", number=3, move="resign").status_code == 200
    assert ada.post(f"/rooms/{key}/evening/end").status_code == 200
    (listed,) = bob.get(f"/rooms/{key}/evenings").json()
    assert (listed["players"], listed["winner"], listed["over"]) == (["Bob", "Ada"], "Ada", True)
    assert (listed["form"], listed["game"], listed["stakes"]) == ("free", "standard", "5 beans a match")
    seen = bob.get(f"/rooms/{key}/evenings/{listed['number']}").json()
    assert seen["text"].startswith("form: free")
    assert len(seen["sheet"]["hands"]) == 1
    assert seen["path"] == f"/rooms/{key}/evenings/{listed['number']}"
    refused(bob.get(f"/rooms/{key}/evenings/0"), 404, "no_room")
    for address in (f"/rooms/{key}/evenings", f"/rooms/{key}/evenings/{listed['number']}"):
        refused(eve.get(address), 403, "not_in_room")
