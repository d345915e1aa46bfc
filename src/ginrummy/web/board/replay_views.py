"""Views of the permanent page of a finished match, of its review and of its record file."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from ginrummy.game.match import Match
from ginrummy.locale import _, language
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.registry import can_search
from ginrummy.web.board.board import seat_names
from ginrummy.web.board.record_file import match_record_text
from ginrummy.web.board.replay import build_replay_page, match_end_context, parse_replay_moment
from ginrummy.web.bots import review_requests
from ginrummy.web.http.error_pages import refusal_page
from ginrummy.web.http.limits import REVIEW, limit_posts
from ginrummy.web.http.middleware import POLICY
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state


def finished_match(key: str) -> tuple[Table, Match]:
    """Return the table `key` and its match. Raise `NoTable`, or `Stale` if the match is not over."""
    table = service.find_table(key)
    match = current_state(table).match
    if table.status != Status.OVER or match is None:
        raise Stale(_("the match is not over"))
    return table, match


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Send the record of a finished match as a file."""
    try:
        table, _match = finished_match(key)
    except GinRummyError as error:
        return refusal_page(request, error)
    response = HttpResponse(match_record_text(table), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ginrummy-{table.key}.gin"'
    return response


@require_safe
def match_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the permanent page of a finished match at the moment of the query string."""
    try:
        table, match = finished_match(key)
    except GinRummyError as error:
        return refusal_page(request, error)
    replay = build_replay_page(table, match, parse_replay_moment(request.GET, match))
    context: dict[str, Any] = {"replay": replay, "match": match} | match_end_context(table, seat=None)
    context |= {"address": request.build_absolute_uri(reverse("game", args=(key,)))}
    context |= {"is_at_table": service.seat_number(table, visitor(request)) is not None}
    context |= {"reviews_at_once": _reviews_at_once()}
    return render(request, "board/game.html", context)


def _reviews_at_once() -> bool:
    """Return whether the server makes the review itself, so that the visitor has no other choice."""
    return settings.HAS_REVIEWS and can_search() and not settings.OFFLINE_MEGABYTES


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
        review_requests.request_review(table, seat_names(table))
        return redirect("review", key)
    found = review_requests.find_review(table)
    if found is not None and found.page is not None:
        return HttpResponse(review_requests.page_of(found), headers={"Content-Security-Policy": PAGE_POLICY})
    if found is not None:
        review_requests.record_waiting_page(found)
    context = {"table": table, "names": seat_names(table), "found": found, "can_review": can_search()}
    response = render(request, "board/review.html", context | {"own": _own_request(table)})
    if settings.OFFLINE_MEGABYTES:
        response.headers["Content-Security-Policy"] = OWN_POLICY
    return response


def _own_request(table: Table) -> dict[str, Any]:
    """Return what the browser needs for its own review besides the public record."""
    address = reverse("game", args=(table.key,))
    return {"title": table.title, "names": seat_names(table), "address": address, "language": language()}
