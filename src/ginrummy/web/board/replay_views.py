"""Views of the permanent page of a finished match, of its review and of its record file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from ginrummy.game.match import Match
from ginrummy.game.pictures import hand_poster
from ginrummy.locale import _, language
from ginrummy.players.registry import can_search
from ginrummy.variants import nearest_preset, preset_of
from ginrummy.web.board.board import match_end_text, names_for_seat, seat_names
from ginrummy.web.board.record_file import match_record_text
from ginrummy.web.board.replay import (
    build_replay_page,
    hand_result_text,
    match_end_context,
    parse_replay_moment,
)
from ginrummy.web.board.review import build_review_panel, costliest_moment_query
from ginrummy.web.bots import review_requests
from ginrummy.web.bots.models import Analysis
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import REVIEW, limit_posts
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state


def finished_table_and_match(key: str) -> tuple[Table, Match]:
    """Return the table `key` and its match. Raise `NoTable`, or `Stale` if the match is not over."""
    table = service.find_table(key)
    match = current_state(table).match
    if table.status != Status.OVER or match is None:
        raise Stale(_("the match is not over"))
    return table, match


@require_safe
@show_refusals
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Send the record of a finished match as a file."""
    table, _match = finished_table_and_match(key)
    response = HttpResponse(match_record_text(table), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ginrummy-{table.key}.gin"'
    return response


@require_safe
@show_refusals
def hand_picture(request: HttpRequest, key: str, hand: int) -> HttpResponse:
    """Send the end of a hand of a finished match as a drawing, with all cards."""
    table, match = finished_table_and_match(key)
    if not 1 <= hand <= len(match.games):
        raise Http404
    names = seat_names(table)
    told = hand_result_text(match, hand, names) or _("Hand {number}").format(number=hand)
    drawing = hand_poster(match.games[hand - 1], names, told)
    return HttpResponse(drawing, content_type="image/svg+xml")


@require_safe
@show_refusals
def match_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the permanent page of a finished match at the moment of the query string."""
    table, match = finished_table_and_match(key)
    return render(request, "board/game.html", _match_context(request, table, match, request.GET.dict()))


def _match_context(
    request: HttpRequest,
    table: Table,
    match: Match,
    query: Mapping[str, str],
    parts: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the context of the page of a match at the moment of `query`, with the review in `parts`."""
    now, seat = parse_replay_moment(query, match), service.seat_number(table, visitor(request))
    context: dict[str, Any] = match_end_context(table, seat=seat)
    reader = None if table.shared_by_id else seat
    context |= {"replay": build_replay_page(match, now, context["names"], reader=reader)}
    context |= {"is_at_table": seat is not None, "is_preset": preset_of(table.variant) is not None}
    context |= {"puzzle_game": nearest_preset(table.variant)}
    context |= {"address": request.build_absolute_uri(reverse("game", args=(table.key,)))}
    context |= {"hand_told": hand_result_text(match, now.hand, context["names"]) if "hand" in query else ""}
    panel = build_review_panel(parts, now, context["names"], context["own_names"]) if parts else None
    outcome = "" if seat is None else match_end_text(context["state"], seat, context["names"][1 - seat])
    return context | {"review": panel, "pending": None, "outcome": outcome}


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("review", REVIEW)
@show_refusals
def review(request: HttpRequest, key: str) -> HttpResponse:
    """Render the review of a finished match or its progress. A POST requests it."""
    table, match = finished_table_and_match(key)
    if request.method == "POST":
        review_requests.request_review(table)
        return redirect("review", key)
    found = review_requests.find_review(table)
    if found is not None:
        return _reviewed_page(request, match, found)
    own_names = names_for_seat(table, service.seat_number(table, visitor(request)))
    context = {"table": table, "names": seat_names(table), "own_names": own_names, "can_review": can_search()}
    return render(request, "board/review.html", context | {"own": _own_request(table)})


def _reviewed_page(request: HttpRequest, match: Match, found: Analysis) -> HttpResponse:
    """Render the match with its review, from the costliest decision on; before that with the progress."""
    parts = review_requests.parts_of(found)
    if parts is None:
        review_requests.record_waiting_page(found)
    query = request.GET.dict() or (costliest_moment_query(parts) if parts else {})
    context = _match_context(request, found.table, match, query, parts)
    return render(request, "board/game.html", context | {"pending": found if parts is None else None})


def _own_request(table: Table) -> dict[str, Any]:
    """Return what the browser needs for its own review besides the public record."""
    address = reverse("game", args=(table.key,))
    return {"title": table.title, "names": seat_names(table), "address": address, "language": language()}
