"""Deletion of an account: the name is removed, finished games stay."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.lobby.models import Seek, Tie
from ginrummy.web.lobby.player_invitations import withdraw
from ginrummy.web.people.models import Mute, Person, new_key
from ginrummy.web.rooms.membership import leave, rooms_of
from ginrummy.web.rooms.places import places_of, vacate_place
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import RESIGN


def delete_account(person: Person) -> None:
    """Delete the account of `person`. Games in play are forfeited, finished ones stay without the name.

    The account is deleted first, so that it can join no further table. Its games are looked for after that.
    """
    _go(person)
    forfeit_all_games(person)


def finish_deletions() -> None:
    """Finish deletions that a crash interrupted: forfeit the games, leave rooms and evenings."""
    plays = Q(seats__table__status__in=(Status.WAITING, Status.CUTTING, Status.PLAYING))
    is_expected = Q(invitations__isnull=False) | Q(memberships__isnull=False) | Q(evenings__isnull=False)
    for person in Person.objects.filter(plays | is_expected, is_gone=True).distinct():
        forfeit_all_games(person)


def forfeit_all_games(person: Person) -> None:
    """Remove `person`, whose account is deleted, from waiting tables, rooms and evenings.

    Games in play are forfeited, but a bot plays a hand of an evening to its end.

    This does not lock the person's own row. A player who joins a table locks the table first and then the
    people, so the opposite order could deadlock.
    """
    for table in Table.objects.filter(status__in=(Status.WAITING, Status.CUTTING), seats__person=person):
        with suppress(GinRummyError):  # a player has joined meanwhile: the game is forfeited below
            withdraw(table.key, person)
    for table in Table.objects.filter(status=Status.PLAYING, seats__person=person):
        _give_up(table, person)
    for room in rooms_of(person):
        with suppress(GinRummyError):  # sent away meanwhile
            leave(room.key, person)
    for place in places_of(person):
        with suppress(GinRummyError):  # its room is deleted meanwhile
            vacate_place(place, person)
    person.memberships.all().delete()  # those of rooms that have sent the person away
    person.invitations.update(invited=None)
    person.ratings.all().delete()


def _go(person: Person) -> None:
    """Delete the name, the account and all credentials of `person`."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        user, person.user = person.user, None
        person.name, person.key, person.is_gone, person.alerts = "", new_key(), True, {}
        person.save()
        if user is not None:
            user.delete()
        person.tokens.all().delete()
        person.sessions.all().delete()
        person.sheets.all().delete()
        RecoveryCode.objects.filter(person=person).delete()
        Mute.objects.filter(person=person).delete()
        Seek.objects.filter(person=person).delete()
        Tie.objects.filter(Q(person=person) | Q(other=person)).delete()


def _give_up(table: Table, person: Person) -> None:
    """Forfeit a game. Where a bot already plays in place of `person`, it plays to the end."""
    with suppress(GinRummyError):
        if table.is_one_hand:
            service.give_seat_to_bot(table.key, person)
        else:
            service.submit_event_text(table.key, person, table.number, RESIGN)
