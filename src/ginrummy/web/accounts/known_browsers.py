"""Browsers in which the owner of an account has signed in before, recognised by a signed cookie."""

from __future__ import annotations

import secrets
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse

from ginrummy.web.people.models import Person

COOKIE: Final = "ginrummy_known"
_A_YEAR: Final = 365 * 24 * 3600
_MOST_ACCOUNTS: Final = 5
_BYTES: Final = 12
_signer: Final = Signer(salt="ginrummy known browser", sep="~")


def known_browser(request: HttpRequest, owner: Person) -> str:
    """Return the id of this browser for `owner`, or nothing for an unknown browser."""
    name, owners = _told(request)
    return f"{name} {owner.pk}" if str(owner.pk) in owners else ""


def is_known(request: HttpRequest) -> bool:
    """Return whether the owner of any account has signed in before in this browser."""
    return _told(request) != ("", [])


def know(request: HttpRequest, response: HttpResponse, owner: Person) -> HttpResponse:
    """Return `response` with a cookie that marks this browser as one of `owner`."""
    name, owners = _told(request)
    others = [number for number in owners if number != str(owner.pk)]
    kept = [str(owner.pk), *others][:_MOST_ACCOUNTS]
    value = _signer.sign(".".join([name or secrets.token_hex(_BYTES), *kept]))
    secure = request.is_secure()
    response.set_cookie(
        COOKIE, value, max_age=_A_YEAR, path=settings.SESSION_COOKIE_PATH, httponly=True, samesite="Lax",
        secure=secure,
    )  # fmt: skip
    return response


def _told(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the id of the browser and its owners from the cookie."""
    try:
        name, *owners = _signer.unsign(request.COOKIES.get(COOKIE, "")).split(".")
    except BadSignature:
        return "", []
    return name, owners
