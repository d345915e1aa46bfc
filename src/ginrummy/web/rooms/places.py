"""Places of an evening: a bot takes one, or a deleted account leaves it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q, QuerySet

from ginrummy.locale import _
from ginrummy.rules.types import SEATS
from ginrummy.web.people.models import Person
from ginrummy.web.rooms.evenings import boards_in_play, check_bots, current_evening, open_boards_of_bots
from ginrummy.web.rooms.ledgers import rename_player
from ginrummy.web.rooms.membership import (
    RoomRefused,
    announce_room,
    find_room,
    locked_room,
    require_member,
)
from ginrummy.web.rooms.models import FREE, Evening, EveningPlayer, Room
from ginrummy.web.tables import service
from ginrummy.web.tables.creation import remove_table
from ginrummy.web.tables.models import Status


def fill_place(key: str, person: Person | None, number: int, bot: str) -> Room:
    """Let a bot of the level `bot` take the place of player `number` in the evening, from the next hand.

    Raise `NotInRoom`, `RoomRefused`.
    """
    require_member(find_room(key), person, manages=True)
    with transaction.atomic():
        _free_seats(key, number)
        room = locked_room(key)
        require_member(room, person, manages=True)
        evening = current_evening(room)
        place = None if evening is None else evening.players.filter(number=number).first()
        if evening is None or place is None or evening.form == FREE:
            raise RoomRefused(_("there is nobody like that in the evening"))
        others = evening.players.exclude(bot="").exclude(pk=place.pk)
        check_bots([*others.values_list("bot", flat=True), bot])
        stands_in = place.stands_in or not place.bot
        EveningPlayer.objects.filter(pk=place.pk).update(person=None, bot=bot, stands_in=stands_in)
        open_boards_of_bots(room, evening)
        announce_room(room)
    return room


def places_of(person: Person) -> QuerySet[EveningPlayer]:
    """Return the places of `person` in evenings, also those that a bot has taken since."""
    first, second = (
        EveningPlayer.objects.filter(
            evening__tables__table__seats__person=person,
            evening__tables__table__seats__number=seat,
            **{f"evening__tables__{place}": F("number")},
        ).values("pk")
        for seat, place in zip(SEATS, ("first", "second"), strict=True)
    )
    found = EveningPlayer.objects.filter(Q(person=person) | Q(pk__in=first) | Q(pk__in=second))
    return found.select_related("evening__room").order_by("evening", "number")


def vacate_place(place: EveningPlayer, person: Person) -> None:
    """Remove `person`, whose account is deleted, and the name from `place`. Raise `NoRoom`.

    Where any two sit down the place stays the person's until the last match is over, which enters its hands.
    """
    key, number = place.evening.room.key, place.number
    with transaction.atomic():
        if not place.evening.is_over and place.evening.form != FREE:
            _free_seats(key, number)
        room = locked_room(key)
        evening = Evening.objects.get(pk=place.evening_id)
        rename_player(evening, number, str(person))
        unfinished = evening.tables.filter(table__seats__person=person).exclude(table__status=Status.OVER)
        if evening.form != FREE or not unfinished.exists():
            EveningPlayer.objects.filter(pk=place.pk).update(person=None)
        announce_room(room)


def _free_seats(key: str, number: int) -> None:
    """Let a bot play on for player `number`, and remove tables without cards.

    A table is locked before its room.
    """
    evening = Evening.objects.filter(room__key=key, is_over=False).first()
    for board, table in {} if evening is None else boards_in_play(evening).items():
        if evening is not None and number in board:
            locked = service.lock_table(table.key)
            person = evening.roster[number].person
            if locked.status in (Status.WAITING, Status.CUTTING):
                remove_table(locked)
            elif person is not None:
                service.give_seat_to_bot(table.key, person)
