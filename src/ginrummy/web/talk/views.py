"""Saying a phrase."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.web.config.limits import PHRASE, counter
from ginrummy.web.people.visitors import visitor
from ginrummy.web.tables.refusals import NotYours
from ginrummy.web.tables.views import is_live, seated, told
from ginrummy.web.talk.phrases import say_phrase


class TooFast(GinRummyError):
    """More phrases than anybody wants to hear."""


@require_POST
def phrase(request: HttpRequest, key: str) -> HttpResponse:
    """Say one of the phrases at a table."""
    person = visitor(request)
    try:
        if person is None:
            raise NotYours(_("you have no seat at this table"))
        table, seat = seated(key, person)
        wait = counter.wait("phrase", person.key, PHRASE)
        if wait > 0:
            return _too_fast(request, wait)
        say_phrase(table, seat, request.POST.get("phrase", ""))
    except GinRummyError as error:
        return told(request, error)
    return HttpResponse(status=204) if is_live(request) else redirect("table", key)


def _too_fast(request: HttpRequest, wait: float) -> HttpResponse:
    response = told(request, TooFast(_("That is a little fast: try again in a moment.")))
    response.status_code = 429
    response.headers["Retry-After"] = str(int(wait) + 1)
    return response
