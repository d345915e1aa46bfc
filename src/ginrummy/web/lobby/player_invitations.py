"""Invitations of known players: search, pending invitations, declining and withdrawing."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.lobby.models import Seek
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.people.names import clean_name, find_account_by_name, has_muted
from ginrummy.web.tables import pubsub, service
from ginrummy.web.tables.creation import remove_table
from ginrummy.web.tables.errors import NotYours, Stale
from ginrummy.web.tables.models import Status, Table

_KNOWN = 20
_WAITING = 5


class PlayerNotFound(WebError, kind="nobody_there"):
    """The invited player cannot be found or cannot be invited."""


def former_opponents(person: Person | None) -> list[Person]:
    """Return the people whom `person` has played, the latest first."""
    if person is None:
        return []
    met = {"seats__table__seats__person": person, "seats__table__shared_by": None}
    others = Person.objects.filter(**met, is_gone=False).exclude(pk=person.pk)
    return list(others.annotate(latest=Max("seats__table__moved")).order_by("-latest")[:_KNOWN])


def find_invited_player(asker: Person | None, text: str) -> Person | None:
    """Return the player that `text` names: an account, or a former opponent of `asker`.

    Return `None` for an empty text. Raise `PlayerNotFound`.
    """
    name = clean_name(text)
    if not name:
        return None
    found = find_account_by_name(text) or next(
        (one for one in former_opponents(asker) if str(one).casefold() == name.casefold()), None
    )
    if found is None:
        raise PlayerNotFound(_("there is no player of that name that you know, and no account of that name"))
    if found == asker:
        raise PlayerNotFound(_("that is yourself"))
    if has_muted(asker, found):
        raise PlayerNotFound(_("you have muted this player"))
    return found


def invitations_to(person: Person | None) -> list[Table]:
    """Return the tables that `person` is invited to, newest first, without those of muted players."""
    if person is None:
        return []
    muted = Mute.objects.filter(person=person).values("muted")
    found = Table.objects.filter(invited=person, status=Status.WAITING, is_declined=False)
    found = found.exclude(seats__person__in=muted).order_by("-created")
    return list(found.prefetch_related("seats__person")[:_WAITING])


def decline(key: str, person: Person | None) -> Table:
    """Decline the invitation of `person` to table `key` and return the table. Repeating it is harmless.

    Raise `NoTable`, `NotYours`, or `Stale` once the game has begun.
    """
    table = service.find_table(key)
    if person is None or table.invited_id != person.pk:
        raise NotYours(_("this invitation is not for you"))
    if not Table.objects.filter(pk=table.pk, status=Status.WAITING).update(is_declined=True):
        raise Stale(_("the table has moved on: look again"))
    pubsub.announce(table.key, table.number)
    pubsub.announce(pubsub.person_key(person.key), 0)
    return table


def withdraw(key: str, person: Person | None) -> None:
    """Delete the table where `person` waits. Raise `NoTable`, `NotYours`, or `Stale` after the deal."""
    with transaction.atomic():
        table = service.lock_table(key)
        if service.seat_number(table, person) is None:
            raise NotYours(_("you have no seat at this table"))
        if table.status not in (Status.WAITING, Status.CUTTING):
            raise Stale(_("somebody has joined already: the game has begun"))
        Seek.objects.filter(person=person, table=table).delete()
        remove_table(table)
