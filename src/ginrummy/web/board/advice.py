"""Help for a player against a bot: undo, hints, and the coach's opinion of a discard or a knock."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from ginrummy.coach.hints import advice_text, quick_hint
from ginrummy.game.moves import MoveKind, parse_move
from ginrummy.game.view import View, view_of
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number
from ginrummy.players.candidate_actions import best_closing
from ginrummy.players.player import is_showdown
from ginrummy.text.json import write_view
from ginrummy.web.board.board import Board
from ginrummy.web.bots import hint_requests
from ginrummy.web.http.error_pages import board_refusal_response
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import service
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.seat_lookup import require_seat
from ginrummy.web.tables.table_state import TableState, current_state

NO_ADVICE: Final[dict[str, Any]] = {
    "advice": "",
    "advised": "",
    "is_awaited": False,
    "about": "",
    "knock_asked": "",
    "own_view": "",
}


def help_context(request: HttpRequest, table: Table, board: Board, state: TableState) -> dict[str, Any]:
    """Return the template context of undo and hint. A hint stays until the next event of the table."""
    if not service.may_use_help(table, board.seat):
        return {"may_hint": False, "undo": "", **NO_ADVICE}
    view = board.view
    is_asked = view.is_my_turn and request.GET.get("hint") == str(board.number)
    about, is_own = request.GET.get("about", ""), "own" in request.GET
    return {
        "may_hint": view.is_my_turn and not board.is_over,
        "undo": _undo_label(view) if state.may_undo(board.seat) else "",
        **(hint_context(table, board, about, is_own=is_own) if is_asked else NO_ADVICE),
    }


def _undo_label(view: View) -> str:
    """Return the label of the undo button."""
    return _("Put the card back") if view.events[-1].kind is MoveKind.TAKE else _("Take it back")


def hint_context(table: Table, board: Board, about: str, *, is_own: bool) -> dict[str, Any]:
    """Return the context of the coach's hint, or of the quick hint until a bot worker has computed it.

    If `is_own`, the browser may compute the hint itself and receives the view of its seat.
    """
    view = board.view
    if is_showdown(view):
        return quick_hint_context(view)
    asked = requested_move(view, about)
    thought = hint_requests.request_hint(table, board.seat, board.number, asked, is_own=is_own)
    is_awaited = hint_requests.is_pending(thought)
    if thought.answer:
        told: dict[str, Any] = {"advice": thought.answer, "advised": thought.move}
    else:
        told = {"advice": "", "advised": ""} if asked and is_awaited else quick_hint_context(view)
        if is_awaited:
            told["advice"] = " ".join(filter(None, [told["advice"], _("Thinking it over…")]))
    told |= {"is_awaited": is_awaited, "about": asked}
    told |= {"own_view": write_view(view) if is_own and is_awaited else ""}
    return NO_ADVICE | told | {"knock_asked": knock_to_suggest(view, told["advised"], asked)}


def quick_hint_context(view: View) -> dict[str, Any]:
    """Return the context of the quick hint."""
    found = quick_hint(view)
    return NO_ADVICE | {"advice": advice_text(found), "advised": str(found.move)}


def requested_move(view: View, text: str) -> str:
    """Return the discard or knock that `text` names, empty if it is not legal."""
    try:
        move = parse_move(text)
    except GinRummyError:
        return ""
    can_be_asked = move.kind in (MoveKind.DISCARD, MoveKind.KNOCK) and view.refusal(move) is None
    return str(move) if can_be_asked else ""


def knock_to_suggest(view: View, advised: str, question: str) -> str:
    """Return the best knock if another move is advised, empty if the player has asked about it already."""
    closing = best_closing(view)
    is_open = closing is not None and closing.kind is MoveKind.KNOCK and bool(advised)
    if not is_open or parse_move(advised).kind is not MoveKind.DISCARD or question == str(closing):
        return ""
    return str(closing)


@require_POST
@limit_posts("hint", MOVE)
def store_browser_hint(request: HttpRequest, key: str) -> HttpResponse:
    """Store the hint that the browser of a seat has computed for itself."""
    try:
        table, seat = require_seat(key, visitor(request))
    except GinRummyError as error:
        return board_refusal_response(request, error)
    state = current_state(table)
    if state.match is None or not service.may_use_help(table, seat):
        return HttpResponse(status=409)
    told = {name: request.POST.get(name, "") for name in ("move", "answer")}
    view, number = view_of(state.match, seat), parse_number(request.POST.get("number", ""))
    is_kept = number == state.number and hint_requests.store_hint(
        table, seat, view, state.number, request.POST.get("about", ""), **told
    )
    return HttpResponse(status=204 if is_kept else 409)
