"""Contents of a player's page: ratings, statistics, opponents and matches."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet, Sum

from ginrummy.players import player_title
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.badges import Badge, badges_of
from ginrummy.web.ratings.families import FAMILIES, family_title, variant_family
from ginrummy.web.ratings.models import Change, Pool, Rating, Tally
from ginrummy.web.ratings.play_days import (
    ALL_DAYS,
    CalendarDay,
    count_matches_by_day,
    current_streak,
    recent_calendar,
)
from ginrummy.web.tables.models import Seat, Status

WIDTH: Final = 600
HEIGHT: Final = 220
_LEFT: Final = 48
_EDGE: Final = 12
_STEPS: Final = (10, 25, 50, 100, 200, 500)
_MOST_LINES: Final = 6
_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Graph:
    """Line of the ratings, band of one deviation around it, and grid lines at round values."""

    points: str
    band: str
    lines: tuple[tuple[int, float], ...]
    first: Change
    last: Change
    end: tuple[float, float]


def rating_graph(changes: Sequence[Change]) -> Graph | None:
    """Return the graph of the last of `changes`, `None` without any."""
    shown = changes[-_MOST:]
    if not shown:
        return None
    values = [shown[0].before, *(change.after for change in shown)]
    deviations = [shown[0].deviation, *(change.deviation for change in shown)]
    lows = [value - spread for value, spread in zip(values, deviations, strict=True)]
    highs = [value + spread for value, spread in zip(values, deviations, strict=True)]
    step = _step(max(highs) - min(lows))
    low, high = math.floor(min(lows) / step) * step, math.ceil(max(highs) / step) * step
    across = [_LEFT + place * (WIDTH - _LEFT - _EDGE) / len(shown) for place in range(len(values))]

    def down(value: float) -> float:
        return round(_EDGE + (high - value) / (high - low) * (HEIGHT - 2 * _EDGE), 1)

    upper = [(x, down(value)) for x, value in zip(across, highs, strict=True)]
    lower = [(x, down(value)) for x, value in zip(across, lows, strict=True)]
    return Graph(
        points=_text([(x, down(value)) for x, value in zip(across, values, strict=True)]),
        band=_text([*upper, *reversed(lower)]),
        lines=tuple((value, down(value)) for value in range(low, high + 1, step)),
        first=shown[0],
        last=shown[-1],
        end=(round(across[-1], 1), down(values[-1])),
    )


def _step(span: float) -> int:
    return next((step for step in _STEPS if span / step < _MOST_LINES), _STEPS[-1])


def _text(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


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
    streak: int
    calendar: tuple[CalendarDay, ...]
    badges: tuple[Badge, ...]
    """For other visitors only those that are earned."""

    @property
    def favourite(self) -> str:
        """Title of the family played most, empty before the first match."""
        return max(self.families, key=lambda share: share.matches).title if self.families else ""


def build_profile(person: Person, *, asker: Person | None, family: str, page: str) -> Profile:
    """Return the page of `person`. Other visitors see only the rated matches."""
    ratings = person.ratings.order_by("-matches", "family")
    in_people = tuple(ratings.filter(pool=Pool.PEOPLE))
    if family not in FAMILIES:
        family = in_people[0].family if in_people else FAMILIES[0]
    tallies = Tally.objects.filter(seat__person=person)
    is_own = asker is not None and asker.pk == person.pk
    by_day = count_matches_by_day(person, days=ALL_DAYS)
    return Profile(
        person=person,
        is_own=is_own,
        ratings=in_people,
        bot_ratings=tuple(ratings.filter(pool=Pool.BOTS)),
        family=family,
        graph=rating_graph(rating_changes(person, family)),
        total=_total(tallies),
        figures={name: value or 0 for name, value in tallies.aggregate(**_sums()).items()},
        families=_families(tallies),
        opponents=_opponents(person),
        matches=_matches(tallies if is_own else tallies.filter(seat__table__is_rated=True), page),
        streak=current_streak(by_day),
        calendar=recent_calendar(by_day),
        badges=tuple(badge for badge in badges_of(person, by_day) if is_own or badge.day),
    )


def rating_changes(person: Person, family: str) -> list[Change]:
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
        matches[variant_family(name)] += count
        won[variant_family(name)] += score
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
            str(people[number]) if number else player_title(bot),
            matches[number, bot],
            matches[number, bot] - lost[number, bot],
            number if number and not people[number].is_gone else 0,
        )
        for number, bot in most
    )


def _matches(tallies: QuerySet[Tally], page: str) -> Page[Tally]:
    found = tallies.order_by("-seat__table__moved", "-pk").select_related("seat__table", "seat__change")
    return Paginator(found.prefetch_related("seat__table__seats__person"), _A_PAGE).get_page(page)
