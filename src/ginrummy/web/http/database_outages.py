"""Error page for a database that does not answer."""

from __future__ import annotations

import logging

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from ginrummy.locale import _
from ginrummy.web.http.error_pages import failure
from ginrummy.web.http.headers import GetResponse

_RETRY_SECONDS = "2"
_log = logging.getLogger(__name__)


class Outages:
    """Middleware that answers a database outage with status 503."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page for a database outage, or `None` for other errors."""
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        _log.warning("the database does not answer: %s", error)
        told = _("The server cannot reach its database just now. Your game is safe; try again in a moment.")
        response = failure(request, told, status=503, title=_("One moment"))
        response.headers["Retry-After"] = _RETRY_SECONDS
        return response
