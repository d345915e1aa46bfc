"""Views of players' pages."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ginrummy.web.bots import review_requests
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import PORTRAITS, Person
from ginrummy.web.people.names import has_muted
from ginrummy.web.ratings.play_days import CELL, WEEKS
from ginrummy.web.ratings.profiles import HEIGHT, WIDTH, build_profile


@require_safe
def profile(request: HttpRequest, number: int) -> HttpResponse:
    """Render the page of a player."""
    person = Person.objects.filter(pk=number, is_gone=False).first()
    if person is None:
        raise Http404
    asker = visitor(request)
    found = build_profile(
        person, asker=asker, family=request.GET.get("family", ""), page=request.GET.get("page", "1")
    )
    context: dict[str, Any] = {"profile": found, "asker": asker, "is_muted": has_muted(asker, person)}
    context |= {"reviews_at_once": review_requests.server_makes_reviews()}
    context |= {"portraits": PORTRAITS}
    sizes = {"size": (WIDTH, HEIGHT), "cell": CELL, "weeks": WEEKS}
    return render(request, "ratings/profile.html", context | sizes)


@require_safe
def own_profile(request: HttpRequest) -> HttpResponse:
    """Redirect to the visitor's own page. A new visitor has none yet."""
    person = visitor(request)
    return redirect("settings") if person is None else redirect("profile", person.pk)
