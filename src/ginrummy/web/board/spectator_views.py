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
from ginrummy.web.board.board import seat_names
from ginrummy.web.board.public_board import build_public_board, fully_visible_part
from ginrummy.web.board.replay import build_replay_page, parse_replay_moment
from ginrummy.web.http.error_pages import (
    board_refusal_response,
    has_live_updates,
    refusal_page,
    show_refusals,
)
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service, spectators
from ginrummy.web.tables.errors import NotYours, Stale
from ginrummy.web.tables.models import SpectatorPermission, Status, Table
from ginrummy.web.tables.table_state import current_state


def spectator_page(request: HttpRequest, table: Table, *, part: bool = False) -> HttpResponse:
    """Render the page of `table`, or its changing `part`, for a visitor without a seat."""
    if table.status == Status.OVER:
        there = reverse("game", args=(table.key,))
        return HttpResponse(headers={"HX-Redirect": there}) if part else redirect(there)
    try:
        _refuse_unwatched(table, SpectatorPermission.PUBLIC)
    except NotYours as error:
        return (
            board_refusal_response(request, error)
            if part
            else refusal_page(request, error, signs_in=_may_sign_in(request))
        )
    return render(request, "board/watched.html" if part else "board/watch.html", _context(table))


def _may_sign_in(request: HttpRequest) -> bool:
    """Return whether the visitor may be a player who is signed out."""
    person = visitor(request)
    return settings.HAS_OTHERS and (person is None or person.user_id is None)


def _refuse_unwatched(table: Table, permission: SpectatorPermission) -> None:
    """Raise `NotYours` unless both players allow spectators as much as `permission`."""
    found = spectators.spectator_permission(table)
    if found not in (permission, SpectatorPermission.LATER):
        raise NotYours(
            _("both seats are taken; the match can be seen once it is over, or when both players agree to it")
        )


def _context(table: Table) -> dict[str, Any]:
    state = current_state(table)
    assert state.match is not None
    board = build_public_board(table, state, state.match)
    is_open = (
        spectators.spectator_permission(table) == SpectatorPermission.LATER
        and fully_visible_part(state.match) is not None
    )
    return {
        "board": board,
        "table": table,
        "names": board.names,
        "watchers": spectators.count_spectators(table),
    } | {"hands_before": len(state.match.finished) if is_open else 0}


@require_safe
@show_refusals
def earlier_hands_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the earlier hands with all cards if both players allow it."""
    table = service.find_table(key)
    if table.status == Status.OVER:
        return redirect("game", key)
    _refuse_unwatched(table, SpectatorPermission.LATER)
    match = current_state(table).match
    earlier = None if match is None else fully_visible_part(match)
    if earlier is None:
        raise Stale(_("no hand is over yet"))
    last = {"hand": str(len(earlier.games))}
    names, now = seat_names(table), parse_replay_moment(last | request.GET.dict(), earlier)
    replay = build_replay_page(earlier, now, names)
    context = {"replay": replay, "match": earlier, "table": table, "names": names}
    return render(request, "board/hands.html", context)


@require_POST
@limit_posts("move", MOVE)
def set_spectator_permission(request: HttpRequest, key: str) -> HttpResponse:
    """Set what this player allows spectators to see."""
    try:
        spectators.store_spectator_permission(key, visitor(request), request.POST.get("watching", ""))
    except GinRummyError as error:
        return board_refusal_response(request, error)
    return HttpResponse(status=204) if has_live_updates(request) else redirect("table", key)
