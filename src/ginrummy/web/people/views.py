"""Views for the settings of a browser, for open sessions and for mutes."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST

from ginrummy.locale import _
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import MOVE, SETTINGS, limit_posts
from ginrummy.web.people.current_visitor import browser_session, end_sessions, visitor, visitor_or_guest
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.people.names import rename
from ginrummy.web.people.preferences import (
    ASKED_AT_PLAY,
    ASKED_ELSEWHERE,
    CHOICES,
    are_valid_keys,
    change_preferences,
    parse_keys,
    request_preferences,
    store_preferences,
)


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("settings", SETTINGS)
def settings_page(request: HttpRequest) -> HttpResponse:
    """Show or change the preferences."""
    if request.method != "POST":
        return _settings(request, "")
    before, wishes = request_preferences(request), request.POST.dict()
    wishes["keys"] = parse_keys(wishes, before.keys)
    if not are_valid_keys(wishes["keys"]):
        return _settings(request, "", keys=_("Each key is a letter A to Z or a digit, and is used once."))
    preferences = change_preferences(before, wishes)
    name = request.POST.get("name")
    if name is not None and (name.strip() or visitor(request) is not None):
        complaint = rename(visitor_or_guest(request), name)
        if complaint:
            return _settings(request, complaint)
    response = HttpResponseRedirect(next_url(request, "settings"))
    store_preferences(preferences, response, request)
    return response


def _settings(request: HttpRequest, complaint: str, *, keys: str = "") -> HttpResponse:
    person = visitor(request)
    mutes = [] if person is None else [mute.muted for mute in person.mutes.select_related("muted")]
    context: dict[str, Any] = {
        "choices": {
            name: values for name, values in CHOICES.items() if name not in (*ASKED_AT_PLAY, *ASKED_ELSEWHERE)
        },
        "person": person,
        "muted": mutes,
    }
    context["tokens"] = person.tokens.all() if person is not None and settings.HAS_OTHERS else ()
    context |= open_sessions(request) | {
        "complaint": complaint,
        "keys_complaint": keys,
        "name": request.POST.get("name", person.name if person else ""),
    }
    return render(request, "people/settings.html", context, status=400 if complaint or keys else 200)


def next_url(request: HttpRequest, usual: str) -> str:
    """Return the next address on this site from the form, else that of the page `usual`."""
    target = request.POST.get("next", "")
    is_path = target.startswith("/") and target.isprintable()
    safe = url_has_allowed_host_and_scheme(target, None, require_https=request.is_secure())
    return target if is_path and safe else reverse(usual)


def requested_next_url(request: HttpRequest) -> str:
    """Return the next address of the form or of the link that led here, unchecked, or nothing."""
    return request.POST.get("next", "") if request.method == "POST" else request.GET.get("next", "")


def url_with_next(name: str, then: str) -> str:
    """Return the address of the page `name` that leads to `then` afterwards.

    `next_url` checks `then` where it is followed.
    """
    return f"{reverse(name)}?{urlencode({'next': then}, safe='/')}" if then else reverse(name)


@require_POST
@limit_posts("move", MOVE)
def mute(request: HttpRequest, number: int) -> HttpResponse:
    """Mute or unmute a player."""
    other = Person.objects.filter(pk=number).first()
    person = visitor(request)
    if other is None:
        raise Http404
    if person is None or person.pk == other.pk:
        return error_page(request, _("That is not allowed here."), status=403)
    if request.POST.get("muted") not in ("on", "off"):
        return error_page(request, _("This request cannot be read."), status=400)
    if request.POST["muted"] == "on":
        Mute.objects.get_or_create(person=person, muted=other)
    else:
        Mute.objects.filter(person=person, muted=other).delete()
    return HttpResponseRedirect(next_url(request, "settings"))


def open_sessions(request: HttpRequest) -> dict[str, Any]:
    """Return the open sessions of the request's person, and which one is the current."""
    own = browser_session(request)
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
