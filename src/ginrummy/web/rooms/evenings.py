"""Evenings of a room: who plays, at which boards, and the hands that their tables enter."""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from ginrummy.game.evening import start_evening as first_evening
from ginrummy.game.shuffle import new_secret
from ginrummy.locale import _, language, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import player_names, player_title
from ginrummy.players.registry import SEARCHING
from ginrummy.rules.forms import SEAT_BOARDS, SEAT_EVERYBODY, SEAT_FREE, TURN_HAND
from ginrummy.rules.types import NOBODY, SEATS
from ginrummy.variants import Variant, is_one_line_rules, load_variant
from ginrummy.variants.form_files import load_form
from ginrummy.web.bots.match_limits import MOST_QUICK, TOO_MANY, TooManyGames
from ginrummy.web.http.now import is_recent, now
from ginrummy.web.lobby.table_creation import FRIEND, create_table
from ginrummy.web.people.models import Person, lock_people
from ginrummy.web.rooms.ledgers import (
    add_players,
    end_current_evening,
    ledger_of,
    playable_boards,
    read_ledger_of,
    table_lines,
)
from ginrummy.web.rooms.membership import (
    NoRoom,
    NotInRoom,
    RoomRefused,
    announce_room,
    is_member,
    locked_room,
    people_of,
    require_member,
)
from ginrummy.web.rooms.models import FREE, Evening, EveningPlayer, EveningTable, Member, Role, Room
from ginrummy.web.rooms.signals import boards_ready
from ginrummy.web.tables import creation
from ginrummy.web.tables.commitments import OfferedDeal
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import HOUSE, Status, Table
from ginrummy.web.tables.table_state import TableState

PAUSE: Final = timedelta(hours=6)
"""Time without a new table after which the next one begins another evening, where any two sit down."""
LONGEST: Final = timedelta(days=1)
"""Time after which such an evening ends in any case."""
MOST_TABLES: Final = 200
"""Tables of such an evening."""
MOST_KEPT: Final = 200
"""Evenings of a room. Another one deletes the oldest."""
MOST_BOTS: Final = 7
"""Bots of an evening."""
_log = logging.getLogger(__name__)
Board = tuple[int, int]


def bot_levels() -> tuple[str, ...]:
    """Return the levels of bots for an evening: those that decide at once, since they may play each other."""
    return tuple(name for name in player_names() if name not in SEARCHING)


def open_table(
    room: Room, member: Member, offer: OfferedDeal, *, cut: str, seal: str = "", invited: int | None = None
) -> Table:
    """Open a table of `room` at which `member` has cut, or has sealed a cut.

    It is by the game and the clock of the room, for anybody in it or for the member with the primary key
    `invited`. Raise `NotInRoom` for anybody who is not in the room, `RoomRefused` while a table of `member`
    waits already or where a form says who plays, and the errors of `create_table`.
    """
    other = None if invited is None else _other_person(room, member, invited)
    with transaction.atomic():
        lock_people(member.person, other)
        room = locked_room(room.key)
        require_member(room, member.person)
        if room.form != FREE:
            raise RoomRefused(_("the form of this room says who plays: start an evening"))
        own = Table.objects.filter(evening_table__evening__room=room, seats__person=member.person)
        if own.filter(status=Status.WAITING).exists():
            raise RoomRefused(_("your table is already waiting for a player"))
        secret, pace = offer.secret, room.pace
        proposal = Proposal(*_rules(room.game), secret, pace=pace, language=language(), invited=other)
        table = create_table(proposal, member.person, offer, against=FRIEND, cut=cut, seal=seal)
        add_table(room, table)
        return table


def _rules(game: str) -> tuple[Variant, str]:
    """Return the variant of a room's game and the name of its tables."""
    return load_variant(game).row, HOUSE if is_one_line_rules(game) else game


def _other_person(room: Room, member: Member, number: int) -> Person:
    others = people_of(room).exclude(pk=member.pk).select_related("person")
    found = others.filter(pk=number).first()
    if found is None:
        raise NotInRoom(_("there is nobody like that in the room"))
    return found.person


def current_evening(room: Room) -> Evening | None:
    """Return the evening of `room` that is not over, if any."""
    return room.evenings.filter(is_over=False).first()


def add_table(room: Room, table: Table) -> None:
    """Make `table` part of the current evening of `room`, or of a new one."""
    with transaction.atomic():
        room = locked_room(room.key)
        evening = current_evening(room)
        if evening is not None and not _goes_on(evening):
            end_current_evening(room)
            evening = None
        evening = evening or _new_evening(room)
        Evening.objects.filter(pk=evening.pk).update(latest=now())
        EveningTable.objects.get_or_create(table=table, defaults={"evening": evening})
        announce_room(room)


def _goes_on(evening: Evening) -> bool:
    is_recent_one = is_recent(evening.latest, PAUSE) and is_recent(evening.begun, LONGEST)
    return is_recent_one and evening.tables.count() < MOST_TABLES


def _new_evening(room: Room, dealer: int = NOBODY) -> Evening:
    Evening.objects.filter(pk__in=list(room.evenings.values_list("pk", flat=True)[MOST_KEPT - 1 :])).delete()
    return Evening.objects.create(
        room=room, form=room.form, game=room.game, stakes=room.stakes, dealer=dealer
    )


def end_evening(key: str, person: Person | None, number: int | None = None) -> Room:
    """End the current evening of a room by `person`, who manages the room.

    With its `number` (primary key) no other evening ends. Raise `NoRoom`, `NotInRoom`.
    """
    with transaction.atomic():
        room = locked_room(key)
        require_member(room, person, manages=True)
        evening = current_evening(room)
        if evening is not None and number in (None, evening.pk):
            end_current_evening(room)
            announce_room(room)
    return room


def start_evening(key: str, person: Person | None, players: Sequence[int | str]) -> Room:
    """Start an evening by the form of a room and return the room.

    `players` are primary keys of members and levels of bots, in the order of the form: the first half is one
    side. Who deals first is drawn. Raise `NotInRoom`, `RoomRefused`, and `EveningError` for people whom the
    form does not allow.
    """
    with transaction.atomic():
        room = locked_room(key)
        require_member(room, person, manages=True)
        if room.form == FREE:
            raise RoomRefused(_("in this room any two sit down when they like"))
        if current_evening(room) is not None:
            raise RoomRefused(_("an evening is being played already: end it first"))
        named = _named_players(room, players)
        if any(bot for _person, bot, _name in named):
            _refuse_too_many_bots(person)
        dealer = _drawn_dealer(room, len(named))
        evening = _new_evening(room, dealer)
        add_players(evening, named)
        read_ledger_of(evening)
        open_boards_of_bots(room, evening)
        boards_ready.send(sender=None, evening=evening, boards=playable_boards(evening))
        announce_room(room)
    return room


def _named_players(room: Room, players: Sequence[int | str]) -> list[tuple[int | None, str, str]]:
    """Return the person, the level and the name of each of `players`. Raise `RoomRefused`."""
    members = {one.pk: one for one in people_of(room).select_related("person")}
    people = [one for one in players if isinstance(one, int)]
    bots = [one for one in players if isinstance(one, str)]
    if len(set(people)) < len(people) or not set(people) <= set(members):
        raise RoomRefused(_("each player of an evening is in the room, and plays once"))
    if not people:
        raise RoomRefused(_("at least one person plays"))
    check_bots(bots)
    bot_names = _bot_names(bots)
    return [
        (None, one, next(bot_names))
        if isinstance(one, str)
        else (members[one].person_id, "", str(members[one]))
        for one in players
    ]


def _bot_names(levels: Sequence[str]) -> Iterator[str]:
    """Yield the title of each bot, numbered where several have one level.

    >>> list(_bot_names(["regular", "steady", "regular"]))
    ['Regular bot 1', 'Strong bot', 'Regular bot 2']
    """
    numbers = Counter[str]()
    for level in levels:
        numbers[level] += 1
        title = player_title(level)
        yield f"{title} {numbers[level]}" if levels.count(level) > 1 else title


def check_bots(levels: Sequence[str]) -> None:
    """Raise `RoomRefused` for an unknown level and for too many bots."""
    if not set(levels) <= set(bot_levels()):
        raise RoomRefused(_("there is no such level"))
    if len(levels) > MOST_BOTS:
        told = ngettext("at most {most} bot plays", "at most {most} bots play", MOST_BOTS)
        raise RoomRefused(told.format(most=MOST_BOTS))


def _refuse_too_many_bots(person: Person | None) -> None:
    """Raise `TooManyGames` if bots play each other at enough tables of the rooms that `person` manages."""
    managed = Member.objects.filter(person=person, role__in=(Role.OWNER, Role.HELPER))
    tables = Table.objects.filter(
        evening_table__evening__room__in=managed.values("room"), status=Status.PLAYING
    )
    if tables.exclude(seats__person__isnull=False).count() >= MOST_QUICK:
        raise TooManyGames(_(TOO_MANY))


def _drawn_dealer(room: Room, count: int) -> int:
    """Return who deals first, `NOBODY` where the form notes no dealer. Raise `EveningError`."""
    form = load_form(room.form).row
    evening = first_evening(form, load_variant(room.game).row, [str(number) for number in range(count)])
    if form.seating in (SEAT_EVERYBODY, SEAT_FREE):
        return NOBODY
    return secrets.choice(range(count) if form.seating == SEAT_BOARDS else evening.boards[0])


def boards_in_play(evening: Evening) -> dict[Board, Table]:
    """Return the tables of `evening` that are not over, by the numbers of their two players."""
    found = evening.tables.exclude(table__status=Status.OVER).exclude(first=None).select_related("table")
    return {
        (min(one.first, one.second), max(one.first, one.second)): one.table
        for one in found
        if one.first is not None and one.second is not None
    }


def next_board(evening: Evening | None, person: Person) -> Board | None:
    """Return the board that `person` plays now, their own number first, `None` while they wait."""
    if evening is None or evening.form == FREE or (ledger := ledger_of(evening)) is None:
        return None
    own = {one.number for one in evening.roster if one.person_id == person.pk}
    for first, second in ledger.evening.boards:
        if own & {first, second}:
            return (first, second) if first in own else (second, first)
    return None


def get_or_open_board(
    room: Room, member: Member, offer: OfferedDeal, *, cut: str, seal: str = ""
) -> Table | None:
    """Return the table of the board that `member` plays now, opened if there is none yet.

    Return `None` while they wait for others. Raise `RoomRefused` if the opponent's place is empty, and the
    errors of `create_table`.
    """
    board = next_board(evening := current_evening(room), member.person)
    if evening is None or board is None:
        return None
    other = evening.roster[board[1]]
    with transaction.atomic():
        lock_people(member.person, other.person)
        room = locked_room(room.key)
        evening = current_evening(room)
        if evening is None or next_board(evening, member.person) != board:
            return None
        open_tables = boards_in_play(evening)
        if (min(board), max(board)) in open_tables:
            return open_tables[min(board), max(board)]
        if not (other.bot or is_member(room, other.person)):
            raise RoomRefused(_("the place of {name} is empty: a bot may take it").format(name=other.name))
        proposal = _proposal(room, evening, board, offer.secret, invited=other.person)
        against = other.bot if other.person is None else FRIEND
        table = create_table(proposal, member.person, offer, against=against, cut=cut, seal=seal)
        _add_board(room, evening, board, table)
    return table


def _proposal(room: Room, evening: Evening, board: Board, secret: str, **others: Any) -> Proposal:
    """Return the table of a board, whose dealer the form knows."""
    ledger = ledger_of(evening)
    dealers = () if ledger is None else ledger.evening.dealers
    dealing = [seat for seat in SEATS if board[seat] in dealers]
    return Proposal(
        *_rules(evening.game),
        secret,
        first_dealer=dealing[0] if len(dealing) == 1 else None,
        pace=room.pace,
        language=language(),
        is_one_hand=load_form(evening.form).row.turn == TURN_HAND,
        bot_names=(_seat_name(evening.roster[board[0]]), _seat_name(evening.roster[board[1]])),
        **others,
    )


def _seat_name(place: EveningPlayer) -> str:
    """Return the name of a bot in its evening, empty where it plays for somebody who has gone."""
    return place.name if place.bot and not place.stands_in else ""


def _add_board(room: Room, evening: Evening, board: Board, table: Table) -> None:
    EveningTable.objects.create(evening=evening, table=table, first=board[0], second=board[1])
    Evening.objects.filter(pk=evening.pk).update(latest=now())
    announce_room(room)


def open_boards_of_bots(room: Room, evening: Evening) -> None:
    """Open the boards at which two bots meet."""
    ledger = ledger_of(evening)
    bots = {one.number: one.bot for one in evening.roster if one.bot}
    open_tables = boards_in_play(evening)
    busy = {number for board in open_tables for number in board}
    for board in () if ledger is None else ledger.evening.boards:
        if set(board) <= set(bots) and not set(board) & busy:
            proposal = _proposal(room, evening, board, new_secret())
            table = creation.create_for_bots(proposal, (bots[board[0]], bots[board[1]]))
            _add_board(room, evening, board, table)


def announce_table(
    *, table: Table, state: TableState | None = None, is_removed: bool = False, **_told: Any
) -> None:
    """Enter a finished table in its evening and wake the pages of its room.

    A rematch belongs to the room of its match.
    """
    room = room_of(table)
    if room is None:
        before = None if is_removed or table.rematch_of is None else room_of(table.rematch_of)
        people = [seat.person for seat in table.taken]
        if before is not None and before.form == FREE and all(is_member(before, one) for one in people):
            add_table(before, table)
        return
    if state is not None:
        _enter_table(room, table, state)
    announce_room(room)


def _enter_table(room: Room, table: Table, state: TableState) -> None:
    """Write the hands of a finished table in its evening, and open the next boards of bots."""
    room = locked_room(room.key)
    place = EveningTable.objects.select_related("evening").get(table=table)
    if place.evening.is_over:
        return
    place.evening = _evening_with_room_for(room, place)
    before = {board for board in playable_boards(place.evening) if set(board) != {place.first, place.second}}
    try:
        with transaction.atomic():
            enter_hands(place, state)
    except GinRummyError as error:
        _log.warning("table %s is not on the sheet of its evening: %s", table.key, error)
    if place.evening.form != FREE:
        open_boards_of_bots(room, place.evening)
        boards_ready.send(sender=None, evening=place.evening, boards=playable_boards(place.evening) - before)


def _evening_with_room_for(room: Room, place: EveningTable) -> Evening:
    """Return the evening of a finished table, or another one if its players are too many for the sheet."""
    evening = place.evening
    known = {one.person_id for one in evening.roster}
    added = {seat.person_id for seat in place.table.taken} - known if place.first is None else set()
    if len(evening.roster) + len(added) <= load_form(evening.form).row.people_most:
        return evening
    end_current_evening(room)
    evening = _new_evening(room)
    EveningTable.objects.filter(pk=place.pk).update(evening=evening)
    place.evening.tables.exclude(table__status=Status.OVER).update(evening=evening)
    return evening


def enter_hands(place: EveningTable, state: TableState) -> None:
    """Write the hands of a finished table in its evening. Raise `GinRummyError` if they cannot be read."""
    evening = place.evening
    if place.first is None or place.second is None:
        place.first, place.second = _numbers(evening, place.table)
        place.save(update_fields=["first", "second"])
    ledger = read_ledger_of(evening)
    lines = table_lines(ledger, state, (place.first, place.second))
    for line in lines:
        ledger = ledger.append_line(line)
    evening.lines += "".join(f"{line}\n" for line in lines)
    evening.save(update_fields=["lines"])


def _numbers(evening: Evening, table: Table) -> tuple[int, int]:
    """Return the numbers of both seats of `table` in `evening`, with new players where there are any."""
    found = []
    for seat in table.taken:
        known = {one.person_id: one.number for one in evening.roster}
        if seat.person_id not in known:
            add_players(evening, [(seat.person_id, "", str(seat))])
            known = {one.person_id: one.number for one in evening.roster}
        found.append(known[seat.person_id])
    return found[0], found[1]


def room_of(table: Table) -> Room | None:
    """Return the room of `table`, `None` without one."""
    return Room.objects.filter(evenings__tables__table=table).first()


def evening_tables(evening: Evening) -> list[Table]:
    """Return the tables of `evening` in the order in which they were opened."""
    found = Table.objects.filter(evening_table__evening=evening).order_by("evening_table__pk")
    return list(found.prefetch_related("seats__person"))


def find_evening(room: Room, number: int) -> Evening:
    """Return the evening `number` (primary key) of `room` once a hand has ended. Raise `NoRoom`."""
    found = room_evenings(room).filter(pk=number).first()
    if found is None:
        raise NoRoom(_("there is no such evening"))
    return found


def room_evenings(room: Room) -> QuerySet[Evening]:
    """Return the evenings of `room` in which a hand has ended, the latest first."""
    return room.evenings.exclude(lines="").select_related("room")
