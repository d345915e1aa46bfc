"""An account is deleted: the name goes, the finished games stay."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from ginrummy.errors import GinRummyError
from ginrummy.web.lobby.player_invitations import withdraw
from ginrummy.web.people.models import Mute, Person, new_key
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import RESIGN


def leave(person: Person) -> None:
    """Delete the account of `person`: games in play are given up, finished ones stay without the name."""
    for table in Table.objects.filter(status__in=(Status.WAITING, Status.CUTTING), seats__person=person):
        with suppress(GinRummyError):  # somebody has joined meanwhile, and it is given up below
            withdraw(table.key, person)
    for table in Table.objects.filter(status=Status.PLAYING, seats__person=person):
        _give_up(table, person)
    with transaction.atomic():
        user, person.user = person.user, None
        person.name, person.key, person.is_gone = "", new_key(), True
        person.save()
        if user is not None:
            user.delete()
        person.ratings.all().delete()
        person.tokens.all().delete()
        person.sessions.all().delete()
        person.invitations.update(invited=None)
        Mute.objects.filter(person=person).delete()


def _give_up(table: Table, person: Person) -> None:
    """Give up a game; where a bot plays on for `person` already, it does so to the end."""
    try:
        service.say(table.key, person, table.number, RESIGN)
    except GinRummyError:
        return
