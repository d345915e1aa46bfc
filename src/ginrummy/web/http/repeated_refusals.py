"""Limit on clients that repeat a refused request."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.web.http.limits import REFUSED, TooFast, client_network, counter, too_fast_response
from ginrummy.web.http.middleware import Middleware

_PURPOSE: Final = "refused"


class RepeatedRefusalsMiddleware(Middleware):
    """Middleware that answers 429 to a client with too many errors at one address; no view is called."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        if request.method not in ("GET", "HEAD"):  # forms have limits of their own
            return self._get_response(request)
        asker = _asker_of(request)
        seconds = counter.seconds_left(_PURPOSE, asker, REFUSED)
        if seconds > 0:
            return too_fast_response(TooFast(seconds))
        response = self._get_response(request)
        if 400 <= response.status_code < 500 and response.status_code != 429:
            counter.count(_PURPOSE, asker, REFUSED)
        return response


def _asker_of(request: HttpRequest) -> str:
    """Return a digest of the network, the session, the token and the address.

    So a player at the same table and the same address is not slowed down by one who is signed out.
    """
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    network = client_network(request.META.get("REMOTE_ADDR", ""))
    return str(hash((network, session, request.headers.get("Authorization", ""), request.get_full_path())))
