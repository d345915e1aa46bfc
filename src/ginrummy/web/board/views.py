"""Views of a table: the board of a seat, its actions, the end of a match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.locale.numbers import parse_number
from ginrummy.rules.types import Seat, other_seat
from ginrummy.text.rulebook.advice import usual_game_name
from ginrummy.variants import load_variant
from ginrummy.web.board.advice import help_context
from ginrummy.web.board.board import Board, build_board, names_for_seat, seat_timing, time_control_rules
from ginrummy.web.board.join_page import invitation_context, sealed_cut_context
from ginrummy.web.board.replay import match_end_context
from ginrummy.web.board.shared_device import (
    is_shared_by,
    pass_device_page,
    seat_url,
    submit_move_for_seat,
    visible_seat,
)
from ginrummy.web.board.spectator_views import spectator_page
from ginrummy.web.chat.phrases import seat_chat
from ginrummy.web.http.error_pages import board_refusal_response, has_live_updates, show_refusals
from ginrummy.web.http.limits import MOVE, limit_posts
from ginrummy.web.learn.first_hand import GuideStep, guide_step_at_table
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.people.preferences import AT_TABLE, CHOICES, Preferences, request_preferences
from ginrummy.web.tables import service, spectators
from ginrummy.web.tables.clocks import parse_time_control
from ginrummy.web.tables.commitments import new_offer
from ginrummy.web.tables.errors import Stale
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.seat_lookup import find_seat, require_seat
from ginrummy.web.tables.table_state import current_state

_BEFORE_DEAL: Final = (Status.WAITING, Status.CUTTING)
BEGINNER_MATCHES: Final = 10
"""Finished matches after which a player who has not chosen is no longer asked before a hand ends."""


@require_safe
@show_refusals
def table_page(request: HttpRequest, key: str) -> HttpResponse:
    """Render the page of a table for the visitor: board, invitation, spectators' page or result."""
    table = service.find_table(key)
    person = visitor(request)
    seat = find_seat(table, person)
    if is_shared_by(table, person):
        seat = visible_seat(request, current_state(table))
        if seat is None:
            return pass_device_page(request, table)
    if seat is not None and table.status not in _BEFORE_DEAL:
        context = seat_context(request, table, seat) | {"choices": CHOICES, "at_table": AT_TABLE}
        context["of_people"] = has_no_bot(table) and table.shared_by_id is None
        context["is_slow"] = parse_time_control(table.pace).is_slow
        return render(request, "board/table.html", context)
    if table.status == Status.OVER:
        return redirect("game", key)
    if seat is not None and table.status == Status.CUTTING:
        return render(request, "board/cutting.html", sealed_cut_context(table, seat))
    if table.status != Status.WAITING:
        return spectator_page(request, table)
    return render(
        request,
        "board/waiting.html" if seat is not None else "board/join.html",
        invitation_context(request, table),
    )


@require_safe
def board_part(request: HttpRequest, key: str) -> HttpResponse:
    """Render the changing part of the page, for a seat or a spectator."""
    try:
        table = service.find_table(key)
        person = visitor(request)
        seat = find_seat(table, person)
        if is_shared_by(table, person):
            seat = visible_seat(request, current_state(table))
            if seat is None:
                return HttpResponse(headers={"HX-Redirect": seat_url(table, None)})
        elif table.status in _BEFORE_DEAL:
            require_seat(key, person)
            return HttpResponse(status=204)
    except GinRummyError as error:
        return board_refusal_response(request, error)
    if seat is None:
        return spectator_page(request, table, part=True)
    return render(request, "board/board.html", seat_context(request, table, seat))


@require_POST
@limit_posts("move", MOVE)
def submit_event_form(request: HttpRequest, key: str) -> HttpResponse:
    """Submit a move, readiness or resignation. The form has the number of the event it answers."""
    person = visitor(request)
    number = parse_number(request.POST.get("number", ""))
    try:
        if number is None:
            raise Stale(_("the move does not say which position it answers"))
        move = request.POST.get("move", "")
        if not has_live_updates(request) and is_shared_by(shared := service.find_table(key), person):
            return submit_move_for_seat(request, shared, number, move)
        table = service.submit_event_text(key, person, number, move, bot_pause=bot_pause(request))
    except GinRummyError as error:
        return board_refusal_response(request, error, key=key)
    if not has_live_updates(request) or table.shared_by_id is not None:
        return redirect("table", key)
    seat = find_seat(table, person)
    assert seat is not None
    return render(request, "board/board.html", seat_context(request, table, seat))


def has_no_bot(table: Table) -> bool:
    """Return whether no bot plays at `table`. A free seat counts as a person's."""
    return all(seat.person_id is not None for seat in table.taken)


def asks_before_closing(preferences: Preferences, table: Table, board: Board, person: Person | None) -> bool:
    """Return whether the button that ends the hand asks first: against people, by default for beginners."""
    if board.bar.closing is None or person is None or not has_no_bot(table):
        return False
    if preferences.confirm:
        return preferences.confirm == "on"
    return person.seats.filter(table__status=Status.OVER)[:BEGINNER_MATCHES].count() < BEGINNER_MATCHES


def add_guide_texts(board: Board, step: GuideStep | None) -> Board:
    """Return `board` with the texts of the guide, if a guided hand is in progress."""
    return board if step is None or board.is_over else replace(board, prompt=step.text)


def guide_context(step: GuideStep | None) -> dict[str, Any]:
    """Return the context of the guide: its step and proposed move. There are no hints during it."""
    if step is None:
        return {"step": None}
    target = load_variant(usual_game_name()).row.game_target
    return {"step": step, "advised": step.advised, "may_hint": False, "usual_target": target}


def bot_pause(request: HttpRequest) -> int:
    """Return the milliseconds a bot waits for this visitor: 0 without scripts, where nothing moves."""
    return request_preferences(request).bot_pause if has_live_updates(request) else 0


def spectator_menu_context(table: Table, seat: Seat, other: str) -> dict[str, Any]:
    """Return the spectator menu of `seat`, and whether the `other` player has asked for spectators."""
    wishes = {one.number: one.watching for one in table.taken if one.person_id is not None}
    theirs = wishes.get(other_seat(seat))
    asked = _("{name} would let others watch: see the menu.").format(name=other) if theirs else ""
    return {
        "watchers": spectators.count_spectators(table),
        "watching": wishes.get(seat, ""),
        "watching_theirs": theirs,
        "watching_asked": asked if not wishes.get(seat) else "",
    }


def next_arrangement(arrangement: str) -> str:
    """Return the sorting that follows `arrangement`. A manual one is followed by the first."""
    ways = ("melds", "rank", "suit")
    return ways[(ways.index(arrangement) + 1) % len(ways)] if arrangement in ways else ways[0]


def seat_context(request: HttpRequest, table: Table, seat: Seat) -> dict[str, Any]:
    """Return the context of the page of `seat`."""
    preferences = request_preferences(request)
    state = current_state(table)
    assert state.match is not None
    board: Board = build_board(table, state, state.match, seat, preferences.arrangement)
    step = guide_step_at_table(table, state.match, board.opponent)
    context: dict[str, Any] = {"board": add_guide_texts(board, step), "table": table, "names": board.names}
    context |= {"own_names": names_for_seat(table, seat)}
    context |= {"next_arrangement": next_arrangement(preferences.arrangement)}
    context |= {"cuts": state.cuts}
    context |= {"timing": seat_timing(table, state, seat, board.opponent)}
    context |= {"time_rules": time_control_rules(table.pace, of_people=has_no_bot(table))}
    context |= help_context(request, table, board, state) | guide_context(step)
    context |= {"asks": asks_before_closing(preferences, table, board, visitor(request))}
    context |= spectator_menu_context(table, seat, board.opponent)
    is_shared = table.shared_by_id is not None
    context |= {"is_shared": is_shared, "own_address": seat_url(table, seat if is_shared else None)}
    context |= {"chat": None if is_shared else seat_chat(table, seat), "thinks": table.bot_due is not None}
    if board.is_over:
        person = next(one.person for one in table.taken if one.number == seat)
        is_guest = person is not None and person.user_id is None
        context |= {"may_sign_up": settings.HAS_OTHERS and is_guest and not is_shared}
        context |= match_end_context(table, seat=seat) | {"offer": new_offer(), "cut": random_cut()}
    return context
