"""Requests that nobody can read: a text with a zero byte, which PostgreSQL keeps in no column."""

from __future__ import annotations

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.web.http.headers import GetResponse


class Unreadable:
    """Refuses with 400 what has a zero byte in a form or in the query of an address."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Raise `BadRequest` for such a request; what programs send in JSON, their routes check."""
        for values in (request.GET, request.POST):
            if any("\0" in text for texts in values.lists() for text in (texts[0], *texts[1])):
                raise BadRequest("a zero byte")
