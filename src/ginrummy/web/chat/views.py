"""View that sends a phrase."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.chat.phrases import send_phrase
from ginrummy.web.http.error_pages import board_refusal_response, has_live_updates
from ginrummy.web.http.limits import PHRASE, count_request
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables.errors import NotYours
from ginrummy.web.tables.seat_lookup import require_seat


@require_POST
def send_phrase_form(request: HttpRequest, key: str) -> HttpResponse:
    """Send one of the phrases at a table."""
    person = visitor(request)
    try:
        if person is None:
            raise NotYours(_("you have no seat at this table"))
        table, seat = require_seat(key, person)
        count_request("phrase", person.key, PHRASE)
        send_phrase(table, seat, request.POST.get("phrase", ""))
    except GinRummyError as error:
        return board_refusal_response(request, error)
    return HttpResponse(status=204) if has_live_updates(request) else redirect("table", key)
