"""Limits on passwords, recovery codes and e-mails: counted in the database, for all processes together.

A household, which has a whole /64 of IPv6, is counted as one, and an account is counted wherever the tries
come from. A browser in which the owner has signed in before, and each session of the owner, have tries of
their own: strangers cannot lock the owner out, not even from the same network.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from ginrummy.locale import _
from ginrummy.web.accounts.known_browsers import is_known, known_browser
from ginrummy.web.accounts.models import Tries
from ginrummy.web.http.ip_networks import network_of
from ginrummy.web.http.now import now
from ginrummy.web.http.rate_limits import Limit, TooFast
from ginrummy.web.people.current_visitor import session_of
from ginrummy.web.people.models import Person
from ginrummy.web.people.names import account_named, clean_name

PER_NETWORK: Final = Limit(10, 60)
PER_ACCOUNT: Final = Limit(20, 900)
LINKS: Final = Limit(3, 3600)
"""Links to a new password for one account."""
CONFIRMATIONS: Final = Limit(3, 3600)
"""E-mails that ask whether an address is right: for one account, and from a network thrice as many."""
TO_AN_ADDRESS: Final = Limit(3, 24 * 3600)
"""The same, to one address that has not been confirmed."""


def count_network(request: HttpRequest) -> str:
    """Count a try of the network that asks, and return its place; raises `TooFast` for one too many."""
    return _count(f"network {_network(request)}", PER_NETWORK)


def count_sign_in(request: HttpRequest, text: str) -> tuple[Person | None, tuple[str, ...]]:
    """Return the account called `text`, and the places where this try is counted; raises `TooFast`.

    No name is looked up for a network that has tried too often, unless some owner has used the browser.
    """
    network = "" if is_known(request) else count_network(request)
    owner = account_named(text)
    browser = "" if owner is None else known_browser(request, owner)
    if browser:
        return owner, (_count(f"browser {browser}", PER_ACCOUNT),)
    return owner, (network or count_network(request), _count(_account(owner, text), PER_ACCOUNT))


def count_inside(request: HttpRequest) -> tuple[str, ...]:
    """Count a try by whoever is signed in already, and return its places; raises `TooFast`."""
    session = session_of(request)
    return (_count(f"session {session.pk if session else 0}", PER_ACCOUNT),)


def count_link(request: HttpRequest, owner: Person | None, name: str) -> bool:
    """Count a request for a link to a new password; return whether one goes out.

    It is the same for a name that no account has. Raises `TooFast` where the network asks too often.
    """
    if owner is None or not known_browser(request, owner):
        _count(f"links from {_network(request)}", PER_NETWORK)
    return _is_allowed(f"link to {_account(owner, name)}", LINKS)


def count_confirmation(request: HttpRequest, person: Person, address: str) -> bool:
    """Count a request to confirm `address`; return whether an e-mail goes out.

    An address gets few, whoever asks. Raises `TooFast` where `person` or the network asks too often.
    """
    _count(f"confirmation by {person.pk}", CONFIRMATIONS)
    times, seconds = 3 * CONFIRMATIONS.times, CONFIRMATIONS.seconds
    _count(f"confirmation from {_network(request)}", Limit(times, seconds))
    return _is_allowed(f"confirmation to {_mailbox(address)}", TO_AN_ADDRESS)


def too_many() -> str:
    """Return what is said where there were too many tries."""
    return _("Too many tries: try again later.")


def forgive(places: Iterable[str]) -> None:
    """Count the try at `places` as none: the password was right."""
    found = [_fingerprint(place) for place in places]
    Tries.objects.filter(place__in=found, count__gt=0).update(count=F("count") - 1)


def _account(owner: Person | None, text: str) -> str:
    """Return what the account of `owner` is counted under, or the name `text` that none has."""
    return f"name {clean_name(text).casefold()}" if owner is None else f"account {owner.pk}"


def _network(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""))


def _mailbox(address: str) -> str:
    """Return what all spellings of an address have in common: `Ada+gin@Example.org` is that of Ada."""
    name, _at, domain = address.casefold().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def _is_allowed(place: str, limit: Limit) -> bool:
    try:
        return bool(_count(place, limit))
    except TooFast:
        return False


def _count(place: str, limit: Limit) -> str:
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
    return place


def _fingerprint(place: str) -> str:
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()
