"""Names of people: normalisation and validation."""

from __future__ import annotations

import unicodedata
from functools import cache
from itertools import groupby
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q

from ginrummy.locale import LANGUAGES, _, using_language
from ginrummy.players import player_names, player_title
from ginrummy.web.people.lookalikes import (
    is_in_categories,
    is_pronounceable,
    lookalike_skeletons,
    mixes_alphabets,
    remove_invisible_characters,
    skeleton,
)
from ginrummy.web.people.models import LONGEST_NAME, Mute, Person


def has_muted(person: Person | None, other: Person | None) -> bool:
    """Return whether `person` has muted `other`."""
    if person is None or other is None:
        return False
    return Mute.objects.filter(person=person, muted=other).exists()


_DIGITS: Final = frozenset(sign for digit in "0123456789" for sign in skeleton(digit)) | set("0123456789")


def is_reserved(name: str) -> bool:
    """Return whether `name` looks like that of a bot, a guest without a name, or a deleted account.

    >>> is_reserved("Guest 12"), is_reserved("Strong bot 2"), is_reserved("Ada")
    (True, True, False)
    """
    names, guests = _reserved_skeletons()
    return any(
        shape in names or any(_is_numbered(shape, start) for start in (*guests, *names))
        for shape in _shapes(name)
    )


def _shapes(name: str) -> set[str]:
    """Return the skeletons of `name` without spaces and marks."""
    return lookalike_skeletons("".join(sign for sign in name if not is_in_categories(sign, "ZPM")))


def _is_numbered(shape: str, guest: str) -> bool:
    rest = shape.removeprefix(guest)
    return rest not in ("", shape) and all(sign in _DIGITS or sign.isdecimal() for sign in rest)


@cache
def _reserved_skeletons() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the skeletons of all reserved names, and the prefixes of numbered guests."""
    names, guests = set[str](), set[str]()
    for language in LANGUAGES:
        with using_language(language):
            for name in (_("Former player"), *map(player_title, player_names())):
                names |= _shapes(name)
            guests |= _shapes(_("Guest {number}").format(number=""))
    return frozenset(names), tuple(guests)


_MOST_MARKS: Final = 2
LONGEST_TYPED: Final = 10 * LONGEST_NAME
"""Longest text that is normalised, more than any valid name: composing 60 KB of accents takes seconds."""


def clean_name(text: str) -> str:
    """Return `text` without invisible characters, stacked accents and superfluous spaces.

    A text that is far too long is cut to a length that is still too long.

    >>> clean_name(" A\\u202e\\u200bda  L. ")
    'Ada L.'
    """
    plain = " ".join(remove_invisible_characters(text).split())
    if len(plain) > LONGEST_TYPED:
        return plain[:LONGEST_TYPED]
    plain = remove_invisible_characters(unicodedata.normalize("NFKC", plain))
    seen = "".join(sign for sign in plain if sign.isprintable())
    parts = (
        list(signs)[:_MOST_MARKS] if is_mark else signs for is_mark, signs in groupby(seen, key=_is_mark)
    )
    return " ".join("".join(sign for part in parts for sign in part).split())


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def find_account_by_name(text: str) -> Person | None:
    """Return the account called `text`, also one whose name is older than these checks."""
    forms = {clean_name(text).casefold(), text.strip().casefold()} - {""}
    found = Person.objects.filter(folded__in=forms, user__isnull=False)
    return found.select_related("user").first()


def name_problem(name: str, person: Person | None) -> str:
    """Return why `person` cannot be called `name`, or nothing. Names of accounts are unique."""
    if len(name) > LONGEST_NAME or (name and not is_pronounceable(name)):
        return _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    if mixes_alphabets(name):
        return _("A word of this name mixes letters of different alphabets.")
    if is_reserved(name):
        return _("Bots or guests are called that: choose another name.")
    own = None if person is None else person.pk
    alike = Q(folded=name.casefold()) | Q(skeleton__in=lookalike_skeletons(name))
    if name and Person.objects.filter(alike, user__isnull=False).exclude(pk=own or 0).exists():
        return _("That name is taken.")
    return ""


def rename(person: Person, text: str) -> str:
    """Rename `person`, including the account. Return the reason where that is refused.

    A person may keep the present name, whatever the rules for new ones.
    """
    name = clean_name(text)
    if person.name in (name, text.strip()):
        return ""
    complaint = name_problem(name, person)
    if not name and person.user is not None:
        complaint = _("A name has 1 to {most} letters.").format(most=LONGEST_NAME)
    if complaint:
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
