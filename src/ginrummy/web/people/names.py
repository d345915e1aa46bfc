"""Names at the table: what is left of one that was typed, and whether it may be used."""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Final

from django.db import IntegrityError, transaction

from ginrummy.locale import _
from ginrummy.web.people.models import LONGEST_NAME, Person

_MOST_MARKS: Final = 2


def clean_name(text: str) -> str:
    """Return `text` without what cannot be seen, without towers of accents, without spaces to spare.

    >>> clean_name(" A\\u202e\\u200bda  L. ")
    'Ada L.'
    """
    plain = unicodedata.normalize("NFKC", text)
    seen = "".join(sign for sign in plain if sign.isprintable())
    parts = (
        list(signs)[:_MOST_MARKS] if is_mark else signs for is_mark, signs in groupby(seen, key=_is_mark)
    )
    return " ".join("".join(sign for part in parts for sign in part).split())


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def complaint_about(name: str, person: Person | None) -> str:
    """Return why `person` cannot be called `name`, nothing where it can: owners of accounts keep theirs."""
    if len(name) > LONGEST_NAME:
        return _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    owner = Person.objects.filter(folded=name.casefold(), user__isnull=False).first()
    if name and owner is not None and owner != person:
        return _("That name is taken.")
    return ""


def rename(person: Person, name: str) -> str:
    """Call `person` by `name`, an account too; return why not where that cannot be."""
    name = clean_name(name)
    complaint = complaint_about(name, person)
    if not name and person.user is not None:
        complaint = _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    if complaint or name == person.name:
        return complaint
    try:
        with transaction.atomic():
            person.name = name
            person.save()
            if person.user is not None:
                person.user.username = name
                person.user.save(update_fields=["username"])
    except IntegrityError:
        return _("That name is taken.")
    return ""
