"""Names of our cookies, and storage of a browser's preferences in one of them."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

SESSION_PERSON: Final = "person"
"""Key of a person's key in the signed session cookie."""
PREFERENCES: Final = "ginrummy_preferences"
_A_YEAR: Final = 365 * 24 * 3600


def kept_preferences(request: HttpRequest) -> dict[str, str]:
    """Return the unvalidated values of the browser's cookie."""
    return dict(parse_qsl(request.COOKIES.get(PREFERENCES, "")))


def keep_preferences(values: dict[str, str], response: HttpResponseBase, *, secure: bool) -> None:
    """Store `values` in the browser's cookie."""
    text = urlencode(values)
    response.set_cookie(
        PREFERENCES, text, max_age=_A_YEAR, path=settings.SESSION_COOKIE_PATH, httponly=True, samesite="Lax",
        secure=secure,
    )  # fmt: skip
