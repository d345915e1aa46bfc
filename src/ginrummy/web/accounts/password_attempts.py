"""How often a password may be tried: counted in the database, for all processes together.

A household, which has a whole /64 of IPv6, is counted as one. An account is counted too, wherever the tries
come from; but a browser in which its owner has signed in before has tries of its own: strangers cannot lock
the owner out.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from ginrummy.locale import _
from ginrummy.web.accounts.known_browsers import known_browser
from ginrummy.web.accounts.models import Tries
from ginrummy.web.http.ip_networks import network_of
from ginrummy.web.http.now import now
from ginrummy.web.http.rate_limits import Limit, TooFast
from ginrummy.web.people.models import Person

PER_NETWORK: Final = Limit(10, 60)
PER_ACCOUNT: Final = Limit(20, 900)
LETTERS: Final = Limit(3, 3600)


def count_network(request: HttpRequest) -> None:
    """Count a try of the network that asks; raises `TooFast` for one too many."""
    _count(f"network {network_of(request.META.get('REMOTE_ADDR', ''))}", PER_NETWORK)


def count_account(request: HttpRequest, owner: Person | None, name: str) -> str:
    """Count a try for an account, or for a name that none has, and return its place; raises `TooFast`."""
    browser = "" if owner is None else known_browser(request, owner)
    place = f"name {name}" if owner is None else f"browser {browser}" if browser else f"account {owner.pk}"
    _count(place, PER_ACCOUNT)
    return place


def count_inside(person: Person) -> str:
    """Count a try by whoever is signed in already, and return its place; raises `TooFast`."""
    place = f"inside {person.pk}"
    _count(place, PER_ACCOUNT)
    return place


def count_letter(person: Person) -> None:
    """Count a letter to `person`; raises `TooFast` for one too many."""
    _count(f"letter {person.pk}", LETTERS)


def count_question(person: Person, address: str) -> None:
    """Count a letter that asks whether `address` is that of `person`; raises `TooFast` for one too many.

    The address is counted too, whoever gives it: strangers cannot have it written to for ever.
    """
    _count(f"question by {person.pk}", LETTERS)
    _count(f"question to {address.casefold()}", LETTERS)


def told() -> str:
    """Return what is said where there were too many tries."""
    return _("Too many tries: try again later.")


def forgive(place: str) -> None:
    """Count the try at `place` as none: the password was right."""
    Tries.objects.filter(place=_fingerprint(place), count__gt=0).update(count=F("count") - 1)


def _count(place: str, limit: Limit) -> None:
    with transaction.atomic():
        Tries.objects.get_or_create(place=_fingerprint(place))
        tries = Tries.objects.select_for_update().get(place=_fingerprint(place))
        age = now() - tries.since
        if not timedelta(0) <= age < timedelta(seconds=limit.seconds):  # or the clock was set back
            tries.count, tries.since = 0, now()
        elif tries.count >= limit.times:
            raise TooFast(limit.seconds - age.total_seconds())
        tries.count += 1
        tries.save()


def _fingerprint(place: str) -> str:
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()
