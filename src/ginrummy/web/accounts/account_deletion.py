"""An account is deleted: the name goes, the finished games stay."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Q

from ginrummy.errors import GinRummyError
from ginrummy.web.accounts.models import RecoveryCode
from ginrummy.web.lobby.player_invitations import withdraw
from ginrummy.web.people.models import Mute, Person, new_key
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import RESIGN


def leave(person: Person) -> None:
    """Delete the account of `person`: games in play are given up, finished ones stay without the name.

    Nobody of that account sits down any more once it is gone; only then are its games looked for.
    """
    _go(person)
    give_up_all(person)


def finish_deletions() -> None:
    """Give up what those still play, and are invited to, whose deletion was broken off by a crash."""
    plays = Q(seats__table__status__in=(Status.WAITING, Status.CUTTING, Status.PLAYING))
    is_invited = Q(invitations__isnull=False)
    for person in Person.objects.filter(plays | is_invited, is_gone=True).distinct():
        give_up_all(person)


def give_up_all(person: Person) -> None:
    """Clear the tables where `person`, who is gone, waits, and give up those where it plays.

    Its own row is not locked here: whoever joins a table locks that first, and the people after it.
    """
    for table in Table.objects.filter(status__in=(Status.WAITING, Status.CUTTING), seats__person=person):
        with suppress(GinRummyError):  # somebody has joined meanwhile, and it is given up below
            withdraw(table.key, person)
    for table in Table.objects.filter(status=Status.PLAYING, seats__person=person):
        _give_up(table, person)
    person.invitations.update(invited=None)
    person.ratings.all().delete()


def _go(person: Person) -> None:
    """Take the name, the account and all that opens something from `person`."""
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        user, person.user = person.user, None
        person.name, person.key, person.is_gone = "", new_key(), True
        person.save()
        if user is not None:
            user.delete()
        person.tokens.all().delete()
        person.sessions.all().delete()
        RecoveryCode.objects.filter(person=person).delete()
        Mute.objects.filter(person=person).delete()


def _give_up(table: Table, person: Person) -> None:
    """Give up a game; where a bot plays on for `person` already, it does so to the end."""
    try:
        service.say(table.key, person, table.number, RESIGN)
    except GinRummyError:
        return
