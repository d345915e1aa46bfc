"""Evenings of a room by a form: boards, sides, bots in free places, and hidden information."""

from __future__ import annotations

import json
import random
from itertools import count

import pytest
from django.test import Client

from ginrummy.game.evening import EveningError
from ginrummy.game.evening_matches import SideMatch
from ginrummy.rules.types import SEATS
from ginrummy.text.ledger.evening_ledger import read_evening
from ginrummy.variants import load_variant, parse_variant
from ginrummy.web.http.limits import CREATE
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import evenings, membership, places
from ginrummy.web.rooms.ledgers import evening_text
from ginrummy.web.rooms.membership import NotInRoom, RoomRefused
from ginrummy.web.rooms.models import Evening, Room
from ginrummy.web.statistics.own_data import own_data_json
from ginrummy.web.tables import service, spectators
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import SpectatorPermission, Status, Table
from ginrummy.web.tables.table_state import CLAIM, RESIGN
from tests.web.play import client_of, match_of, person
from tests.web.rooms.evening_play import (
    NAMES,
    evening_totals,
    fresh,
    ledger_now,
    member,
    play,
    room_of,
    sit,
    sit_all,
    start,
)

pytestmark = pytest.mark.django_db


def test_two_sides_play_their_boards_until_a_side_has_won_the_match() -> None:
    room, people = room_of("partnership", *NAMES)
    evening, chance, dealt = start(room, people), random.Random(3), []
    for _deal in count():
        tables = sit_all(room, people)
        assert len(tables) == 2
        assert all(table.is_one_hand and table.status == Status.PLAYING for table in tables)
        dealt.append({frozenset(seat.person for seat in table.taken) for table in tables})
        for table in tables:
            play(table, chance)
        ledger = ledger_now(evening)
        if ledger.evening.finished:
            break
    assert all(boards == dealt[number % 2] for number, boards in enumerate(dealt))
    assert len({frozenset(one) for one in dealt}) == 2
    match = ledger.evening.finished[0]
    assert match.winners in ((0, 1), (2, 3))
    assert len(ledger.evening.hands) == 2 * len(dealt)
    standings = evening_totals(fresh(evening))
    assert {one.name for one in standings[:2]} == {NAMES[number] for number in match.winners}
    assert sum(one.gain for one in standings) == 0
    page = client_of(people[3]).get(f"/rooms/{room.key}", headers={"accept-language": "en"}).content.decode()
    assert "Match won by" in page
    assert read_evening(evening_text(fresh(evening))).evening == ledger.evening
    client = client_of(people[2])
    address = f"/rooms/{room.key}/evenings/{evening.pk}"
    assert "Match won by" in client.get(address, headers={"accept-language": "en"}).content.decode()
    assert client.get(f"{address}/evening.txt").content.decode() == evening_text(fresh(evening))
    assert len(client.get(f"{address}/evening.json").json()["hands"]) == 2 * len(dealt)
    assert len(client.get(f"{address}/evening.csv").content.decode().splitlines()) == 2 * len(dealt) + 1
    assert client.get(f"{address}/evening.exe").status_code == 404
    assert client.get(f"/rooms/{room.key}/evenings/0").status_code == 404
    assert [Client().get(path).status_code for path in (address, f"{address}/evening.txt")] == [403, 403]
    evenings.end_evening(room.key, people[0])
    winners = ", ".join(NAMES[number] for number in match.winners)
    assert fresh(evening).winner == winners
    assert winners in client.get(f"/rooms/{room.key}").content.decode()


def test_the_deal_waits_for_its_last_board_and_then_everybody_moves_on() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    first, second = sit_all(room, people)
    play(first)
    ready = [seat.person for seat in first.taken if seat.person is not None]
    for one in ready:
        assert sit(room, one) is None
        part = client_of(one).get(f"/rooms/{room.key}/part", headers={"accept-language": "en"})
        assert "You are waiting for the others" in part.content.decode()
        assert "Notify me when my next game is ready" in part.content.decode()
    assert sit(room, next(seat.person for seat in second.taken if seat.person)) == second
    play(second)
    page = client_of(ready[0]).get(f"/tables/{first.key}", headers={"accept-language": "en"}).content.decode()
    assert "Your next hand is against" in page
    assert "Rematch" not in page
    page = client_of(ready[0]).get(f"/games/{first.key}", headers={"accept-language": "en"}).content.decode()
    assert "Score sheet" in page
    assert "Played to" not in page, "its table ends with its hand"
    assert len(sit_all(room, people)) == 2
    ledger = ledger_now(evening)
    assert ledger.evening.deals == 1


def test_the_running_sheet_of_the_sides_is_at_each_board() -> None:
    room, people = room_of("partnership", *NAMES)
    evening, chance = start(room, people), random.Random(3)
    match: SideMatch | None = None
    while match is None:
        for table in sit_all(room, people):
            play(table, chance)
        found = [one for one in ledger_now(evening).evening.open_matches if isinstance(one, SideMatch)]
        match = next((one for one in found if any(one.score_sheet.sheet.columns[0].points)), None)
    points = match.score_sheet.sheet.columns[0].points
    first, _second = sit_all(room, people)
    seat = first.taken[0]
    board = client_of(seat.person).get(f"/tables/{first.key}/board").content.decode() if seat.person else ""
    assert f'data-room="{room.key}"' in board
    side = match.side_of(next(one.number for one in fresh(evening).roster if one.person == seat.person))
    assert f"We</small>\n      <b>{points[side]}</b>" in board
    assert f"They</small>\n      <b>{points[1 - side]}</b>" in board
    assert "Played to" not in board


def test_at_the_end_of_a_hand_the_table_of_the_next_one_is_joined_by_one_press() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    tables = sit_all(room, people)
    for table in tables:
        play(table)
    opened = sit(room, people[0])
    assert opened is not None
    assert opened.invited is not None
    own = next(table for table in tables if service.seat_number(table, opened.invited) is not None)
    page = client_of(opened.invited).get(f"/tables/{own.key}").content.decode()
    assert f'action="/tables/{opened.key}/join"' in page
    host = next(table for table in tables if service.seat_number(table, people[0]) is not None)
    assert f'href="/tables/{opened.key}"' in client_of(people[0]).get(f"/tables/{host.key}").content.decode()


def test_each_board_has_the_dealer_that_the_form_says() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    for _deal in range(3):
        ledger = ledger_now(evening)
        dealers = {ledger.people[number] for number in ledger.evening.dealers}
        tables = sit_all(room, people)
        assert {str(table.taken[match_of(table).game.dealer]) for table in tables} == dealers
        for table in tables:
            play(table)


def test_nobody_sees_a_card_of_another_board_before_its_hand_has_ended() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    mine, other = sit_all(room, people)
    for seat in other.taken:
        assert seat.person is not None
        spectators.store_spectator_permission(other.key, seat.person, SpectatorPermission.PUBLIC)
    other = service.find_table(other.key)
    assert spectators.spectator_permission(other) == SpectatorPermission.NOBODY
    assert spectators.register_spectator([other.key], "reader", []) == []
    asker = next(seat.person for seat in mine.taken if seat.person is not None)
    client = client_of(asker)
    for path in ("tables/{}", "tables/{}/board", "games/{}", "games/{}/record", "games/{}/review"):
        answer = client.get("/" + path.format(other.key), follow=True)
        text = answer.content.decode()
        assert 'class="card' not in text or answer.status_code >= 400, path
        assert "Upcard" not in text
    play(other)
    assert client.get(f"/games/{other.key}").status_code == 200


def test_a_hand_of_an_evening_is_neither_resigned_nor_claimed_nor_helped() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    table = sit_all(room, people)[0]
    one = table.taken[0].person
    with pytest.raises(Stale, match="played to its end"):
        service.submit_event_text(table.key, one, table.number, RESIGN)
    with pytest.raises(Stale, match="played to its end"):
        service.submit_event_text(table.key, one, table.number, CLAIM)
    assert not any(service.may_use_help(table, seat) for seat in SEATS)
    page = (
        client_of(one).get(f"/tables/{table.key}", headers={"accept-language": "en"}).content.decode()
        if one
        else ""
    )
    assert "Resign" not in page


def test_evenings_are_among_the_own_data() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    assert json.loads(own_data_json(people[1]))["room_evenings"] == []
    for table in sit_all(room, people):
        play(table)
    places.fill_place(room.key, people[0], 1, "novice")
    (told,) = json.loads(own_data_json(people[1]))["room_evenings"]
    assert (told["room"], told["text"]) == ("Club", evening_text(fresh(evening)))
    assert json.loads(own_data_json(person("Max")))["room_evenings"] == []


@pytest.mark.parametrize("form", ["winner_stays", "sitting_out", "chouette"])
def test_one_board_is_played_and_the_others_wait(form: str) -> None:
    room, people = room_of(form, "Ada", "Bob", "Eve")
    evening = start(room, people)
    seen = set[Person | None]()
    for number in count():
        (table,) = sit_all(room, people)
        seen |= {seat.person for seat in table.taken}
        if seen == set(people):
            return
        play(table, random.Random(number))
        assert len(fresh(evening).lines.splitlines()) == number + 1


@pytest.mark.parametrize("form", ["king", "everybody"])
def test_a_match_is_played_at_one_table_and_resigning_it_ends_it_on_the_sheet(form: str) -> None:
    room, people = room_of(form, "Ada", "Bob", "Eve", game="hollywood")
    evening = start(room, people)
    table = sit_all(room, people)[0]
    assert not table.is_one_hand
    loser = table.taken[1].person
    service.submit_event_text(table.key, loser, table.number, RESIGN)
    ledger = ledger_now(evening)
    (match,) = ledger.evening.finished
    assert [ledger.people[number] for number in match.winners] == [str(table.taken[0])]
    assert sit_all(room, people)[0] != table


def end_of(table: Table, one: Person | None) -> str:
    """Return the page of `table` for `one`."""
    assert one is not None
    return client_of(one).get(f"/tables/{table.key}", headers={"accept-language": "en"}).content.decode()


def resign(table: Table, loser: int) -> tuple[Person, Person]:
    """Let the seat `loser` resign the match. Return the winner and the loser."""
    won, lost = table.taken[1 - loser].person, table.taken[loser].person
    assert won is not None
    assert lost is not None
    service.submit_event_text(table.key, lost, table.number, RESIGN)
    return won, lost


def test_the_end_of_a_match_of_the_king_leads_to_the_next_table_and_follows_the_room() -> None:
    room, people = room_of("king", "Ada", "Bob", "Eve")
    start(room, people)
    (table,) = sit_all(room, people)
    assert "data-room" not in end_of(table, table.taken[0].person), "a match follows its own table alone"
    winner, loser = resign(table, 1)
    page = end_of(table, winner)
    assert "Your next match is against Eve." in page
    assert page.count(f'data-room="{room.key}"') == 1
    assert "The sheet" in page
    page = end_of(table, loser)
    assert f'data-room="{room.key}"' in page
    assert "You are waiting for the others" in page
    assert "Notify me when my next game is ready" in page
    assert "alerts/alerts" in page
    client_of(winner).post(
        f"/rooms/{room.key}/table", {"board": "on", "offer": new_offer().token, "cut": "1"}
    )
    part = client_of(people[2]).get(f"/rooms/{room.key}/part").content.decode()
    second = Table.objects.get(invited=people[2])
    assert f'action="/tables/{second.key}/join"' in part
    second = service.join(second.key, people[2], cut="2")
    assert "You are waiting for the others" in end_of(table, loser)
    resign(second, 1)
    assert "Your next match is against" in end_of(table, loser)


def test_everybody_is_led_from_round_to_round_and_told_when_all_have_met() -> None:
    room, people = room_of("everybody", *NAMES)
    max_, evening = person("Max"), start(room, people)
    membership.enter(room.key, max_)
    for _round in range(3):
        first, second = sit_all(room, people)
        ready = resign(first, 0)
        assert all("You are waiting for the others" in end_of(first, one) for one in ready)
        resign(second, 0)
        is_last = ledger_now(evening).evening.is_over
        assert all(("Your next match is against" in end_of(first, one)) != is_last for one in ready)
    assert ledger_now(evening).evening.is_over
    for one in (people[0], max_):
        part = (
            client_of(one).get(f"/rooms/{room.key}/part", headers={"accept-language": "en"}).content.decode()
        )
        assert "Everybody has met everybody." in part
        assert "You are waiting for the others" not in part


def test_an_owner_is_asked_before_the_evening_ends_and_a_late_answer_ends_no_other() -> None:
    room, people = room_of("winner_stays", "Ada", "Bob", "Eve")
    client, address = client_of(people[0]), f"/rooms/{room.key}"
    first = start(room, people)
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    question, _mark, answer = page.partition("<summary>End the evening</summary>")
    assert 'name="end"' not in question
    assert f'name="end" value="{first.pk}"' in answer
    assert "Changing the game, who plays whom or the stakes ends the evening." in page
    assert client.post(f"{address}/change", {"end": first.pk}).status_code == 302
    second = start(room, people)
    assert client.post(f"{address}/change", {"end": first.pk}).status_code == 302
    assert (fresh(first).is_over, fresh(second).is_over) == (True, False)


def test_a_seat_is_taken_once() -> None:
    room, people = room_of("partnership", *NAMES)
    numbers = [member(room, one).pk for one in people]
    refused: tuple[tuple[list[int | str], str], ...] = (
        ([*numbers[:3], numbers[0]], "plays once"),
        ([*numbers[:3], 0], "plays once"),
        (["novice"] * 4, "at least one person"),
        ([*numbers, *["novice"] * 8], "at most 7 bots"),
        ([*numbers[:3], "champion"], "no such level"),
    )
    for wrong, why in refused:
        with pytest.raises(RoomRefused, match=why):
            evenings.start_evening(room.key, people[0], wrong)
    for few in (numbers[:3], numbers[:2]):
        with pytest.raises(EveningError):
            evenings.start_evening(room.key, people[0], few)
    with pytest.raises(NotInRoom):
        evenings.start_evening(room.key, people[1], numbers)
    start(room, people)
    with pytest.raises(RoomRefused, match="already"):
        evenings.start_evening(room.key, people[0], numbers)
    table = sit(room, people[0])
    assert sit(room, people[0]) == table
    assert Table.objects.count() == 1
    stranger = person("Max")
    membership.enter(room.key, stranger)
    assert sit(room, stranger) is None


def test_names_that_a_ledger_would_misread_are_told_apart() -> None:
    room, people = room_of("partnership", "gin", "Gin", "Anna 25", "Anna")
    evening = start(room, people)
    for table in sit_all(room, people):
        play(table)
    assert [one.name for one in fresh(evening).roster] == ["P.gin", "P.Gin-2", "Anna-25", "Anna"]
    assert len(fresh(evening).lines.splitlines()) == 2


def test_another_form_or_game_ends_the_evening_and_the_form_must_fit_the_game() -> None:
    room, people = room_of("winner_stays", "Ada", "Bob", "Eve")
    evening = start(room, people)
    settings = {"title": "Club", "game": "standard", "pace": "", "is_closed": False}
    table = sit_all(room, people)[0]
    with pytest.raises(EveningError):
        membership.change_room(room.key, people[0], **settings | {"game": "hollywood"}, form="winner_stays")  # type: ignore[arg-type]
    with pytest.raises(RoomRefused):
        membership.change_room(room.key, people[0], **settings, form="../thursday.toml")  # type: ignore[arg-type]
    membership.change_room(room.key, people[0], **settings, form="king")  # type: ignore[arg-type]
    assert fresh(evening).is_over
    play(table)
    assert fresh(evening).lines == ""


def test_evenings_are_started_as_slowly_as_tables_are_opened() -> None:
    room, people = room_of("partnership", *NAMES[:1])
    client = client_of(people[0])
    answers = [
        client.post(f"/rooms/{room.key}/change", {"start": "on"}).status_code
        for _one in range(CREATE.times + 1)
    ]
    assert answers == [409] * CREATE.times + [429]


HOUSE_RULES = 'base = "modern"\ngin_bonus = 31\nknock_limit = { type = "fixed", value = 5 }'


def test_a_room_plays_by_the_house_rules_typed_in_its_form() -> None:
    row = parse_variant(HOUSE_RULES, name="house", where="").row
    room, people = room_of("partnership", *NAMES)
    client, address = client_of(people[0]), f"/rooms/{room.key}"
    client.post(f"{address}/change", {"title": "Club", "game": "standard", "rules": HOUSE_RULES})
    room.refresh_from_db()
    assert load_variant(room.game).row == row
    evening, chance = start(room, people), random.Random(3)
    tables = sit_all(room, people)
    assert [(table.variant_name, table.variant) for table in tables] == [("house", row)] * 2
    for table in tables:
        play(table, chance)
    ledger = ledger_now(evening)
    assert (ledger.variant.row, len(ledger.evening.hands), ledger.fault) == (row, 2, None)
    assert read_evening(evening_text(fresh(evening))).variant.row == row
    past = client.get(f"{address}/evenings/{evening.pk}", headers={"accept-language": "en"}).content.decode()
    assert "What is different here" in past
    assert 'class="differences"' in past


def test_a_free_room_plays_by_house_rules() -> None:
    room, (ada, bob) = room_of("free", "Ada", "Bob", game="{ gin_bonus = 31 }")
    table = evenings.open_table(room, member(room, ada), new_offer(), cut="1")
    table = play(service.join(table.key, bob, cut="2"), random.Random(3))
    assert (table.variant_name, table.variant.gin_bonus) == ("house", 31)
    ledger = ledger_now(Evening.objects.get())
    assert (ledger.variant.row.gin_bonus, ledger.fault) == (31, None)
    assert ledger.evening.finished


def test_a_room_says_which_house_rules_it_has_and_keeps_them_until_others_are_chosen() -> None:
    room, (ada,) = room_of("free", "Ada", game="{ gin_bonus = 31 }")
    client, address, rules = client_of(ada), f"/rooms/{room.key}", "gin_bonus = 31\n"
    for visitor in (client, Client()):
        for language, title in (("en", "House rules"), ("fr", "Règles maison"), ("ru", "Домашние правила")):
            seen = visitor.get(address, headers={"accept-language": language}).content.decode()
            assert title in seen
            assert ": 31." in seen.partition('<ul class="differences">')[2].partition("</ul>")[0]
    seen = client.get(address).content.decode()
    assert 'value="{ gin_bonus = 31 }" selected' in seen
    assert f">{rules}</textarea>" in seen
    assert "rules=gin_bonus" in seen, "an evening with real cards has the same rules"
    sent = {"title": "Club", "rules": rules.replace("\n", "\r\n")}
    for game, after in (("{ gin_bonus = 31 }", "{ gin_bonus = 31 }"), ("modern", "modern")):
        client.post(f"{address}/change", sent | {"game": game})
        room.refresh_from_db()
        assert room.game == after
    seen = client.get(address).content.decode()
    assert 'class="differences"' not in seen


def test_house_rules_typed_wrongly_are_refused_where_they_were_typed() -> None:
    client = Client(headers={"accept-language": "en"})
    asked = {"title": "Club", "game": "standard", "name": "Ada", "rules": "gin_bonus = -5"}
    answer = client.post("/rooms/", asked)
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "gin_bonus" in page.partition('role="alert"')[2].partition("</p>")[0]
    assert "RULES 13" in page
    assert ">gin_bonus = -5</textarea>" in page
    assert not Room.objects.exists()
    assert client.post("/rooms/", asked | {"rules": "gin_bonus = 31"}).status_code == 302
    assert Room.objects.get().game == "{ gin_bonus = 31 }"
