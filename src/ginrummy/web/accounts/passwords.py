"""Passwords: normalisation, validation, authentication, change.

Limits are counted in the database across all processes. A household with a whole /64 of IPv6 counts as one
network. Attempts on an account are counted from all networks together. A browser in which the owner has
signed in before, and each session of the owner, has a counter of its own: strangers cannot lock the owner
out, not even from the same network.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import authenticate, login
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse

from ginrummy.locale import _
from ginrummy.web.accounts.models import Tries
from ginrummy.web.http.limits import Limit, TooFast, client_network, wait_text
from ginrummy.web.http.now import now
from ginrummy.web.people.current_visitor import browser_session, end_other_sessions, sign_in_browser
from ginrummy.web.people.models import Person
from ginrummy.web.people.names import clean_name, find_account_by_name

COOKIE: Final = "ginrummy_known"
_A_YEAR: Final = 365 * 24 * 3600
_MOST_ACCOUNTS: Final = 5
_BYTES: Final = 12
_signer: Final = Signer(salt="ginrummy known browser", sep="~")


def known_browser_id(request: HttpRequest, owner: Person) -> str:
    """Return the id of this browser for `owner`, or nothing for an unknown browser."""
    name, owners = _read_cookie(request)
    return f"{name} {owner.pk}" if str(owner.pk) in owners else ""


def is_known_browser(request: HttpRequest) -> bool:
    """Return whether the owner of any account has signed in before in this browser."""
    return _read_cookie(request) != ("", [])


def mark_browser_known(request: HttpRequest, response: HttpResponse, owner: Person) -> HttpResponse:
    """Return `response` with a cookie that marks this browser as one of `owner`."""
    name, owners = _read_cookie(request)
    others = [number for number in owners if number != str(owner.pk)]
    kept = [str(owner.pk), *others][:_MOST_ACCOUNTS]
    value = _signer.sign(".".join([name or secrets.token_hex(_BYTES), *kept]))
    secure = request.is_secure()
    response.set_cookie(
        COOKIE, value, max_age=_A_YEAR, path=settings.SESSION_COOKIE_PATH, httponly=True, samesite="Lax",
        secure=secure,
    )  # fmt: skip
    return response


def _read_cookie(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the id of the browser and its owners from the cookie."""
    try:
        name, *owners = _signer.unsign(request.COOKIES.get(COOKIE, "")).split(".")
    except BadSignature:
        return "", []
    return name, owners


PER_NETWORK: Final = Limit(10, 60)
PER_ACCOUNT: Final = Limit(20, 900)
LINKS: Final = Limit(3, 3600)
"""Password-reset links for one account."""
CONFIRMATIONS: Final = Limit(3, 3600)
"""Confirmation e-mails for one account. One network may request three times as many."""
TO_AN_ADDRESS: Final = Limit(3, 24 * 3600)
"""Confirmation e-mails to one unconfirmed address."""


def count_network_attempt(request: HttpRequest) -> str:
    """Count an attempt from the client's network and return its counter. Raise `TooFast` over the limit."""
    return _count(f"network {_network(request)}", PER_NETWORK)


def count_sign_in_attempt(request: HttpRequest, text: str) -> tuple[Person | None, tuple[str, ...]]:
    """Return the account `text` and the counters of this attempt. Raise `TooFast` over the limit.

    A network over its limit causes no lookup of a name, unless some owner has used the browser.
    """
    network = "" if is_known_browser(request) else count_network_attempt(request)
    owner = find_account_by_name(text)
    browser = "" if owner is None else known_browser_id(request, owner)
    if browser:
        return owner, (_count(f"browser {browser}", PER_ACCOUNT),)
    return owner, (network or count_network_attempt(request), _count(_account(owner, text), PER_ACCOUNT))


def count_signed_in_attempt(request: HttpRequest) -> tuple[str, ...]:
    """Count an attempt by a signed-in user and return its counters. Raise `TooFast` over the limit."""
    session = browser_session(request)
    return (_count(f"session {session.pk if session else 0}", PER_ACCOUNT),)


def count_reset_link(request: HttpRequest, owner: Person | None, name: str) -> bool:
    """Count a request for a password-reset link. Return whether to send one.

    An unknown name has the same limit. Raise `TooFast` where the network is over its limit.
    """
    if owner is None or not known_browser_id(request, owner):
        _count(f"links from {_network(request)}", PER_NETWORK)
    return _is_allowed(f"link to {_account(owner, name)}", LINKS)


def admit_confirmation_request(request: HttpRequest, person: Person, address: str) -> bool:
    """Count a request to confirm `address`. Return whether to send an e-mail.

    An address has a limit over all requests. Raise `TooFast` where `person` or the network is over its limit.
    """
    _count(f"confirmation by {person.pk}", CONFIRMATIONS)
    times, seconds = 3 * CONFIRMATIONS.times, CONFIRMATIONS.seconds
    _count(f"confirmation from {_network(request)}", Limit(times, seconds))
    return _is_allowed(f"confirmation to {_mailbox(address)}", TO_AN_ADDRESS)


def too_many_attempts_message(error: TooFast) -> str:
    """Return the message for too many attempts, with the time to wait."""
    return " ".join((_("Too many tries."), wait_text(error.seconds)))


def revert_attempt_count(counters: Iterable[str]) -> None:
    """Take back the attempt at `counters`, because the password was right."""
    found = [_fingerprint(place) for place in counters]
    Tries.objects.filter(place__in=found, count__gt=0).update(count=F("count") - 1)


def _account(owner: Person | None, text: str) -> str:
    """Return the counter of the account of `owner`, or of the unknown name `text`."""
    return f"name {clean_name(text).casefold()}" if owner is None else f"account {owner.pk}"


def _network(request: HttpRequest) -> str:
    return client_network(request.META.get("REMOTE_ADDR", ""))


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


_LONGEST_PREPARED: Final = 1000
"""Longer passwords are not normalised: composing 60 KB of accents takes seconds."""


def normalise_password(text: str) -> str:
    """Return the password `text` as it is hashed, however the keyboard composes (RFC 8265, OpaqueString).

    >>> normalise_password("e\u0301t\u00a0e\u0301") == "\u00e9t \u00e9"
    True
    """
    if len(text) > _LONGEST_PREPARED:
        return text
    spaced = (" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return unicodedata.normalize("NFC", "".join(spaced))


def password_weaknesses(password: str, user: User) -> list[str]:
    """Return the reasons why `password` is too weak for `user`, if any."""
    try:
        validate_password(normalise_password(password), user)
    except ValidationError as error:
        return list(error.messages)
    return []


def authenticate_account(request: HttpRequest, name: str, password: str) -> tuple[Person, User] | None:
    """Return the account `name` where `password` is right. Raise `TooFast` over the limit."""
    owner, places = count_sign_in_attempt(request, name)
    username = name if owner is None or owner.user is None else owner.user.username
    tried = (authenticate(request, username=username, password=one) for one in _spellings(password))
    user = next((one for one in tried if isinstance(one, User)), None)
    if owner is None or user is None:
        return None
    revert_attempt_count(places)
    return owner, user


def is_password_correct(user: User, password: str) -> bool:
    """Return whether `password` is the password of `user`.

    Unlike `user.check_password`, this renews no outdated hash: a new hash would end all sessions.
    """
    return any(check_password(one, user.password) for one in _spellings(password))


def _spellings(text: str) -> dict[str, None]:
    """Return the forms of `text` to try: older passwords were hashed without normalisation."""
    typed = text if len(text) > _LONGEST_PREPARED else unicodedata.normalize("NFD", text)
    return dict.fromkeys((normalise_password(text), text, typed))


def change_password(request: HttpRequest, person: Person, user: User, password: str) -> None:
    """Set a new password, revoke all tokens, and end the sessions of every other browser."""
    with transaction.atomic():
        user.set_password(normalise_password(password))
        user.save(update_fields=["password"])
        person.tokens.all().delete()
        sign_in_to_account(request, user, person)
        end_other_sessions(request, person)


def sign_in_to_account(request: HttpRequest, user: User, person: Person) -> None:
    """Sign this browser in to an account, and end its earlier session."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    sign_in_browser(request, person)
