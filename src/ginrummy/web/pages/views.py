"""Views of the static pages: home, rules of each variant, history, hosting."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from ginrummy.text.rulebook.advice import playing_tips, preset_about, recommendations, usual_game_name
from ginrummy.text.rulebook.chapters import game_summary, rule_chapters
from ginrummy.text.rulebook.history import HISTORY
from ginrummy.text.rulebook.pictures import rule_pictures, scored_example
from ginrummy.variants import load_variant, preset_names
from ginrummy.web.board.join_page import option_texts
from ginrummy.web.design.app_icon import ICON_SIZES, icon_png, web_manifest
from ginrummy.web.lobby.play_now import offer_context, play_context, unfinished_matches
from ginrummy.web.people.current_visitor import visitor

_GOING_ON = 5
_A_DAY = "public, max-age=86400"


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Render the home page. The match of the button "Play on" is not listed again."""
    context = play_context(request)
    others = unfinished_matches(visitor(request)).exclude(pk=context["begun"] and context["begun"].pk)
    return render(request, "pages/home.html", context | {"going_on": others[:_GOING_ON]})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Render the usual game in pictures, a choice of variants, the glossary and all variants."""
    row = load_variant(usual_game_name()).row
    context: dict[str, Any] = {"recommended": recommendations()}
    context |= {"pictures": rule_pictures(row), "example": scored_example(row)}
    return render(request, "pages/rules.html", context)


@require_safe
def rules_of(request: HttpRequest, name: str) -> HttpResponse:
    """Render the rules of one variant as text."""
    if name not in preset_names():
        raise Http404
    variant = load_variant(name)
    context = {"variant": variant, "about": preset_about(name), "chapters": rule_chapters(variant.row)}
    context |= {"options": option_texts(variant.row), "short": game_summary(variant.row)}
    context |= {"tips": playing_tips(variant.row)} | offer_context(request)
    context |= {"pictures": rule_pictures(variant.row), "example": scored_example(variant.row)}
    return render(request, "pages/variant.html", context)


@require_safe
def history(request: HttpRequest) -> HttpResponse:
    """Render the history and family of the game."""
    return render(request, "pages/history.html", {"chapters": HISTORY})


@require_safe
def hosting(request: HttpRequest) -> HttpResponse:
    """Render the instructions for hosting a server."""
    return render(request, "pages/hosting.html")


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest by which a browser installs the table as an app."""
    icons = {size: reverse("icon", args=[size]) for size in ICON_SIZES}
    found = web_manifest(home=reverse("home"), drawing=static("design/icon.svg"), icons=icons)
    return JsonResponse(found, content_type="application/manifest+json", headers={"Cache-Control": _A_DAY})


@require_safe
def icon(request: HttpRequest, size: int) -> HttpResponse:
    """Return the icon of that size."""
    if size not in ICON_SIZES:
        raise Http404
    return HttpResponse(icon_png(size), content_type="image/png", headers={"Cache-Control": _A_DAY})
