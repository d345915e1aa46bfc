"""Quick play from the home page: continue the unfinished match, or start one against a suitable bot."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from ginrummy.game.shuffle import random_cut
from ginrummy.locale import _, language
from ginrummy.players import player_title
from ginrummy.variants import load_variant
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.learn.first_hand import unfinished_guided_hand
from ginrummy.web.lobby.views import LEVELS, create_visitor_table
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.people.preferences import (
    ASKED_AT_PLAY,
    change_preferences,
    fill_in_defaults,
    preferences_with_defaults,
    request_preferences,
    store_preferences,
)
from ginrummy.web.tables.commitments import new_offer, parse_offer_token
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import GUIDED, NOT_COUNTED, SLOW, Status, Table


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def play_now(request: HttpRequest) -> HttpResponse:
    """Continue the unfinished match, or start a new one if requested or if there is none.

    If the visitor wants to choose, redirect to the form for a new table with the same game and bot.
    """
    answers = {name: request.POST[name] for name in ASKED_AT_PLAY if request.POST.get(name)}
    preferences = fill_in_defaults(change_preferences(request_preferences(request), answers))
    if "choose" in request.POST:
        chosen = {"variant": preferences.game, "against": LEVELS[preferences.skill]}
        return redirect(f"{reverse('new')}?{urlencode(chosen)}")
    begun = None if "new" in request.POST else match_to_continue(visitor(request))
    if begun is not None:
        return redirect("table", begun.key)
    offer = parse_offer_token(request.POST.get("offer", ""))
    proposal = Proposal(load_variant(preferences.game).row, preferences.game, offer.secret)
    table = create_visitor_table(request, proposal, offer, against=LEVELS[preferences.skill])
    response = redirect("table", table.key)
    store_preferences(preferences, response, request)
    return response


def unfinished_matches(person: Person | None) -> QuerySet[Table]:
    """Return the current and waiting matches of `person`, the latest first."""
    if person is None:
        return Table.objects.none()
    found = Table.objects.filter(seats__person=person).exclude(status=Status.OVER)
    return found.order_by("-moved").prefetch_related("seats__person")


def match_to_continue(person: Person | None) -> Table | None:
    """Return the match that `person` would continue: the latest that counts.

    Slow matches are left out: they wait for the opponent rather than for a press of a button.
    """
    return (
        unfinished_matches(person)
        .filter(status=Status.PLAYING)
        .exclude(SLOW)
        .exclude(variant_name__in=NOT_COUNTED)
        .first()
    )


def play_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of the form on the home page."""
    preferences = request_preferences(request)
    chosen, begun = fill_in_defaults(preferences), match_to_continue(visitor(request))
    return offer_context(request) | {
        "begun": begun,
        "chosen": chosen,
        "is_asked": bool(preferences.skill and preferences.game),
        "skills": _skills(),
        "guide": _guide(visitor(request), is_new=not preferences.skill),
        "game_title": load_variant(chosen.game).title(language()),
        "begun_title": "" if begun is None else f"{begun.title}\u00a0· {begun.players}",
    }


def offer_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of a form that plays at once: a deal, a cut and the bot of the visitor's level."""
    against = player_title(LEVELS[preferences_with_defaults(request).skill])
    return {"offer": new_offer(), "cut": random_cut(), "against": against}


def _guide(person: Person | None, *, is_new: bool) -> str:
    """Return `offer` for a person new to the guided hand, `begun` for one in the middle of it, else empty."""
    if person is not None and Table.objects.filter(seats__person=person, variant_name=GUIDED).exists():
        return "begun" if unfinished_guided_hand(person) is not None else ""
    return "offer" if is_new else ""


def _skills() -> list[tuple[str, str, str]]:
    """Return the answers to how well the visitor plays: value, face and label."""
    words = {"new": _("I am new to it"), "fair": _("I know the game"), "strong": _("I play well")}
    return [(skill, LEVELS[skill], text) for skill, text in words.items()]
