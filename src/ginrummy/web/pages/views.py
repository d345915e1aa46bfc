"""Pages to read: the first page, the rules of each variant, how to host."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ginrummy.locale import language
from ginrummy.rulebook import chapters_of, in_short, tips_of
from ginrummy.variants import load_variant, preset_names
from ginrummy.web.board.option_text import described
from ginrummy.web.lobby.at_once import play_context, unfinished
from ginrummy.web.lobby.views import presets
from ginrummy.web.people.visitors import visitor

_GOING_ON = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Return the first page."""
    going_on = unfinished(visitor(request))[:_GOING_ON]
    return render(request, "pages/home.html", play_context(request) | {"going_on": going_on})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """List the variants."""
    return render(request, "pages/rules.html", {"presets": presets()})


@require_safe
def rules_of(request: HttpRequest, name: str) -> HttpResponse:
    """Return the rules of one variant in words."""
    if name not in preset_names():
        raise Http404
    variant = load_variant(name)
    about = variant.about.get(language(), "")
    context = {"variant": variant, "about": about, "chapters": chapters_of(variant.row)}
    context |= {"options": described(variant.row), "short": in_short(variant.row)}
    context |= {"tips": tips_of(variant.row)}
    return render(request, "pages/variant.html", context)


@require_safe
def hosting(request: HttpRequest) -> HttpResponse:
    """Say how to run a server of one's own."""
    return render(request, "pages/hosting.html")
