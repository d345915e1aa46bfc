"""Evenings of a room by a form: boards, sides, bots in free places, and what nobody may see."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.test import Client

from ginrummy.game.evening import EveningError
from ginrummy.game.evening_matches import SideMatch
from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import player_title
from ginrummy.rules.types import SEATS
from ginrummy.text.ledger import EveningLedger, read_evening
from ginrummy.web.accounts.account_deletion import delete_account, finish_deletions
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.bots.bot_turn import play_turn
from ginrummy.web.bots.match_limits import TooManyGames
from ginrummy.web.http.limits import CREATE
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import evenings, membership
from ginrummy.web.rooms.ledgers import evening_text, evening_totals, ledger_of, room_season
from ginrummy.web.rooms.membership import NotInRoom, RoomRefused
from ginrummy.web.rooms.models import Evening, Member, Role, Room
from ginrummy.web.statistics.own_data import own_data_json
from ginrummy.web.tables import presence, server_heartbeat, service, spectators
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Event, Seat, Status, Table, Watching
from ginrummy.web.tables.service import append_bot_move
from ginrummy.web.tables.table_state import BACK, CLAIM, RESIGN, STAND_IN, current_state
from ginrummy.web.tables.worker import sweep
from tests.web.play import account, anything, client_of, match_of, person

pytestmark = pytest.mark.django_db

NAMES = ("Ada", "Bob", "Eve", "Tom")


def room_of(form: str, *names: str, game: str = "standard", pace: str = "") -> tuple[Room, list[Person]]:
    """Return a room by `form` and its people; the first of them owns it."""
    people = [person(name) for name in names]
    room = membership.create_room(people[0], "Club", game, pace, form=form)
    for one in people[1:]:
        membership.enter(room.key, one)
    return room, people


def member(room: Room, one: Person) -> Member:
    return Member.objects.get(room=room, person=one)


def start(room: Room, people: list[Person], *bots: str) -> Evening:
    """Start an evening of `people` in order, and then of `bots`."""
    numbers = [member(room, one).pk for one in people]
    evenings.start_evening(room.key, people[0], [*numbers, *bots])
    return Evening.objects.get(is_over=False)


def sit(room: Room, one: Person) -> Table | None:
    """Return the table of the board that `one` plays now, with both cuts if the opponent waits there."""
    table = evenings.open_board(room, member(room, one), new_offer(), cut="1")
    if table is not None and table.status == Status.WAITING and service.seat_number(table, one) is None:
        return service.join(table.key, one, cut="2")
    return table


def sit_all(room: Room, people: list[Person]) -> list[Table]:
    """Return the tables at which `people` have sat down, each once."""
    found = {table.key: table for one in people if (table := sit(room, one)) is not None}
    return [service.find_table(key) for key in found]


def play(table: Table, chance: random.Random | None = None) -> Table:
    """Return `table` once it is over: anybody in turn says anything legal."""
    chance = chance or random.Random(1)
    while table.status == Status.PLAYING:
        state = current_state(table)
        seat = min(state.awaited)
        table = append_bot_move(table.key, table.number, seat, anything(state, chance))
    return table


def fresh(evening: Evening) -> Evening:
    return Evening.objects.get(pk=evening.pk)


def ledger_now(evening: Evening) -> EveningLedger:
    found = ledger_of(fresh(evening))
    assert found is not None
    return found


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
    assert dealt[0] != dealt[1] == dealt[3]
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


def test_who_was_sent_away_in_mid_hand_no_longer_sees_the_sheet() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    table = next(one for one in sit_all(room, people) if service.seat_number(one, people[2]) is not None)
    address = f"/tables/{table.key}/board"
    assert "data-room" in client_of(people[2]).get(address).content.decode()
    membership.set_role(room.key, people[0], member(room, people[2]).pk, Role.REMOVED)
    assert "data-room" not in client_of(people[2]).get(address).content.decode()


@pytest.mark.parametrize("role", [Role.REMOVED, None])
def test_who_has_left_the_room_in_mid_hand_sees_its_end_without_a_next_board(role: Role | None) -> None:
    room, people = room_of("winner_stays", "Ada", "Bob", "Eve")
    start(room, people)
    table = sit_all(room, people)[0]
    play(table)
    guest = next(seat.person for seat in table.taken if seat.person not in (None, people[0]))
    assert guest is not None
    if role is None:
        membership.leave(room.key, guest)
    else:
        membership.set_role(room.key, people[0], member(room, guest).pk, role)
    for address in (f"/tables/{table.key}", f"/tables/{table.key}/board"):
        answer = client_of(guest).get(address)
        assert answer.status_code == 200
        assert b'name="board"' not in answer.content


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
        spectators.set_spectator_wish(other.key, seat.person, Watching.PUBLIC)
    other = service.find_table(other.key)
    assert spectators.spectator_permission(other) == Watching.NOBODY
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
        service.say(table.key, one, table.number, RESIGN)
    with pytest.raises(Stale, match="played to its end"):
        service.say(table.key, one, table.number, CLAIM)
    assert not any(service.may_use_help(table, seat) for seat in SEATS)
    page = (
        client_of(one).get(f"/tables/{table.key}", headers={"accept-language": "en"}).content.decode()
        if one
        else ""
    )
    assert "Resign" not in page


def test_a_bot_plays_on_where_time_is_out_and_the_hand_has_a_score() -> None:
    room, people = room_of("partnership", *NAMES, pace="300+15")
    evening = start(room, people)
    table = sit_all(room, people)[0]
    late = min(current_state(table).awaited)
    server_heartbeat.record_sweep()
    Table.objects.filter(pk=table.pk).update(since=now() - timedelta(hours=1), time_due=now() - timedelta(1))
    sweep()
    table = service.find_table(table.key)
    assert (table.status, table.taken[late].bot, current_state(table).ending) == (
        Status.PLAYING,
        "steady",
        "",
    )
    assert (table.first_left, table.second_left)[late] == 0
    assert table.bot_due is not None
    back = service.say(table.key, table.taken[late].person, table.number, BACK)
    assert service.end_overdue_match(service.find_table(back.key)) or back.time_due is None
    play(service.find_table(table.key))
    assert len(fresh(evening).lines.splitlines()) == 1


def test_an_absent_player_is_replaced_by_a_bot_and_comes_back() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    table = sit_all(room, people)[0]
    away = min(current_state(table).awaited)
    server_heartbeat.record_sweep()
    Seat.objects.filter(pk=table.taken[away].pk).update(seen=now() - presence.GRACE_WITHOUT_CLOCK)
    table = service.say(table.key, table.taken[1 - away].person, table.number, STAND_IN)
    assert table.taken[away].bot
    table = service.say(table.key, table.taken[away].person, table.number, BACK)
    assert not table.taken[away].bot
    assert table.status == Status.PLAYING


def test_bots_fill_the_free_places_and_play_each_other_by_themselves() -> None:
    room, people = room_of("partnership", "Ada", "Bob")
    numbers = [member(room, one).pk for one in people]
    evenings.start_evening(room.key, people[0], [numbers[0], "novice", numbers[1], "casual"])
    evening = Evening.objects.get()
    bots = Table.objects.get()
    assert [seat.bot for seat in bots.taken] == ["novice", "casual"]
    assert bots.bot_due is not None
    (own,) = sit_all(room, people)
    play(own)
    play(bots)
    ledger = ledger_now(evening)
    assert ledger.evening.deals == 1
    first, second = sit_all(room, people)
    for table in (first, second):
        assert sorted(bool(seat.bot) for seat in table.taken) == [False, True]
    assert Table.objects.count() == 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_bot_has_one_name_in_its_evening_and_at_its_boards(code: str) -> None:
    room, people = room_of("partnership", "Ada")
    with using_language(code):
        evening = start(room, people, "regular", "regular", "steady")
        regular, strong = player_title("regular"), player_title("steady")
        names = [one.name for one in evening.roster]
        assert names == ["Ada", f"{regular} 1", f"{regular} 2", strong]
        sit(room, people[0])
        for each in Table.objects.all():
            place = each.evening_table
            numbers = [place.first or 0, place.second or 0]
            assert [str(seat) for seat in each.taken] == [names[number] for number in numbers]
    assert Table.objects.count() == 2


def test_the_owner_lets_a_bot_take_the_place_of_somebody_who_has_gone() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    table = sit(room, people[1])
    assert table is not None
    other = table.invited
    assert other is not None
    membership.set_role(room.key, people[0], member(room, other).pk, Role.REMOVED)
    number = fresh(evening).players.get(person=other).number
    for bad in (("search", number), ("novice", 9), ("", number)):
        with pytest.raises(RoomRefused):
            evenings.fill_place(room.key, people[0], bad[1], bad[0])
    with pytest.raises(NotInRoom):
        evenings.fill_place(room.key, people[1], number, "novice")
    evenings.fill_place(room.key, people[0], number, "novice")
    assert not Table.objects.filter(pk=table.pk).exists()
    table = evenings.open_board(room, member(room, people[1]), new_offer(), cut="1")
    assert table is not None
    assert [seat.bot for seat in table.taken] == ["", "novice"]
    assert fresh(evening).roster[number].name == other.name


def test_who_was_sent_away_in_mid_hand_plays_it_to_the_end_and_no_other() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    tables = sit_all(room, people)
    gone = people[2]
    membership.set_role(room.key, people[0], member(room, gone).pk, Role.REMOVED)
    for table in tables:
        play(table)
    assert len(fresh(evening).lines.splitlines()) == 2
    answer = client_of(gone).post(f"/rooms/{room.key}/table", {"board": "on", "offer": new_offer().token})
    assert answer.status_code == 403
    rest = [one for one in people if one != gone]
    host = next(one for one in rest if evenings.next_board(fresh(evening), one)[1] == 2)  # type: ignore[index]
    with pytest.raises(RoomRefused, match="the place of Eve is empty"):
        sit(room, host)
    evenings.fill_place(room.key, people[0], 2, "novice")
    assert len(sit_all(room, rest)) == 2


def test_the_evening_goes_on_when_its_owner_leaves() -> None:
    room, people = room_of("winner_stays", "Ada", "Bob", "Eve")
    evening = start(room, people)
    membership.leave(room.key, people[2])
    tables = sit_all(room, people[:2])
    assert len(tables) == 1
    play(tables[0])
    membership.leave(room.key, people[0])
    assert member(room, people[1]).role == Role.OWNER
    evenings.fill_place(room.key, people[1], 0, "novice")
    evenings.fill_place(room.key, people[1], 2, "novice")
    assert not fresh(evening).is_over


def test_a_deleted_account_leaves_its_hand_to_a_bot_and_its_name_in_no_evening() -> None:
    room, people = room_of("partnership", *NAMES)
    gone, evening = account("Olga"), start(room, people)
    merge_guest(people[1], gone)
    people[1] = gone
    for table in sit_all(room, people):
        play(table)
    before = ledger_now(evening)
    tables = sit_all(room, people)
    (table,) = (one for one in tables if service.seat_number(one, gone) is not None)
    delete_account(gone)
    (seat,) = (one for one in service.find_table(table.key).taken if one.person_id == gone.pk)
    assert seat.bot == "steady"
    finish_deletions()
    for one in tables:
        play(service.find_table(one.key))
    ledger, text = ledger_now(evening), evening_text(fresh(evening))
    assert "Bob" not in text
    assert "Former player" in ledger.people
    assert [str(one.person) for one in fresh(evening).roster] == ["Ada", "None", "Eve", "Tom"]
    assert ledger.evening.hands[:2] == before.evening.hands
    assert len(ledger.evening.hands) == 4
    assert not Person.objects.filter(is_gone=True, evenings__isnull=False).exists()


def test_the_name_of_a_deleted_account_goes_where_a_bot_has_its_place() -> None:
    room, people = room_of("partnership", *NAMES)
    evening, gone = start(room, people), account("Olga")
    merge_guest(people[2], gone)
    people[2] = gone
    for table in sit_all(room, people):
        play(table)
    evenings.fill_place(room.key, people[0], 2, "novice")
    evenings.end_evening(room.key, people[0])
    Evening.objects.update(winner="Eve")
    delete_account(gone)
    assert "Eve" not in evening_text(fresh(evening))
    assert fresh(evening).winner == "Former player"
    assert fresh(evening).roster[2].bot == "novice"


def test_a_season_credits_the_hands_of_somebody_whose_place_a_bot_has_taken() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    for table in sit_all(room, people):
        play(table)
    evenings.fill_place(room.key, people[0], 2, "novice")
    evenings.end_evening(room.key, people[0])
    start(room, people)
    for table in sit_all(room, people):
        play(table)
    totals = room_season(room).season.totals
    assert {one.name: one.evenings for one in totals} == dict.fromkeys(NAMES, 2)


def test_a_bot_in_the_place_of_somebody_who_never_played_is_a_bot_in_the_season() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    evenings.fill_place(room.key, people[0], 2, "novice")
    for _deal in range(2):
        for table in sit_all(room, [people[0], people[1], people[3]]):
            play(table)
    assert fresh(evening).lines
    names = {one.name for one in room_season(room).season.totals}
    assert names == {"Ada", "Bob", "Tom", player_title("novice")}


def test_a_deleted_account_lets_nobody_sit_down_at_its_board() -> None:
    room, people = room_of("partnership", *NAMES)
    evening, gone = start(room, people), account("Olga")
    merge_guest(people[3], gone)
    host = next(one for one in people[:2] if evenings.next_board(fresh(evening), one)[1] == 3)  # type: ignore[index]
    table = sit(room, host)
    assert table is not None
    assert table.invited == gone
    delete_account(gone)
    assert not Table.objects.filter(pk=table.pk).exists()
    with pytest.raises(RoomRefused, match="place of Former player is empty"):
        sit(room, host)


def test_a_deleted_account_gives_up_its_match_where_any_two_sit_down() -> None:
    ada, gone = person("Ada"), account("Olga")
    room = membership.enter(membership.create_room(ada, "Club", "standard").key, gone)
    table = evenings.open_table(room, member(room, ada), new_offer(), cut="1")
    service.join(table.key, gone, cut="2")
    delete_account(gone)
    (evening,) = Evening.objects.all()
    assert "Olga" not in evening_text(evening)
    assert {(one.name, one.person) for one in evening.roster} == {("Ada", ada), ("Former player", None)}
    assert {(one.name, one.matches) for one in evening_totals(evening)} == {("Ada", 1), ("Former player", 0)}


def test_a_guest_and_an_account_that_are_one_person_meet_at_no_board() -> None:
    room, people = room_of("partnership", *NAMES)
    evening, owner = start(room, people), account("Olga")
    merge_guest(people[0], owner)
    other = evenings.next_board(fresh(evening), owner)
    assert other is not None
    merge_guest(people[other[1]], owner)
    assert [one.person for one in fresh(evening).roster].count(owner) == 1
    with pytest.raises(RoomRefused, match="is empty"):
        sit(room, owner)
    evenings.fill_place(room.key, owner, other[1], "novice")
    table = sit(room, owner)
    assert table is not None
    assert [seat.bot for seat in table.taken] == ["", "novice"]


def test_evenings_are_among_the_own_data() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    assert json.loads(own_data_json(people[1]))["room_evenings"] == []
    for table in sit_all(room, people):
        play(table)
    evenings.fill_place(room.key, people[0], 1, "novice")
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
    service.say(table.key, loser, table.number, RESIGN)
    ledger = ledger_now(evening)
    (match,) = ledger.evening.finished
    assert [ledger.people[number] for number in match.winners] == [str(table.taken[0])]
    assert sit_all(room, people)[0] != table


def end_of(table: Table, one: Person | None) -> str:
    """Return the page of `table` for `one`."""
    assert one is not None
    return client_of(one).get(f"/tables/{table.key}", headers={"accept-language": "en"}).content.decode()


def resign(table: Table, loser: int) -> tuple[Person, Person]:
    """Let the seat `loser` give the match up; return the winner and the loser."""
    won, lost = table.taken[1 - loser].person, table.taken[loser].person
    assert won is not None
    assert lost is not None
    service.say(table.key, lost, table.number, RESIGN)
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


def test_a_bot_that_stands_in_is_named_beside_the_sheet_and_at_its_board() -> None:
    title = player_title("novice")
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    evening.players.filter(number=2).update(name=f"{title} fan")  # whatever the person was called
    for _time in range(2):
        evenings.fill_place(room.key, people[0], 2, "novice")
    host = next(one for one in people[:2] if evenings.next_board(fresh(evening), one)[1] == 2)  # type: ignore[index]
    table = sit(room, host)
    assert table is not None
    assert str(table.taken[1]) == title
    part = client_of(people[0]).get(f"/rooms/{room.key}/part", headers={"accept-language": "en"})
    assert f"A bot plays now: {title} fan ({title})." in part.content.decode()


def test_an_owner_is_asked_before_the_evening_ends_and_a_late_answer_ends_no_other() -> None:
    room, people = room_of("winner_stays", "Ada", "Bob", "Eve")
    client, address = client_of(people[0]), f"/rooms/{room.key}"
    first = start(room, people)
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    question, _mark, answer = page.partition("<summary>End the evening</summary>")
    assert 'name="end"' not in question
    assert f'name="end" value="{first.pk}"' in answer
    assert "Another game, form or stake ends the evening." in page
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


def test_a_page_starts_an_evening_with_bots_in_the_free_places() -> None:
    room, people = room_of("partnership", "Ada", "Bob")
    client = client_of(people[0])
    page = client.get(f"/rooms/{room.key}", headers={"accept-language": "en"}).content.decode()
    assert "Start the evening" in page
    first, second = (member(room, one).pk for one in people)
    sent = {
        "start": "on",
        "member": [first, second],
        f"side{first}": "1",
        f"side{second}": "1",
        "bot": "novice",
    }
    assert client.post(f"/rooms/{room.key}/change", sent).status_code == 302
    assert [one.bot for one in Evening.objects.get().roster] == ["", "", "novice", "novice"]
    page = client.get(f"/rooms/{room.key}", headers={"accept-language": "en"}).content.decode()
    assert "Your next hand is against" in page
    assert "Start the evening" not in page
    assert Event.objects.count() == 0


def test_a_bot_plays_on_for_somebody_who_has_left_a_table_with_a_bot() -> None:
    room, people = room_of("partnership", *NAMES[:2])
    one, two = (member(room, each).pk for each in people)
    evenings.start_evening(room.key, people[0], [one, "novice", two, "novice"])
    evening = Evening.objects.get()
    evenings.fill_place(room.key, people[0], 2, "casual")
    table = sit(room, people[0])
    assert table is not None
    assert table.status == Status.PLAYING
    evenings.fill_place(room.key, people[0], 0, "casual")
    table = service.find_table(table.key)
    assert all(seat.bot for seat in table.taken)
    assert table.bot_due is not None
    assert fresh(evening).roster[0].bot == "casual"


def test_tables_of_bots_end_with_their_evening(
    django_capture_on_commit_callbacks: Any,
) -> None:
    room, people = room_of("partnership", *NAMES[:2])
    one, two = (member(room, each).pk for each in people)
    players: list[int | str] = [one, "novice", two, "casual"]
    evenings.start_evening(room.key, people[0], players)
    own = sit_all(room, people)
    bots = service.find_table(Table.objects.exclude(pk__in=[table.pk for table in own]).get().key)
    assert current_state(bots).awaited
    with django_capture_on_commit_callbacks(execute=True):
        evenings.end_evening(room.key, people[0])
    assert list(Table.objects.all()) == own
    list(play_turn(bots))  # the bot that was thinking finds no table
    assert not Table.objects.filter(pk=bots.pk).exists()


def test_bots_play_each_other_at_some_tables_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "MOST_QUICK", 1)
    monkeypatch.setattr(evenings, "MOST_KEPT", 2)
    room, people = room_of("partnership", *NAMES[:2])
    one, two = (member(room, each).pk for each in people)
    players: list[int | str] = [one, "novice", two, "casual"]
    evenings.start_evening(room.key, people[0], players)
    evenings.end_evening(room.key, people[0])
    with pytest.raises(TooManyGames):
        evenings.start_evening(room.key, people[0], players)
    monkeypatch.setattr(evenings, "MOST_QUICK", 9)
    for _evening in range(3):
        evenings.start_evening(room.key, people[0], players)
        evenings.end_evening(room.key, people[0])
    assert room.evenings.count() == 2


def test_evenings_are_started_as_slowly_as_tables_are_opened() -> None:
    room, people = room_of("partnership", *NAMES[:1])
    client = client_of(people[0])
    answers = [
        client.post(f"/rooms/{room.key}/change", {"start": "on"}).status_code
        for _one in range(CREATE.times + 1)
    ]
    assert answers == [409] * CREATE.times + [429]
