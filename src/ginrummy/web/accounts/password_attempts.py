"""Limits on passwords, recovery codes and e-mails, counted in the database across all processes.

A household with a whole /64 of IPv6 counts as one network. Attempts on an account are counted from all
networks together. A browser in which the owner has signed in before, and each session of the owner, has a
counter of its own: strangers cannot lock the owner out, not even from the same network.
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
"""Password-reset links for one account."""
CONFIRMATIONS: Final = Limit(3, 3600)
"""Confirmation e-mails for one account. One network may request three times as many."""
TO_AN_ADDRESS: Final = Limit(3, 24 * 3600)
"""Confirmation e-mails to one unconfirmed address."""


def count_network(request: HttpRequest) -> str:
    """Count an attempt from the client's network and return its counter. Raise `TooFast` over the limit."""
    return _count(f"network {_network(request)}", PER_NETWORK)


def count_sign_in(request: HttpRequest, text: str) -> tuple[Person | None, tuple[str, ...]]:
    """Return the account `text` and the counters of this attempt. Raise `TooFast` over the limit.

    A network over its limit causes no lookup of a name, unless some owner has used the browser.
    """
    network = "" if is_known(request) else count_network(request)
    owner = account_named(text)
    browser = "" if owner is None else known_browser(request, owner)
    if browser:
        return owner, (_count(f"browser {browser}", PER_ACCOUNT),)
    return owner, (network or count_network(request), _count(_account(owner, text), PER_ACCOUNT))


def count_inside(request: HttpRequest) -> tuple[str, ...]:
    """Count an attempt by a signed-in user and return its counters. Raise `TooFast` over the limit."""
    session = session_of(request)
    return (_count(f"session {session.pk if session else 0}", PER_ACCOUNT),)


def count_link(request: HttpRequest, owner: Person | None, name: str) -> bool:
    """Count a request for a password-reset link. Return whether to send one.

    An unknown name has the same limit. Raise `TooFast` where the network is over its limit.
    """
    if owner is None or not known_browser(request, owner):
        _count(f"links from {_network(request)}", PER_NETWORK)
    return _is_allowed(f"link to {_account(owner, name)}", LINKS)


def count_confirmation(request: HttpRequest, person: Person, address: str) -> bool:
    """Count a request to confirm `address`. Return whether to send an e-mail.

    An address has a limit over all requests. Raise `TooFast` where `person` or the network is over its limit.
    """
    _count(f"confirmation by {person.pk}", CONFIRMATIONS)
    times, seconds = 3 * CONFIRMATIONS.times, CONFIRMATIONS.seconds
    _count(f"confirmation from {_network(request)}", Limit(times, seconds))
    return _is_allowed(f"confirmation to {_mailbox(address)}", TO_AN_ADDRESS)


def too_many() -> str:
    """Return the message for too many attempts."""
    return _("Too many tries: try again later.")


def forgive(places: Iterable[str]) -> None:
    """Take back the attempt at `places`, because the password was right."""
    found = [_fingerprint(place) for place in places]
    Tries.objects.filter(place__in=found, count__gt=0).update(count=F("count") - 1)


def _account(owner: Person | None, text: str) -> str:
    """Return the counter of the account of `owner`, or of the unknown name `text`."""
    return f"name {clean_name(text).casefold()}" if owner is None else f"account {owner.pk}"


def _network(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""))


def _mailbox(address: str) -> str:
    """Return a canonical form of an address: `Ada+gin@Example.org` is the mailbox of Ada."""
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
        if not timedelta(0) <= age < timedelta(seconds=limit.seconds):  # expired, or the clock was set back
            tries.count, tries.since = 0, now()
        elif tries.count >= limit.times:
            raise TooFast(limit.seconds - age.total_seconds())
        tries.count += 1
        tries.save()
    return place


def _fingerprint(place: str) -> str:
    return hashlib.sha256(place.encode("utf-8", "surrogatepass")).hexdigest()
