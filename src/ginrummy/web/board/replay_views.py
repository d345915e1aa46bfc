"""Views of the permanent page of a finished match and of its record file."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from ginrummy.game.match import Match
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.registry import can_search
from ginrummy.web.board.record_file import record_of
from ginrummy.web.board.replay import match_end, moment_of, replay_of
from ginrummy.web.http.error_pages import refusal_page
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import state_of


def finished_match(key: str) -> tuple[Table, Match]:
    """Return the table `key` and its match. Raise `NoTable`, or `Stale` if the match is not over."""
    table = service.find(key)
    match = state_of(table).match
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
    response = HttpResponse(record_of(table), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ginrummy-{table.key}.gin"'
    return response


@require_safe
def game(request: HttpRequest, key: str) -> HttpResponse:
    """Render the permanent page of a finished match at the moment of the query string."""
    try:
        table, match = finished_match(key)
    except GinRummyError as error:
        return refusal_page(request, error)
    replay = replay_of(table, match, moment_of(request.GET, match))
    context: dict[str, Any] = {"replay": replay, "match": match} | match_end(table, seat=None)
    context |= {"address": request.build_absolute_uri(reverse("game", args=(key,)))}
    context |= {"is_at_table": service.seat_of(table, visitor(request)) is not None}
    context |= {"reviews_at_once": _reviews_at_once()}
    return render(request, "board/game.html", context)


def _reviews_at_once() -> bool:
    """Return whether the server makes the review itself, so that the visitor has no other choice."""
    return settings.HAS_REVIEWS and can_search() and not settings.OFFLINE_MEGABYTES
