"""View that sends a phrase."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.web.chat.phrases import say_phrase
from ginrummy.web.http.error_pages import is_live, refused_in_place
from ginrummy.web.http.limits import PHRASE, hold_back
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables.errors import NotYours
from ginrummy.web.tables.seat_lookup import require_seat


@require_POST
def phrase(request: HttpRequest, key: str) -> HttpResponse:
    """Send one of the phrases at a table."""
    person = visitor(request)
    try:
        if person is None:
            raise NotYours(_("you have no seat at this table"))
        table, seat = require_seat(key, person)
        hold_back("phrase", person.key, PHRASE)
        say_phrase(table, seat, request.POST.get("phrase", ""))
    except GinRummyError as error:
        return refused_in_place(request, error)
    return HttpResponse(status=204) if is_live(request) else redirect("table", key)
