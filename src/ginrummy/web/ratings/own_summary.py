"""The visitor in the header of every page: name, rating and streak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from django.http import HttpRequest

from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Pool, Rating
from ginrummy.web.ratings.play_days import count_matches_by_day, current_streak


@dataclass(frozen=True, slots=True)
class OwnSummary:
    """Contents of the link to one's own page.

    `rating` is that of the family played most, `None` before a rated match.
    """

    person: Person
    rating: Rating | None
    streak: int

    @property
    def initial(self) -> str:
        """Return the first letter of the name."""
        return str(self.person)[:1].upper()


def context(request: HttpRequest) -> dict[str, Callable[[], OwnSummary | None]]:
    """Return `own_summary`, which queries the database only if a template calls it."""
    return {"own_summary": cache(partial(summarize_visitor, request))}


def summarize_visitor(request: HttpRequest) -> OwnSummary | None:
    """Return the summary of the visitor, or `None` for somebody new."""
    person = visitor(request) if request.session.get("person") else None
    if person is None:
        return None
    rating = person.ratings.filter(pool=Pool.PEOPLE).order_by("-matches", "family").first()
    return OwnSummary(person, rating, current_streak(count_matches_by_day(person)))
