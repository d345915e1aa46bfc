"""Whoever sits down stays who it is until that is written: an account may be deleted at the same moment."""

from __future__ import annotations

from ginrummy.locale import _
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.people.models import Person


class AccountGone(WebError, status=403, kind="account_gone"):
    """Something that somebody asks for whose account was deleted meanwhile."""


def hold(*people: Person | None) -> None:
    """Lock the rows of `people` to the end of the transaction; raises `AccountGone` where one has left.

    Others may still refer to them: two who invite each other at once do not wait for each other.
    """
    numbers = sorted({one.pk for one in people if one is not None})
    held = Person.objects.select_for_update(no_key=True).filter(pk__in=numbers, is_gone=False).order_by("pk")
    if len(held.values_list("pk")) < len(numbers):
        raise AccountGone(_("this account was deleted"))
