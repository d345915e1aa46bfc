"""Views for spectators: the public view of the table, and the earlier hands with all cards."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.board.board import names_of
from ginrummy.web.board.public_board import open_part, public_board_of
from ginrummy.web.board.replay import moment_of, replay_of
from ginrummy.web.http.error_pages import is_live, refusal_at_board, refusal_page
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service, spectators
from ginrummy.web.tables.errors import NotYours, Stale
from ginrummy.web.tables.models import Status, Table, Watching
from ginrummy.web.tables.table_state import state_of


def spectator_page(request: HttpRequest, table: Table, *, part: bool = False) -> HttpResponse:
    """Render the page of `table`, or its changing `part`, for a visitor without a seat."""
    if table.status == Status.OVER:
        there = reverse("game", args=(table.key,))
        return HttpResponse(headers={"HX-Redirect": there}) if part else redirect(there)
    try:
        _refuse_unwatched(table, Watching.PUBLIC)
    except NotYours as error:
        return (
            refusal_at_board(request, error)
            if part
            else refusal_page(request, error, signs_in=_may_sign_in(request))
        )
    return render(request, "board/watched.html" if part else "board/watch.html", _context(table))


def _may_sign_in(request: HttpRequest) -> bool:
    """Return whether the visitor may be a player who is signed out."""
    person = visitor(request)
    return settings.HAS_OTHERS and (person is None or person.user_id is None)


def _refuse_unwatched(table: Table, wish: Watching) -> None:
    """Raise `NotYours` unless both players allow spectators as much as `wish`."""
    found = spectators.spectator_permission(table)
    if found not in (wish, Watching.LATER):
        raise NotYours(
            _("both seats are taken; the match can be seen once it is over, or when both players agree to it")
        )


def _context(table: Table) -> dict[str, Any]:
    state = state_of(table)
    assert state.match is not None
    board = public_board_of(table, state, state.match)
    is_open = spectators.spectator_permission(table) == Watching.LATER and open_part(state.match) is not None
    return {
        "board": board,
        "table": table,
        "names": board.names,
        "watchers": spectators.count_spectators(table),
    } | {"hands_before": len(state.match.finished) if is_open else 0}


@require_safe
def hands(request: HttpRequest, key: str) -> HttpResponse:
    """Render the earlier hands with all cards if both players allow it."""
    try:
        table = service.find(key)
        if table.status == Status.OVER:
            return redirect("game", key)
        _refuse_unwatched(table, Watching.LATER)
        match = state_of(table).match
        earlier = None if match is None else open_part(match)
        if earlier is None:
            raise Stale(_("no hand is over yet"))
    except GinRummyError as error:
        return refusal_page(request, error)
    last = {"hand": str(len(earlier.games))}
    replay = replay_of(table, earlier, moment_of(last | request.GET.dict(), earlier))
    context = {"replay": replay, "match": earlier, "table": table, "names": names_of(table)}
    return render(request, "board/hands.html", context)


@require_POST
@limit_posts("move", MOVE)
def allow(request: HttpRequest, key: str) -> HttpResponse:
    """Set what this player allows spectators to see."""
    try:
        spectators.allow(key, visitor(request), request.POST.get("watching", ""))
    except GinRummyError as error:
        return refusal_at_board(request, error)
    return HttpResponse(status=204) if is_live(request) else redirect("table", key)
