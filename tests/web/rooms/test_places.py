"""Places of an evening: bots take those of people who leave the room or delete their account."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from ginrummy.locale import LANGUAGES, using_language
from ginrummy.players import player_title
from ginrummy.web.accounts.account_deletion import delete_account, finish_deletions
from ginrummy.web.accounts.guest_merge import merge_guest
from ginrummy.web.bots.bot_turn import play_turn
from ginrummy.web.bots.match_limits import TooManyGames
from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import evenings, membership, places
from ginrummy.web.rooms.ledgers import evening_text, room_season
from ginrummy.web.rooms.membership import NotInRoom, RoomRefused
from ginrummy.web.rooms.models import Evening, Role
from ginrummy.web.tables import presence, server_heartbeat, service
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.models import Event, Seat, Status, Table
from ginrummy.web.tables.table_state import BACK, STAND_IN, current_state
from ginrummy.web.tables.worker import sweep
from tests.web.play import account, client_of, person
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
    back = service.submit_event_text(table.key, table.taken[late].person, table.number, BACK)
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
    table = service.submit_event_text(table.key, table.taken[1 - away].person, table.number, STAND_IN)
    assert table.taken[away].bot
    table = service.submit_event_text(table.key, table.taken[away].person, table.number, BACK)
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


def test_readers_of_two_languages_see_a_bot_by_its_name_in_their_own() -> None:
    room, people = room_of("winner_stays", "Ada")
    with using_language("fr"):
        evening = start(room, people, "regular", "regular")
        names = [one.name for one in evening.roster[1:]]
    for _hand in range(2):
        for table in Table.objects.filter(status=Status.PLAYING):
            play(table)
        sit(room, people[0])
    assert fresh(evening).lines
    titles = [f"{player_title('regular')} {number}" for number in (1, 2)]
    page = client_of(people[0]).get(f"/rooms/{room.key}", headers={"accept-language": "en"}).content.decode()
    assert all(title in page for title in titles)
    assert not any(name in page for name in names)
    assert {one.name for one in room_season(room).season.totals} == {"Ada", *titles}
    assert [one.name for one in fresh(evening).roster[1:]] == names


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
            places.fill_place(room.key, people[0], bad[1], bad[0])
    with pytest.raises(NotInRoom):
        places.fill_place(room.key, people[1], number, "novice")
    places.fill_place(room.key, people[0], number, "novice")
    assert not Table.objects.filter(pk=table.pk).exists()
    table = evenings.get_or_open_board(room, member(room, people[1]), new_offer(), cut="1")
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
    places.fill_place(room.key, people[0], 2, "novice")
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
    places.fill_place(room.key, people[1], 0, "novice")
    places.fill_place(room.key, people[1], 2, "novice")
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
    places.fill_place(room.key, people[0], 2, "novice")
    evenings.end_evening(room.key, people[0])
    Evening.objects.update(winner="Eve, Tom")
    delete_account(gone)
    assert "Eve" not in evening_text(fresh(evening))
    assert fresh(evening).winner == "Former player, Tom"
    assert fresh(evening).roster[2].bot == "novice"


def test_a_season_credits_the_hands_of_somebody_whose_place_a_bot_has_taken() -> None:
    room, people = room_of("partnership", *NAMES)
    start(room, people)
    for table in sit_all(room, people):
        play(table)
    places.fill_place(room.key, people[0], 2, "novice")
    evenings.end_evening(room.key, people[0])
    start(room, people)
    for table in sit_all(room, people):
        play(table)
    totals = room_season(room).season.totals
    assert {one.name: one.evenings for one in totals} == dict.fromkeys(NAMES, 2)


def test_a_bot_in_the_place_of_somebody_who_never_played_is_a_bot_in_the_season() -> None:
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    places.fill_place(room.key, people[0], 2, "novice")
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
    places.fill_place(room.key, owner, other[1], "novice")
    table = sit(room, owner)
    assert table is not None
    assert [seat.bot for seat in table.taken] == ["", "novice"]


def test_a_bot_that_stands_in_is_named_beside_the_sheet_and_at_its_board() -> None:
    title = player_title("novice")
    room, people = room_of("partnership", *NAMES)
    evening = start(room, people)
    evening.players.filter(number=2).update(name=f"{title} fan")  # whatever the person's name was
    for _time in range(2):
        places.fill_place(room.key, people[0], 2, "novice")
    host = next(one for one in people[:2] if evenings.next_board(fresh(evening), one)[1] == 2)  # type: ignore[index]
    table = sit(room, host)
    assert table is not None
    assert str(table.taken[1]) == title
    part = client_of(people[0]).get(f"/rooms/{room.key}/part", headers={"accept-language": "en"})
    assert f"A bot plays now: {title} fan ({title})." in part.content.decode()


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
    places.fill_place(room.key, people[0], 2, "casual")
    table = sit(room, people[0])
    assert table is not None
    assert table.status == Status.PLAYING
    places.fill_place(room.key, people[0], 0, "casual")
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
    list(play_turn(bots))  # the thinking bot finds no table
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
