"""Views of the review of a finished match: the request, the progress, and the result."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from ginrummy.locale import language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.registry import can_search
from ginrummy.web.board.board import names_of
from ginrummy.web.board.replay_views import finished_match
from ginrummy.web.bots import review_requests
from ginrummy.web.http.error_pages import refusal_page
from ginrummy.web.http.limits import REVIEW, limit_posts
from ginrummy.web.http.middleware import POLICY
from ginrummy.web.tables.models import Table

PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Content security policy of a review page, which contains its style and loads nothing."""

OWN_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
"""Policy of the page that the visitor's browser replaces by a review that it has computed itself."""


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("review", REVIEW)
def review(request: HttpRequest, key: str) -> HttpResponse:
    """Render the review of a finished match or its progress. A POST requests it."""
    try:
        table, _match = finished_match(key)
    except GinRummyError as error:
        return refusal_page(request, error)
    if request.method == "POST":
        review_requests.request_review(table, names_of(table))
        return redirect("review", key)
    found = review_requests.find_review(table)
    if found is not None and found.page is not None:
        return HttpResponse(review_requests.page_of(found), headers={"Content-Security-Policy": PAGE_POLICY})
    if found is not None:
        review_requests.record_waiting_page(found)
    context = {"table": table, "names": names_of(table), "found": found, "can_review": can_search()}
    response = render(request, "board/review.html", context | {"own": _own_request(table)})
    if settings.OFFLINE_MEGABYTES:
        response.headers["Content-Security-Policy"] = OWN_POLICY
    return response


def _own_request(table: Table) -> dict[str, Any]:
    """Return what the browser needs for its own review besides the public record."""
    address = reverse("game", args=(table.key,))
    return {"title": table.title, "names": names_of(table), "address": address, "language": language()}
