"""Middleware that turns HTML errors under /api/ into JSON."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from ginrummy.web.api.errors import OF_STATUS, refusal, status_text
from ginrummy.web.http.headers import GetResponse

ROOT: Final = "/api/"
_KEPT: Final = ("Allow", "Retry-After")


class JsonErrors:
    """Answers API clients in JSON, whatever error occurs before a route is reached."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        response = self._get_response(request)
        if not request.path_info.startswith(ROOT) or response.status_code < 400:
            return response
        if response.headers.get("Content-Type", "").startswith("application/json"):
            return response
        status = response.status_code
        plain = refusal(status, OF_STATUS.get(status, "broken"), status_text(status))
        for name in _KEPT:
            if name in response.headers:
                plain.headers[name] = response.headers[name]
        return plain
