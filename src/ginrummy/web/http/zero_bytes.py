"""Rejection of requests with a zero byte, which PostgreSQL cannot store in text columns."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.web.http.headers import GetResponse


class Unreadable:
    """Middleware that answers 400 to a zero byte in a form or a query string."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Raise `BadRequest` for such a request. The API routes validate JSON themselves."""
        for values in (request.GET, request.POST):
            if any("\0" in text for texts in values.lists() for text in (texts[0], *texts[1])):
                raise BadRequest("a zero byte")
