"""Locks on people while they are referred to: an account may be deleted at the same moment."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.people.models import Person


class AccountGone(WebError, status=403, kind="account_gone"):
    """Raised for an action of a person whose account was deleted meanwhile."""


def lock_people(person: Person, *others: Person | None) -> None:
    """Lock `person` and `others` until the end of the transaction. Raise `AccountGone` for a deleted account.

    The lock permits foreign keys to these rows: two people who invite each other at once do not wait for each
    other. A table is locked before its people, and all people together, in a fixed order, so that no deadlock
    occurs.
    """
    numbers = {one.pk for one in (person, *others) if one is not None}
    held = Person.objects.select_for_update(no_key=True).filter(pk__in=numbers, is_gone=False).order_by("pk")
    left = numbers.difference(held.values_list("pk", flat=True))
    if left:
        raise AccountGone(_("this account was deleted") if person.pk in left else _("this player has left"))
