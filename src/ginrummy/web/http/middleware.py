"""Middleware: security headers, refused bytes, short refusals, preferences, database outages."""

from __future__ import annotations

import logging
from codecs import lookup
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.backends.utils import csrf_input
from django.utils.functional import SimpleLazyObject

from ginrummy.locale import _
from ginrummy.web.http.error_pages import error_page


def context(request: HttpRequest) -> dict[str, Any]:
    """Return `csrf_input`, created on demand and only once per page, in place of Django's."""
    return {"csrf_input": SimpleLazyObject(partial(csrf_input, request))}


class Middleware:
    """Base of middleware, which passes the request on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        return self._get_response(request)


POLICY = "; ".join((
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
))  # fmt: skip
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"


class HeadersMiddleware(Middleware):
    """Middleware that adds the headers. Pages are personal, so caches must not store them."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response with its headers."""
        response = self._get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if isinstance(response, HttpResponse):
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


_RETRY_SECONDS = "2"
_log = logging.getLogger(__name__)


class OutageMiddleware(Middleware):
    """Middleware that answers a database outage with status 503."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a database outage, or `None` for other errors."""
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        _log.warning("the database does not answer: %s", error)
        told = _("The stored tables cannot be reached just now. Your match is safe; try again in a moment.")
        response = error_page(request, told, status=503, title=_("One moment"))
        response.headers["Retry-After"] = _RETRY_SECONDS
        return response


SESSION_PERSON: Final = "person"
"""Key of a person's key in the signed session cookie."""
PREFERENCES: Final = "ginrummy_preferences"
_A_YEAR: Final = 365 * 24 * 3600


def cookie_preferences(request: HttpRequest) -> dict[str, str]:
    """Return the unvalidated values of the browser's cookie."""
    return dict(parse_qsl(request.COOKIES.get(PREFERENCES, "")))


def set_preferences_cookie(values: dict[str, str], response: HttpResponseBase, *, secure: bool) -> None:
    """Store `values` in the browser's cookie."""
    text = urlencode(values)
    response.set_cookie(
        PREFERENCES, text, max_age=_A_YEAR, path=settings.SESSION_COOKIE_PATH, httponly=True, samesite="Lax",
        secure=secure,
    )  # fmt: skip


class ShortRefusalsMiddleware(Middleware):
    """Middleware that answers 405, and in a window also 429, with a page in place of nothing or of a line."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        response = self._get_response(request)
        if not isinstance(response, HttpResponse):
            return response
        if response.status_code == 405 and not response.content:
            page = error_page(request, _("Only a button leads here: begin on the home page."), status=405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        is_window = request.headers.get("Sec-Fetch-Mode") == "navigate"
        if is_window and response.status_code == 429 and "text/plain" in response.headers["Content-Type"]:
            page = error_page(request, response.content.decode(), status=429)
            page.headers["Retry-After"] = response.headers["Retry-After"]
            return page
        return response


class ReadableTextMiddleware(Middleware):
    """Middleware that answers 400 to a zero byte in a form or a query string, and to a form not in UTF-8."""

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Raise `BadRequest` for such a request. The API routes validate JSON themselves.

        Python knows encodings that are no text, and some with surrogates, which no database stores.
        """
        if request.encoding is not None and lookup(request.encoding).name != "utf-8":
            raise BadRequest("not UTF-8")
        for values in (request.GET, request.POST):
            if any("\0" in text for texts in values.lists() for text in (texts[0], *texts[1])):
                raise BadRequest("a zero byte")
