"""Page of the search for an opponent: the form, the wait, and the opponent found."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _, language
from ginrummy.players import player_title
from ginrummy.variants import load_variant
from ginrummy.web.board.join_page import invitation_context
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.http.now import now
from ginrummy.web.lobby.models import Seek
from ginrummy.web.lobby.notices import SEEKS
from ginrummy.web.lobby.pairing import (
    BOT_AFTER,
    DAYS,
    QUICK,
    UNHURRIED,
    find_seek,
    record_seeker,
    start_seek,
    stop_seek,
)
from ginrummy.web.lobby.views import LEVELS, has_account, openings_context, rename_visitor
from ginrummy.web.people.current_visitor import browser_session, visitor, visitor_or_guest
from ginrummy.web.people.preferences import preferences_with_defaults
from ginrummy.web.tables.clocks import parse_time_control, time_control_text
from ginrummy.web.tables.commitments import new_offer, parse_offer_token
from ginrummy.web.tables.models import Status

_MILLISECONDS: Final = 1000


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("create", CREATE)
def seek_page(request: HttpRequest) -> HttpResponse:
    """Render the form or the visitor's search, start or stop a search, or redirect to the table found."""
    if request.method == "POST":
        return _change(request)
    seek = find_seek(visitor(request))
    if seek is None:
        return _form(request)
    if seek.table is not None and seek.table.status == Status.OVER:
        seek.delete()
        request.session.pop(SEEKS, None)
        return _form(request)
    if seek.table is not None and seek.table.status != Status.WAITING:
        request.session.pop(SEEKS, None)  # the search itself stays for a minute: the page may ask twice
        return redirect("table", seek.table.key)
    record_seeker(seek, browser_session(request))
    context = _waiting(request, seek) if seek.table is None else _opponent_context(request, seek)
    return render(request, "lobby/seek.html", context | openings_context(request) | {"seek": seek})


@show_refusals
def _change(request: HttpRequest) -> HttpResponse:
    if "stop" in request.POST:
        person = visitor(request)
        if person is not None:
            stop_seek(person)
        request.session.pop(SEEKS, None)
        return redirect("seek")
    complaint = rename_visitor(request)
    if complaint:
        return _form(request, complaint)
    start_seek(
        visitor_or_guest(request),
        parse_offer_token(request.POST.get("offer", "")),
        variant=request.POST.get("variant", ""),
        pace=request.POST.get("pace", ""),
        is_rated=request.POST.get("rated") == "on" and has_account(request),
        cut=request.POST.get("cut", ""),
        seal=request.POST.get("seal", ""),
        session=browser_session(request),
    )
    request.session[SEEKS] = True
    return redirect("seek")


def _form(request: HttpRequest, complaint: str = "") -> HttpResponse:
    person = visitor(request)
    titles = {QUICK: _("Quick"), UNHURRIED: _("Unhurried"), DAYS: _("Over days")}
    context: dict[str, Any] = {
        "game": request.POST.get("variant") or preferences_with_defaults(request).game,
        "paces": [
            (pace, title, time_control_text(parse_time_control(pace))) for pace, title in titles.items()
        ],
        "has_account": has_account(request),
        "has_ended": request.session.pop(SEEKS, False) and not complaint,
        "name": request.POST.get("name", "" if person is None else person.name),
        "complaint": complaint,
        "offer": new_offer(),
        "cut": random_cut(),
    }
    status = 400 if complaint else 200
    return render(request, "lobby/seek.html", context | openings_context(request), status=status)


def _waiting(request: HttpRequest, seek: Seek) -> dict[str, Any]:
    """Return the context of a search, with a bot to play meanwhile."""
    level = LEVELS[preferences_with_defaults(request).skill]
    return {
        "title": load_variant(seek.variant_name).title(language()),
        "pace": time_control_text(parse_time_control(seek.pace)),
        "bot_wait": max(0, round((seek.since + BOT_AFTER - now()).total_seconds() * _MILLISECONDS)),
        "bot_name": player_title(level),
        "offer": new_offer(),
        "cut": random_cut(),
    }


def _opponent_context(request: HttpRequest, seek: Seek) -> dict[str, Any]:
    """Return the context once somebody is found, with the form to join for the second of the pair."""
    assert seek.table is not None
    context = invitation_context(request, seek.table)
    return context | {"other": seek.table.invited if not context["is_invited"] else context["host"]}
