"""A finished match again: its record as a file, its hands step by step."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.match import Match
from ginrummy.web.pages.failures import refused
from ginrummy.web.tables import service
from ginrummy.web.tables.board import names_of
from ginrummy.web.tables.ends import EVERYTHING, record_of, step_of
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.refusals import Stale
from ginrummy.web.tables.standings import standing_of


def finished(key: str) -> tuple[Table, Match]:
    """Return the table `key` and its match; raises `NoTable`, or `Stale` while it is being played."""
    table = service.find(key)
    match = standing_of(table).match
    if table.status != Status.OVER or match is None:
        raise Stale(_("the match is not over"))
    return table, match


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Return the record of a finished match as a file."""
    try:
        table, _match = finished(key)
    except GinRummyError as error:
        return refused(request, error)
    response = HttpResponse(record_of(table), content_type="text/plain; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ginrummy-{table.key}.gin"'
    return response


@require_safe
def step(request: HttpRequest, key: str, hand: int, step: int) -> HttpResponse:
    """Return one moment of a finished match."""
    try:
        table, match = finished(key)
    except GinRummyError as error:
        return refused(request, error)
    eyes = request.GET.get("eyes", EVERYTHING)
    if not 1 <= hand <= len(match.games) or eyes not in (EVERYTHING, "0", "1"):
        raise Http404
    if step > len(match.games[hand - 1].plays):
        raise Http404
    context = {"now": step_of(table, match, hand=hand, step=step, eyes=eyes), "table": table}
    return render(request, "step.html", context | {"names": names_of(table), "key": table.key})
