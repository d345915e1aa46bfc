"""Error page for GET requests to URLs that accept only forms, from typing or bookmarks."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponse, HttpResponseBase

from ginrummy.locale import _
from ginrummy.web.http.error_pages import failure
from ginrummy.web.http.headers import GetResponse


class WrongMethod:
    """Middleware that replaces Django's empty response 405 by a page."""

    def __init__(self, get_response: GetResponse) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response."""
        response = self._get_response(request)
        if response.status_code != 405 or not isinstance(response, HttpResponse) or response.content:
            return response
        page = failure(request, _("Only a button leads here: begin on the first page."), status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
