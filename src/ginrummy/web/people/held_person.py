"""Whoever sits down stays who it is until that is written: an account may be deleted at the same moment."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.people.models import Person


class AccountGone(WebError, status=403, kind="account_gone"):
    """Something that somebody asks for whose account was deleted meanwhile."""


def hold(person: Person, *others: Person | None) -> None:
    """Lock `person` and `others` to the end of the transaction; raises `AccountGone` where one has left.

    Rows may still refer to them: two who invite each other at once do not wait for each other. A table is
    locked before its people, and all people at once, in their order: so nobody waits in a ring.
    """
    numbers = {one.pk for one in (person, *others) if one is not None}
    held = Person.objects.select_for_update(no_key=True).filter(pk__in=numbers, is_gone=False).order_by("pk")
    left = numbers.difference(held.values_list("pk", flat=True))
    if left:
        raise AccountGone(_("this account was deleted") if person.pk in left else _("this player has left"))
