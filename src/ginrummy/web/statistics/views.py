"""Views for one's own statistics: the page, requests for reviews, downloads."""

from __future__ import annotations

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ginrummy.coach.charts import accuracy_chart, luck_over_matches_chart
from ginrummy.coach.habits import HABIT_NAMES
from ginrummy.coach.review_phrases import PHASE_NAMES
from ginrummy.game.moves import parse_move
from ginrummy.locale.numbers import number_text, signed_text
from ginrummy.players.registry import can_search
from ginrummy.text.sentences import move_name
from ginrummy.web.bots import review_requests
from ginrummy.web.http.error_pages import error_page
from ginrummy.web.http.limits import (
    DOWNLOAD,
    REVIEW,
    SETTINGS,
    TooFast,
    client_key,
    count_request,
    limit_posts,
)
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.statistics.own_data import (
    FILES,
    own_statistics,
    pending_reviews,
    queue_review,
    unreviewed_matches,
)

AT_ONCE: Final = 4
"""Number of reviews per request. Each counts against the limit like one from its own page."""
WORST: Final = 60
"""Accuracy at which a bar begins. People score above it."""


@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Return the statistics of the request's person, which are empty for a new visitor."""
    person = visitor(request)
    if person is None:
        return redirect("settings")
    waiting = list(pending_reviews(person))
    for analysis in waiting:
        review_requests.record_waiting_page(analysis)
    found = own_statistics(person)
    context: dict[str, Any] = {"person": person, "found": found, "waiting": waiting}
    context |= {"more": unreviewed_matches(person).count() - len(waiting), "at_once": AT_ONCE}
    context |= {"can_review": can_search(), "charts": (accuracy_chart(found), luck_over_matches_chart(found))}
    context |= {"phase_names": PHASE_NAMES, "habit_names": HABIT_NAMES, "worst": WORST}
    context |= {"number_text": number_text, "signed_text": signed_text, "move_text": _move_text}
    return render(request, "statistics/statistics.html", context)


def _move_text(text: str) -> str:
    return move_name(parse_move(text))


@require_POST
@limit_posts("statistics", SETTINGS)
def queue_more_reviews(request: HttpRequest) -> HttpResponse:
    """Queue reviews of the newest matches without one, as far as the person's limit allows."""
    person = visitor(request)
    if person is None:
        return redirect("settings")
    asked = 0
    try:
        for table in unreviewed_matches(person).exclude(analyses__in=pending_reviews(person))[:AT_ONCE]:
            count_request("review", client_key(request, REVIEW), REVIEW)
            queue_review(table)
            asked += 1
    except TooFast as error:
        if not asked:
            return error_page(request, error.what, status=error.status)
    return redirect("statistics")


@require_POST
@limit_posts("download", DOWNLOAD)
def download(request: HttpRequest, name: str) -> HttpResponse:
    """Return the data of the request's person as one of `FILES`."""
    person = visitor(request)
    if person is None or name not in FILES:
        raise Http404
    return _file(name, person)


def _file(name: str, person: Person) -> HttpResponse:
    kind, written = FILES[name]
    response = HttpResponse(written(person), content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="ginrummy-{name}"'
    return response
