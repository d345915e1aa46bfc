"""List of a person's open sessions, with a button to end each."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.web.http.limits import SETTINGS, limit_posts
from ginrummy.web.people.current_visitor import end_sessions, session_of, visitor


def open_sessions(request: HttpRequest) -> dict[str, Any]:
    """Return the open sessions of the request's person, and which one is the current."""
    own = session_of(request)
    found = () if own is None else own.person.sessions.filter(ended=None)
    return {"sessions": found, "own_session": own}


@require_POST
@limit_posts("settings", SETTINGS)
def end_session(request: HttpRequest, number: int) -> HttpResponse:
    """End a session of the request's person. Ignore one that does not exist or belongs to another person."""
    person = visitor(request)
    if person is not None:
        end_sessions(person.sessions.filter(pk=number))
    return redirect("account" if person is not None and person.user_id else "settings")
