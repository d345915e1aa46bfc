"""The API: every route allowed and refused, races, a whole match."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from jsonschema_rs import Draft202012Validator

from ginrummy.game.view import view_of
from ginrummy.locale import LANGUAGES
from ginrummy.rules.types import SEATS
from ginrummy.text.json import view_json
from ginrummy.variants import preset_names
from ginrummy.web.alerts.alert_settings import SWITCHES
from ginrummy.web.alerts.models import Device
from ginrummy.web.api.ndjson import Reader, current_line
from ginrummy.web.api.serializers import table_json, table_summary_json
from ginrummy.web.api.views import openapi_document
from ginrummy.web.http.limits import CREATE, MOVE, counter
from ginrummy.web.http.now import now
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Event, Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.web.api_client import Program, refused
from tests.web.play import account, bots_answer, client_of, person, step, table_of_two
from tests.web.races import race

pytestmark = pytest.mark.django_db

NO_QUIET = {"quiet_from": 0, "quiet_to": 0, "zone": ""}


def test_variants_and_bots_are_there_for_everybody_in_three_languages() -> None:
    nobody = Program(language="fr")
    presets = nobody.get("/variants").json()
    assert [one["name"] for one in presets] == list(preset_names())
    assert nobody.get("/variants/hollywood").json() in presets
    refused(nobody.get("/variants/nothing"), 404, "not_found")
    assert refused(Program(person()).get("/openings", gane="oklahoma"), 422, "malformed")["where"] == "gane"
    titles = {
        language: [one["title"] for one in Program(language=language).get("/bots").json()]
        for language in LANGUAGES
    }
    assert len({tuple(some) for some in titles.values()}) == 3


def test_a_table_against_a_bot_from_the_offer_to_the_first_move() -> None:
    program = Program(person())
    offer = program.post("/offers").json()
    wanted = {"variant": "standard", "against": "simple", "offer": offer["offer"], "cut": "17"}
    response = program.post("/tables", **wanted)
    assert response.status_code == 201
    table = response.json()
    assert table["commitment"] == offer["commitment"]
    assert (table["seat"], table["status"]) == (0, "playing")
    assert table["seats"][1]["bot"] == "simple"
    assert list(Event.objects.values_list("text", flat=True))[:2] == [f"cut:{offer['bot_cut']}", "cut:17"]
    assert program.post("/tables", **wanted).json()["key"] == table["key"]
    refused(program.post("/tables", **wanted | {"variant": "straight"}), 409, "taken")
    refused(program.post("/tables", offer="forged"), 409, "offer_gone")
    assert Table.objects.count() == 1


def test_the_view_is_that_of_the_engine_protocol() -> None:
    table, first, second = table_of_two(seed=3)
    for seat, owner in enumerate((first, second)):
        told = Program(owner).get(f"/tables/{table.key}").json()
        match = current_state(table).match
        assert match is not None
        assert told["seat"] == seat
        assert told["view"] == json.loads(json.dumps(view_json(view_of(match, seat))))
        assert told["moves"] == told["view"]["legal"]
        assert bool(told["moves"]) == (seat in told["awaited"])
        assert told["also"] == ["resign"]


def test_house_rules_a_clock_and_an_open_table_are_laid_as_by_the_form() -> None:
    program, other = Program(account("Ada")), Program(account("Ben"))
    rules = {"gin_bonus": 31, "knock_limit": {"type": "upcard", "ace": "gin_only"}, "run_max": None}
    wanted = {"rules": rules, "against": "anybody", "clock": "600+20", "rated": True}
    told = program.post("/tables", **wanted).json()
    assert told["variant"]["name"] is None
    assert told["variant"]["rules"]["gin_bonus"] == 31
    assert (told["clock"], told["rated"], told["open"], told["status"]) == ("600+20", True, True, "waiting")
    assert told["view"] is None
    assert [one["key"] for one in other.get("/openings").json()] == [told["key"]]
    assert other.get("/openings", clock="slow").json() == []
    joined = other.post(f"/tables/{told['key']}/join", cut="5").json()
    assert (joined["seat"], joined["status"], len(joined["running"])) == (1, "playing", 1)
    assert all(0 < left <= 600_000 for left in joined["times"])
    assert other.get("/openings").json() == []
    assert [one["key"] for one in other.get("/tables", status="playing").json()] == [told["key"]]
    assert other.get("/tables", status="over").json() == []


@pytest.mark.parametrize(
    ("wanted", "status", "kind", "where"),
    [
        ({"variant": "nothing"}, 422, "variant", "variant"),
        ({"variant": "/etc/passwd.toml"}, 422, "variant", "variant"),
        ({"variant": 7}, 422, "malformed", "variant"),
        ({"colour": "red"}, 422, "malformed", "colour"),
        ({"rated": 1}, 422, "malformed", "rated"),
        ({"rules": {"gin_bonus": -1}}, 422, "variant", "gin_bonus"),
        ({"rules": {"rubber_bonus": 5}}, 422, "variant", "rubber_bonus"),
        ({"rules": {"base": "oklahoma"}}, 422, "variant", "base"),
        ({"rules": {"knock_limit": {"type": ["x"]}}}, 422, "variant", "knock_limit.type"),
        ({"against": "nobody"}, 422, "refused", "against"),
        ({"against": "even@999"}, 422, "refused", "against"),
        ({"clock": "1+1"}, 422, "refused", "1+1"),
        ({"invite": "Nobody known"}, 422, "nobody_there", ""),
        ({"cut": "\x00", "against": "simple"}, 422, "malformed", "body"),
        ({"cut": "x" * 256}, 422, "malformed", "cut"),
    ],
)
def test_a_table_that_cannot_be_is_explained_and_not_laid(
    wanted: dict[str, Any], status: int, kind: str, where: str
) -> None:
    told = refused(Program(person()).post("/tables", **wanted), status, kind)
    assert told["where"] == where
    assert not Table.objects.exists()


def test_a_private_table_an_invitation_and_its_refusal() -> None:
    host, guest, stranger = person("Ada"), person("Ben"), person("Cleo")
    table, _one, _two = table_of_two()
    Table.objects.filter(pk=table.pk).update(status=Status.OVER)
    table.seats.filter(number=0).update(person=host)
    table.seats.filter(number=1).update(person=guest)
    program, invited = Program(host), Program(guest)
    laid = program.post("/tables", invite="Ben").json()
    assert [one["key"] for one in invited.get("/invitations").json()] == [laid["key"]]
    assert invited.get("/openings").json() == []
    refused(Program(stranger).post(f"/tables/{laid['key']}/join"), 403, "not_yours")
    refused(Program(stranger).post(f"/tables/{laid['key']}/decline"), 403, "not_yours")
    refused(Program(stranger).delete(f"/tables/{laid['key']}"), 403, "not_yours")
    assert invited.post(f"/tables/{laid['key']}/decline").status_code == 204
    assert invited.get("/invitations").json() == []
    assert program.delete(f"/tables/{laid['key']}").status_code == 204
    refused(program.get(f"/tables/{laid['key']}"), 404, "no_table")


def test_a_table_that_waits_is_seen_by_all_one_that_is_played_by_its_seats() -> None:
    host, guest = Program(person()), Program(person())
    laid = host.post("/tables", variant="oklahoma").json()
    seen = guest.get(f"/tables/{laid['key']}").json()
    assert (seen["seat"], seen["view"], seen["commitment"]) == (None, None, laid["commitment"])
    assert seen["variant"]["name"] == "oklahoma"
    assert guest.post(f"/tables/{laid['key']}/join").status_code == 200
    assert guest.post(f"/tables/{laid['key']}/join").status_code == 200
    third = Program(person())
    refused(third.get(f"/tables/{laid['key']}"), 403, "not_yours")
    refused(third.post(f"/tables/{laid['key']}/join"), 409, "taken")
    refused(third.post(f"/tables/{laid['key']}/moves", number=2, move="draw"), 403, "not_yours")
    refused(third.get(f"/tables/{laid['key']}/record"), 409, "stale")
    refused(guest.delete(f"/tables/{laid['key']}"), 409, "stale")
    assert Event.objects.count() == 3


def mover(table: Table, people: tuple[Person, Person]) -> tuple[Program, Program, list[str]]:
    """Return the program to move, the other one, and the moves of the first."""
    seat = min(current_state(table).awaited)
    program = Program(people[seat])
    return program, Program(people[1 - seat]), program.get(f"/tables/{table.key}").json()["moves"]


def test_moves_repeated_late_out_of_turn_and_forged_are_told_so_and_change_nothing() -> None:
    table, first, second = table_of_two(seed=4)
    program, other, moves = mover(table, (first, second))
    path = f"/tables/{table.key}/moves"
    refused(other.post(path, number=3, move="draw"), 409, "out_of_turn")
    refused(program.post(path, number=1, move=moves[0]), 409, "stale")
    refused(program.post(path, number=99, move=moves[0]), 409, "stale")
    refused(program.post(path, number=3, move="cut:again"), 409, "stale")
    assert refused(program.post(path, number=3, move="biggin"), 422, "illegal_move")["clause"]
    refused(program.post(path, number=3, move="99X"), 422, "no_card")
    refused(program.post(path, number=3, move="claim"), 409, "stale")
    for body in (b"", b"{", b"[]", b"7", b'{"number": -1, "move": "draw"}', b'{"number": 2}', b'\xff\xfe"'):
        refused(program.send(path, body), 422, "malformed")
    refused(program.post(path, number=3, move="\ud800"), 422, "malformed")
    refused(program.post("/tables/nowhere/moves", number=3, move="draw"), 404, "no_table")
    assert Event.objects.count() == 3
    said = program.post(path, number=3, move=moves[0]).json()
    assert (said["outcome"], said["number"]) == ("said", 4)
    again = program.post(path, number=3, move=moves[0]).json()
    assert (again["outcome"], again["number"]) == ("repeated", 4)
    assert Event.objects.count() == 4


def test_an_address_or_a_method_that_is_not_there_is_refused_in_json() -> None:
    program = Program(person(), language="ru")
    assert "нет" in refused(program.get("/nothing"), 404, "not_found")["told"]
    refused(program.get("/tables/a b"), 404, "not_found")
    answer = program.delete("/me")
    refused(answer, 405, "wrong_method")
    assert "GET" in answer.headers["Allow"]


def test_a_database_that_is_gone_and_a_failure_of_ours_are_told_in_json(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = Program(person())
    program.client.raise_request_exception = False

    def gone(_key: str) -> Table:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr("ginrummy.web.tables.service.find_table", gone)
    answer = program.get("/tables/any")
    refused(answer, 503, "no_database")
    assert int(answer.headers["Retry-After"]) >= 1
    monkeypatch.setattr("ginrummy.web.tables.service.find_table", lambda _key: 1 / 0)
    refused(program.get("/tables/any"), 500, "broken")


def test_refusals_are_in_the_language_asked_for() -> None:
    table, first, _second = table_of_two()
    path = f"/tables/{table.key}/moves"
    told = {
        language: refused(Program(first, language=language).post(path, number=9, move="draw"), 409, "stale")[
            "told"
        ]
        for language in LANGUAGES
    }
    assert len(set(told.values())) == 3


def test_programs_are_held_back_as_people_are() -> None:
    table, first, _second = table_of_two()
    program = Program(first)
    path = f"/tables/{table.key}/moves"
    for _time in range(MOVE.times):
        refused(program.post(path, number=99, move="draw"), 409, "stale")
    answer = program.post(path, number=99, move="draw")
    refused(answer, 429, "too_fast")
    assert int(answer.headers["Retry-After"]) >= 1
    assert client_of(first).post(f"/tables/{table.key}/say", {"number": "2"}).status_code == 429
    for _time in range(CREATE.times):
        refused(program.post("/tables", variant="nothing"), 422, "variant")
    refused(program.post("/tables"), 429, "too_fast")
    assert Event.objects.count() == 3


def test_programs_of_a_household_are_counted_as_one() -> None:
    for place in range(CREATE.times):
        program = Program(person(), address=f"2001:db8::{place:x}")
        refused(program.post("/tables", variant="nothing"), 422, "variant")
    refused(Program(person(), address="2001:db8::ffff:1").post("/tables"), 429, "too_fast")
    elsewhere = Program(person(), address="2001:db8:0:1::1")
    refused(elsewhere.post("/tables", variant="nothing"), 422, "variant")


def test_giving_up_ends_the_match_and_the_record_is_there() -> None:
    table, first, second = table_of_two()
    program = Program(first)
    told = program.post(f"/tables/{table.key}/moves", number=3, move="resign").json()
    assert (told["status"], told["winner"], told["ending"], told["moves"]) == ("over", 1, "resign", [])
    refused(program.post(f"/tables/{table.key}/moves", number=4, move="draw"), 422, "illegal_move")
    record = Program(second).get(f"/tables/{table.key}/record")
    assert record.headers["Content-Type"].startswith("text/plain")
    assert "gave the match up" in record.content.decode()
    stranger = Program(person()).get(f"/tables/{table.key}").json()
    assert (stranger["seat"], stranger["view"], stranger["winner"]) == (None, None, 1)


def test_who_has_gone_may_be_replaced_or_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = table_of_two()
    seat = 1 - min(current_state(table).awaited)
    waiting = Program((first, second)[seat])
    assert waiting.get(f"/tables/{table.key}").json()["also"] == ["resign"]
    monkeypatch.setattr("ginrummy.web.tables.presence.may_replace_absent", lambda *_all: True)
    told = waiting.get(f"/tables/{table.key}").json()
    assert told["also"] == ["bot", "claim", "resign"]
    said = waiting.post(f"/tables/{table.key}/moves", number=told["number"], move="claim").json()
    assert (said["status"], said["winner"], said["ending"]) == ("over", seat, "claim")


@pytest.mark.django_db(transaction=True)
def test_of_two_moves_that_race_one_wins_and_the_other_is_told() -> None:
    table, first, second = table_of_two(seed=9)
    program, _other, moves = mover(table, (first, second))
    racers = [Program(token=program.headers["authorization"].removeprefix("Bearer ")) for _move in moves[:2]]
    path = f"/tables/{table.key}/moves"
    pairs = zip(racers, moves[:2], strict=True)
    answers = race(*(partial(racer.post, path, number=3, move=move) for racer, move in pairs))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert [answer.json()["kind"] for answer in answers if answer.status_code == 409] == ["stale"]
    assert Event.objects.count() == 4


@pytest.mark.long
def test_a_whole_match_between_two_tokens() -> None:
    host, guest = Program(person()), Program(person())
    key = host.post("/tables", rules={"game_target": 50}).json()["key"]
    table = guest.post(f"/tables/{key}/join").json()
    said = 0
    while table["status"] == "playing":
        counter.clear()
        program = (host, guest)[min(table["awaited"])]
        table = program.get(f"/tables/{key}").json()
        closings = [move for move in table["moves"] if move.startswith(("gin", "knock", "biggin"))]
        leaves = table["view"]["leaves"]
        best = min(table["moves"], key=lambda move: leaves.get(move, -1))
        move = closings[0] if closings else best
        table = program.post(f"/tables/{key}/moves", number=table["number"], move=move).json()
        assert table["outcome"] == "said"
        said += 1
    assert table["winner"] == table["sheet"]["winner"]
    assert table["sheet"]["finished"]
    assert Event.objects.count() == said + 3
    assert host.get(f"/tables/{key}/record").status_code == 200


def strictly(name: str) -> Draft202012Validator:
    """Return a validator for JSON by a schema of the document that refuses unknown fields."""
    told = json.loads(json.dumps(openapi_document()))
    for schema in told["components"]["schemas"].values():
        schema["additionalProperties"] = False
    return Draft202012Validator(told | {"$ref": f"#/components/schemas/{name}"})


@pytest.mark.long
@pytest.mark.parametrize("variant", ["standard", "two_pack"])
def test_an_answer_is_what_the_serializer_writes_and_the_document_says(variant: str) -> None:
    chance, check = random.Random(variant), strictly("Table")
    table, first, second = table_of_two(variant, seed=5)
    programs, seen = (Program(first), Program(second)), set()
    while table.status == Status.PLAYING and current_state(table).number < 120:
        counter.clear()
        for seat, program in zip(SEATS, programs, strict=True):
            told = json.loads(json.dumps(table_json(table, seat)))
            check.validate(told)
            assert program.get(f"/tables/{table.key}").json() == told
            token = program.headers["authorization"].removeprefix("Bearer ")
            assert (
                json.loads(json.dumps(current_line(Reader(table.key, token, "en"))))
                == {"type": "table"} | told
            )
            seen |= {(event["move"], "card" in event) for event in told["view"]["events"]}
        table = step(table, (first, second), chance)
    assert {("draw", True), ("draw", False), ("take", True)} <= seen
    summaries = programs[0].get("/tables").json()
    assert summaries == [json.loads(json.dumps(table_summary_json(table)))]
    strictly("Summary").validate(summaries[0])
    for path, name in (("/variants", "Preset"), ("/bots", "Level")):
        for one in programs[0].get(path).json():
            strictly(name).validate(one)


def test_no_program_waits_for_a_bot_whose_turn_is_due_at_once() -> None:
    program = Program(person())
    key = program.post("/tables", against="simple").json()["key"]
    bots_answer(service.find_table(key))
    for _move in range(6):
        table = program.get(f"/tables/{key}").json()
        if not table["moves"]:
            break
        program.post(f"/tables/{key}/moves", number=table["number"], move=table["moves"][0])
        waiting = service.find_table(key)
        assert waiting.number == table["number"] + 1
        assert waiting.bot_due is None or waiting.bot_due <= now()
        bots_answer(waiting)


def test_a_card_taken_goes_back_against_a_bot() -> None:
    program = Program(person())
    for _try in range(20):
        counter.clear()
        table = program.post("/tables", against="simple").json()
        if "take" in table["moves"]:
            break
    path = f"/tables/{table['key']}/moves"
    table = program.post(path, number=table["number"], move="take").json()
    assert "undo" in table["also"]
    table = program.post(path, number=table["number"], move="undo").json()
    assert (table["outcome"], "take" in table["moves"]) == ("said", True)


def test_the_pages_about_it_are_there_in_three_languages() -> None:
    document = Client().get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    addresses = set(document["paths"])
    told = set()
    for language in LANGUAGES:
        page = Client(headers={"accept-language": language}).get("/api/docs")
        assert page.status_code == 200
        text = page.content.decode()
        assert all(address in text for address in addresses)
        assert "<script>" not in text
        assert "style=" not in text
        told.add(text.partition("<h1>")[2].partition("</h1>")[0])
    assert len(told) == 3
    for path in ("/", "/settings"):
        assert 'href="/api/docs"' in Client().get(path).content.decode()


def test_the_lines_of_a_stream_come_as_they_are_where_other_answers_are_compressed() -> None:
    table, first, _second = table_of_two(seed=1)
    program = Program(first)
    headers = program.headers | {"accept-encoding": "gzip"}
    whole = program.client.get(f"/api/tables/{table.key}", headers=headers)
    assert whole.headers["Content-Encoding"] == "gzip"
    stream = program.client.get(f"/api/tables/{table.key}/stream", headers=headers)
    assert (stream.status_code, stream.headers["Content-Encoding"]) == (200, "identity")
    stream.close()


def test_two_programs_search_and_are_paired() -> None:
    first, second = Program(account("Ada")), Program(account("Ben"))
    for path in ("/seek", "/seek/stream"):
        refused(first.get(path), 404, "not_found")
    refused(first.post("/seek", clock="600+20"), 422, "malformed")
    refused(first.post("/seek", cut="1", seal="a" * 64), 422, "cut")
    assert first.post("/seek", variant="oklahoma", rated=True).json()["status"] == "seeking"
    assert first.delete("/seek").status_code == 204
    refused(first.get("/seek"), 404, "not_found")
    assert first.post("/seek", rated=True, cut="1").status_code == 201
    found = second.post("/seek", rated=True).json()
    assert (found["status"], found["joins"]) == ("found", True)
    assert first.get("/seek").json() == found | {"joins": False}
    assert second.post(f"/tables/{found['table']}/join").json()["status"] == "playing"
    reader = Reader("", first.headers["authorization"].partition(" ")[2], "en", subject="seek")
    assert current_line(reader) == {"type": "seek"} | first.get("/seek").json()
    assert first.delete("/seek").status_code == 204
    assert current_line(reader)["kind"] == "not_found"


def test_alerts_are_listed_and_changed_as_on_their_page() -> None:
    ada, ben = Program(account("Ada")), Program(account("Ben"))
    found = ada.get("/alerts").json()
    assert found == dict.fromkeys(SWITCHES, False) | NO_QUIET | {"devices": []}
    told = {"turn": True, "quiet_from": 22, "quiet_to": 7, "zone": "Europe/Paris"}
    assert ada.patch("/alerts", **told).json() == found | told
    assert ada.patch("/alerts", turn=False, mail=True).json() == found | told | {"turn": False, "mail": True}
    assert ada.get("/alerts").json()["zone"] == "Europe/Paris"
    for wrong in ({"zone": "Europe/Gin"}, {"quiet_from": 24}, {"quiet_to": -1}, {"turn": 1}, {"text": True}):
        assert refused(ada.patch("/alerts", **wrong), 422, "malformed")["where"] in wrong
    assert ben.get("/alerts").json() == found
    assert ada.owner is not None
    session = BrowserSession.objects.create(person=ada.owner, agent="Firefox")
    device = Device.objects.create(session=session, endpoint="https://push.example/1", language="fr")
    (listed,) = ada.get("/alerts").json()["devices"]
    created = device.created.isoformat()
    assert listed == {"number": device.pk, "name": "Firefox", "language": "fr", "created": created}
    refused(ben.delete(f"/alerts/devices/{device.pk}"), 404, "not_found")
    assert ada.delete(f"/alerts/devices/{device.pk}").status_code == 204
    refused(ada.delete(f"/alerts/devices/{device.pk}"), 404, "not_found")
    assert ada.get("/alerts").json()["devices"] == []
    refused(Program().get("/alerts"), 401, "no_token")
