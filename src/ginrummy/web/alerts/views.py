"""Views of the alerts: the page with switches and devices, offers, the service worker, the kept page."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginrummy.locale import _, language
from ginrummy.web.alerts.alert_queue import waiting_turns
from ginrummy.web.alerts.alert_settings import (
    HOURS,
    SWITCHES,
    AlertSettings,
    alert_settings_of,
    change_alert_settings,
    store_alert_settings,
    zones,
)
from ginrummy.web.alerts.devices import devices_of, register_device
from ginrummy.web.alerts.models import Device, Kind
from ginrummy.web.alerts.push import InvalidTarget, encode, parse_target, public_key_text
from ginrummy.web.alerts.sources import queue_alert
from ginrummy.web.alerts.turn_mail import may_mail, person_of_link
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import SETTINGS, limit_posts
from ginrummy.web.pad.views import pad_files
from ginrummy.web.people.current_visitor import browser_session, visitor, visitor_or_guest

_WORKER: Final = Path(__file__).parent / "worker.js"
_AWAY_FILES: Final = ("design/base.css", "design/icon.svg", "alerts/away.js")
_ICON: Final = 192


def context(request: HttpRequest) -> dict[str, Callable[..., object]]:
    """Return what templates need for an offer, which queries the database only if a template calls it."""
    return {"offers_alert": partial(offers_alert, request), "push_key": public_key_text}


def offers_alert(request: HttpRequest, kind: str) -> bool:
    """Return whether the visitor's browser gets no alerts of `kind` yet."""
    person, session = visitor(request), browser_session(request)
    if person is None or not alert_settings_of(person).wants(kind):
        return True
    return not Device.objects.filter(session=session).exists()


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("settings", SETTINGS)
def alerts_page(request: HttpRequest) -> HttpResponse:
    """Show or change the switches and the quiet hours of the visitor."""
    if request.method != "POST":
        return _page(request)
    person, told = visitor_or_guest(request), request.POST.dict()
    zone = told.get("zone", "").strip()
    if zone and zone not in zones():
        return _page(request, wrong_zone=zone)
    values: dict[str, Any] = {name: told.get(name) == "on" for name in SWITCHES}
    values |= {"zone": zone, "language": language()}
    values |= {name: _hour(told.get(name, "")) for name in ("quiet_from", "quiet_to")}
    store_alert_settings(person, change_alert_settings(alert_settings_of(person), values))
    return redirect(f"{reverse('alerts')}?saved=1")


def _hour(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) <= len("23") else 0


def _page(request: HttpRequest, *, wrong_zone: str = "") -> HttpResponse:
    person, session = visitor(request), browser_session(request)
    devices = [] if person is None else list(devices_of(person))
    chosen = AlertSettings() if person is None else alert_settings_of(person)
    kinds = [kind for kind in Kind if kind != Kind.TEST]
    context = {
        "chosen": chosen,
        "first_kinds": [] if any(map(chosen.wants, kinds)) else kinds,
        "devices": devices,
        "own": next((each for each in devices if session is not None and each.session == session), None),
        "hours": HOURS,
        "may_mail": may_mail(person),
        "zone": wrong_zone,
        "is_saved": request.GET.get("saved") == "1",
        "is_sent": request.GET.get("sent") == "1",
    }
    return render(request, "alerts/alerts.html", context, status=400 if wrong_zone else 200)


@require_POST
@limit_posts("settings", SETTINGS)
def add_device(request: HttpRequest) -> HttpResponse:
    """Register the visitor's browser as it describes itself, and turn on the switches of the form."""
    told = request.POST
    try:
        target = parse_target(told.get("endpoint", ""), key=told.get("key", ""), auth=told.get("auth", ""))
    except InvalidTarget:
        return error_page(request, _("This request cannot be read."), status=400)
    person = visitor_or_guest(request)
    session = browser_session(request)
    assert session is not None
    texts = {"key": encode(target.key), "auth": encode(target.auth), "language": language()}
    register_device(session, target, texts)
    before = alert_settings_of(person)
    values: dict[str, Any] = {name: True for name in told.getlist("kind") if name in SWITCHES}
    store_alert_settings(
        person, change_alert_settings(before, values | {"zone": before.zone or told.get("zone", "")})
    )
    return HttpResponse(status=204)


@require_POST
@limit_posts("settings", SETTINGS)
def remove_device(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a device of the visitor. Ignore one that does not exist or is another person's."""
    Device.objects.filter(pk=number, session__person=visitor(request)).delete()
    return redirect("alerts")


@require_POST
@limit_posts("settings", SETTINGS)
def send_test(request: HttpRequest) -> HttpResponse:
    """Queue a test for all devices of the visitor."""
    person = visitor(request)
    if person is not None and not person.queued_alerts.filter(kind=Kind.TEST).exists():
        queue_alert(None, person, Kind.TEST, timedelta(0))
    return redirect(f"{reverse('alerts')}?sent=1")


@require_http_methods(["GET", "HEAD", "POST"])
@limit_posts("settings", SETTINGS)
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Ask, then switch off the e-mails of the person in the signed link. Mail programs open links too."""
    person = person_of_link(token)
    if person is None:
        raise Http404
    if request.method == "POST":
        store_alert_settings(person, replace(alert_settings_of(person), mail=False))
    return render(request, "alerts/unsubscribe.html", {"is_off": not alert_settings_of(person).mail})


@require_safe
def turn_count(request: HttpRequest) -> JsonResponse:
    """Return at how many tables it is the visitor's turn, for the badge of the app."""
    person = visitor(request)
    return JsonResponse({"turns": 0 if person is None else waiting_turns(person)})


@require_safe
def away_page(request: HttpRequest) -> HttpResponse:
    """Render the page that a browser keeps for when there is no network."""
    return render(request, "alerts/away.html")


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """Return the service worker. It lists what it keeps: a new version or language gives a new worker."""
    away = [f"{reverse('away')}?{language()}", *(static(name) for name in _AWAY_FILES)]
    lists = {"PAD": pad_files(), "AWAY": away, "ICON": reverse("icon", args=[_ICON])}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in lists.items())
    headers = {"Cache-Control": "no-cache"}
    return HttpResponse(head + _script(), content_type="text/javascript; charset=utf-8", headers=headers)


@cache
def _script() -> str:
    return _WORKER.read_text("utf-8")
