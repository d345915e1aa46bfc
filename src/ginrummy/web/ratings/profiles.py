"""Contents of a player's page: ratings, statistics, opponents and matches."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet, Sum

from ginrummy.players import bot_name
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.families import FAMILIES, family_of, family_title
from ginrummy.web.ratings.models import Change, Pool, Rating, Tally
from ginrummy.web.ratings.rating_graph import Graph, graph_of
from ginrummy.web.tables.models import Seat, Status

_A_PAGE: Final = 20
_MOST_OPPONENTS: Final = 12
_FIGURES: Final = ("hands", "hands_won", "gins", "knocks", "undercuts", "undercut_by_other", "points")


@dataclass(frozen=True, slots=True)
class Share:
    """Number of matches, against an opponent or in a family, and how many of them were won."""

    title: str
    matches: int
    won: float
    number: int = 0

    @property
    def percent(self) -> int:
        """Percentage of wins. A match without a winner counts half."""
        return round(100 * self.won / self.matches) if self.matches else 0


@dataclass(frozen=True, slots=True)
class Profile:
    """Contents of a player's page."""

    person: Person
    is_own: bool
    ratings: tuple[Rating, ...]
    bot_ratings: tuple[Rating, ...]
    family: str
    graph: Graph | None
    total: Share
    figures: dict[str, int]
    families: tuple[Share, ...]
    opponents: tuple[Share, ...]
    matches: Page[Tally]


def profile_of(person: Person, *, asker: Person | None, family: str, page: str) -> Profile:
    """Return the page of `person`. Other visitors see only the rated matches."""
    ratings = person.ratings.order_by("-matches", "family")
    in_people = tuple(ratings.filter(pool=Pool.PEOPLE))
    if family not in FAMILIES:
        family = in_people[0].family if in_people else FAMILIES[0]
    tallies = Tally.objects.filter(seat__person=person)
    is_own = asker is not None and asker.pk == person.pk
    return Profile(
        person=person,
        is_own=is_own,
        ratings=in_people,
        bot_ratings=tuple(ratings.filter(pool=Pool.BOTS)),
        family=family,
        graph=graph_of(changes_of(person, family)),
        total=_total(tallies),
        figures={name: value or 0 for name, value in tallies.aggregate(**_sums()).items()},
        families=_families(tallies),
        opponents=_opponents(person),
        matches=_matches(tallies if is_own else tallies.filter(seat__table__is_rated=True), page),
    )


def changes_of(person: Person, family: str) -> list[Change]:
    """Return the rating changes of `person` among people in a family, in order."""
    return list(Change.objects.filter(rating__person=person, rating__pool=Pool.PEOPLE, rating__family=family))


def _sums() -> dict[str, Sum]:
    return {name: Sum(name) for name in _FIGURES}


def _total(tallies: QuerySet[Tally]) -> Share:
    found = tallies.aggregate(matches=Count("pk"), won=Sum("score"))
    return Share("", found["matches"], found["won"] or 0.0)


def _families(tallies: QuerySet[Tally]) -> tuple[Share, ...]:
    matches: defaultdict[str, int] = defaultdict(int)
    won: defaultdict[str, float] = defaultdict(float)
    for name, count, score in tallies.values_list("seat__table__variant_name").annotate(
        Count("pk"), Sum("score")
    ):
        matches[family_of(name)] += count
        won[family_of(name)] += score
    return tuple(
        Share(family_title(family), matches[family], won[family]) for family in FAMILIES if family in matches
    )


def _opponents(person: Person) -> tuple[Share, ...]:
    """Return the most frequent opponents of `person`: people by number, bots by level."""
    others = Seat.objects.filter(table__seats__person=person, table__status=Status.OVER, tally__isnull=False)
    matches: defaultdict[tuple[int, str], int] = defaultdict(int)
    lost: defaultdict[tuple[int, str], float] = defaultdict(float)
    rows = others.exclude(person=person).values_list("person", "bot")
    for number, bot, count, score in rows.annotate(Count("pk"), Sum("tally__score")):
        key = (number or 0, "" if number else bot)
        matches[key] += count
        lost[key] += score
    most = sorted(matches, key=lambda key: (-matches[key], key))[:_MOST_OPPONENTS]
    people = Person.objects.in_bulk([number for number, _bot in most if number])
    return tuple(
        Share(
            str(people[number]) if number else bot_name(bot),
            matches[number, bot],
            matches[number, bot] - lost[number, bot],
            number if number and not people[number].is_gone else 0,
        )
        for number, bot in most
    )


def _matches(tallies: QuerySet[Tally], page: str) -> Page[Tally]:
    found = tallies.order_by("-seat__table__moved", "-pk").select_related("seat__table", "seat__change")
    return Paginator(found.prefetch_related("seat__table__seats__person"), _A_PAGE).get_page(page)
