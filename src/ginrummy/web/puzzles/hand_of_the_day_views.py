"""Views of the hand of the day: the one attempt, and the results of earlier days."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ginrummy.game.shuffle import deck_text
from ginrummy.locale.numbers import number_text, signed_text
from ginrummy.players import level_titles
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.puzzles.hand_of_the_day import (
    BOT,
    DAY,
    SHOWN,
    daily_hand,
    daily_results,
    daily_seeds,
    deal_hand_of_the_day,
    earlier_days,
    find_attempt,
    open_table_of_the_day,
    request_reviews,
    today,
)
from ginrummy.web.puzzles.models import DailyHand


@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Render the hand of today, and the fingerprint of tomorrow's."""
    person, day = visitor(request), today()
    hand = daily_hand(day)
    context: dict[str, Any] = {
        "hand": hand,
        "next_hand": daily_hand(day + DAY),
        "ends": f"{day + DAY}T00:00Z",
        "own": find_attempt(person, hand),
    }
    context |= {"days": list(earlier_days(day)), "against": level_titles()[BOT], "signed_text": signed_text}
    return render(request, "puzzles/daily.html", context)


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def play_hand_of_the_day(request: HttpRequest) -> HttpResponse:
    """Open the visitor's table for the hand of today."""
    table = open_table_of_the_day(visitor_or_guest(request))
    return redirect("table", table.key)


@require_safe
def day_results(request: HttpRequest, day: str) -> HttpResponse:
    """Render the results, the secret and the cards of a past day. Nothing of today is shown."""
    hand = past_hand(day)
    places = daily_results(hand)[:SHOWN]
    context: dict[str, Any] = {"hand": hand, "places": places, "own": find_attempt(visitor(request), hand)}
    best = next((place for place in places if place.points is not None), None)
    context |= {"is_judging": request_reviews(places), "best": best}
    context |= {"seeds": daily_seeds(hand), "cards": deck_text(deal_hand_of_the_day(hand).game.deck)}
    context |= {"number_text": number_text, "signed_text": signed_text}
    return render(request, "puzzles/daily_results.html", context)


def past_hand(text: str) -> DailyHand:
    """Return the hand of the day in a URL. Raise `Http404` if it is unknown or not over."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    found = DailyHand.objects.filter(day=day).first() if day < today() else None
    if found is None:
        raise Http404
    return found
