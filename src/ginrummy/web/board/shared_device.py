"""Two people on one device: a tap shows the hand of the player to move, and only that hand.

A response contains the view of one seat or the public view, never two hands.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from ginrummy.locale import _
from ginrummy.locale.numbers import parse_number
from ginrummy.rules.types import SEATS, Seat
from ginrummy.web.board.public_board import build_public_board
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.errors import NotYours, OutOfTurn
from ginrummy.web.tables.models import Table
from ginrummy.web.tables.table_state import NEXT, TableState, current_state


def is_shared_by(table: Table, person: Person | None) -> bool:
    """Return whether both seats of `table` belong to the device of `person`."""
    return person is not None and table.shared_by_id == person.pk


def visible_seat(request: HttpRequest, state: TableState) -> Seat | None:
    """Return the seat in the query string if its hand may be shown now, `None` to hide both hands."""
    if state.is_over:
        return SEATS[0]
    told = _seat_in(request.GET.get("seat", ""))
    return told if told in state.awaited and not state.is_between_hands else None


def _seat_in(text: str) -> Seat | None:
    """Parse the seat of a query string or form, `None` for none."""
    number = parse_number(text)
    return None if number is None or number not in SEATS else Seat(number)


def seat_url(table: Table, seat: Seat | None) -> str:
    """Return the URL of `table` that shows the hand of `seat`, or neither hand for `None`."""
    there = reverse("table", args=(table.key,))
    return there if seat is None else f"{there}?seat={seat}"


def pass_device_page(request: HttpRequest, table: Table) -> HttpResponse:
    """Render the page between two turns: the public view, and who takes the device next."""
    state = current_state(table)
    assert state.match is not None
    board = build_public_board(table, state, state.match)
    turn = None if state.is_between_hands else min(state.awaited)
    context: dict[str, Any] = {"board": board, "table": table, "names": board.names, "turn": turn}
    context["there"] = seat_url(table, turn)
    return render(request, "board/pass_on.html", context)


@show_refusals
def submit_move_for_seat(request: HttpRequest, table: Table, number: int, move: str) -> HttpResponse:
    """Submit `move` for the seat in the form, or readiness for both.

    Then hide the hand unless its turn continues.
    """
    state = current_state(table)
    if move == NEXT:
        _both_ready(table, state)
        return redirect(seat_url(table, None))
    seat = _seat_in(request.POST.get("seat", ""))
    people = {one.number: one.person for one in table.taken}
    if seat is None or people.get(seat) is None:
        raise NotYours(_("you have no seat at this table"))
    table = service.submit_event_text(table.key, people[seat], number, move)
    after = current_state(table)
    stays = seat in after.awaited and not after.is_between_hands
    return redirect(seat_url(table, seat if stays else None))


def _both_ready(table: Table, state: TableState) -> None:
    """Submit readiness for each seat that lacks it. Raise `OutOfTurn` within a hand."""
    if not state.is_between_hands:
        raise OutOfTurn(_("the hand is not over"))
    for seat in table.taken:
        if seat.number in state.awaited:
            table = service.submit_event_text(table.key, seat.person, table.number, NEXT)
