"""Evenings of rooms as people play them: start, sit down, play to the end."""

from __future__ import annotations

import random

from ginrummy.game.totals import Total, rank_totals
from ginrummy.text.ledger.evening_ledger import EveningLedger
from ginrummy.web.people.models import Person
from ginrummy.web.rooms import evenings, membership
from ginrummy.web.rooms.ledgers import ledger_of
from ginrummy.web.rooms.models import Evening, Member, Room
from ginrummy.web.tables import service
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.service import append_bot_move
from ginrummy.web.tables.table_state import current_state
from tests.web.play import anything, person

NAMES = ("Ada", "Bob", "Eve", "Tom")


def room_of(form: str, *names: str, game: str = "standard", pace: str = "") -> tuple[Room, list[Person]]:
    """Return a room by `form` and its people, the owner first."""
    people = [person(name) for name in names]
    room = membership.create_room(people[0], "Club", game, pace, form=form)
    for one in people[1:]:
        membership.enter(room.key, one)
    return room, people


def member(room: Room, one: Person) -> Member:
    return Member.objects.get(room=room, person=one)


def start(room: Room, people: list[Person], *bots: str) -> Evening:
    """Start an evening of `people` in order, then `bots`."""
    numbers = [member(room, one).pk for one in people]
    evenings.start_evening(room.key, people[0], [*numbers, *bots])
    return Evening.objects.get(is_over=False)


def sit(room: Room, one: Person) -> Table | None:
    """Return the table of the board of `one`, with both cuts if the opponent waits there."""
    table = evenings.get_or_open_board(room, member(room, one), new_offer(), cut="1")
    if table is not None and table.status == Status.WAITING and service.seat_number(table, one) is None:
        return service.join(table.key, one, cut="2")
    return table


def sit_all(room: Room, people: list[Person]) -> list[Table]:
    """Return the tables of `people` after they sat down, each once."""
    found = {table.key: table for one in people if (table := sit(room, one)) is not None}
    return [service.find_table(key) for key in found]


def play(table: Table, chance: random.Random | None = None) -> Table:
    """Return `table` after any legal moves to its end."""
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


def evening_totals(evening: Evening) -> tuple[Total, ...]:
    """Return the totals of everybody, the best player first."""
    return rank_totals(ledger_now(evening).totals)
