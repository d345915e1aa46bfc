"""Badges on a player's page, computed from the finished matches, the days of play and the puzzles."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Exists, F, OuterRef, QuerySet

from ginrummy.game.moves import BIG_GIN
from ginrummy.locale import _
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Tally
from ginrummy.web.tables.models import Event, Seat, Table

DAYS: Final = 10
MATCHES: Final = 100
PUZZLES: Final = 50
SHUTOUT_HANDS: Final = 3
_CHAMPION: Final = "champion"


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge. `day` and `table` are those of the match that earned it, if one has."""

    sign: str
    title: str
    condition: str
    day: date | None
    table: Table | None = None


def badges_of(person: Person, days: Counter[date]) -> list[Badge]:
    """Return all badges, also those that `person` has not earned. `days` are those with a match."""
    tallies = Tally.objects.filter(seat__person=person).select_related("seat__table")
    tallies = tallies.order_by("seat__table__moved", "pk")
    selected = {
        ("♠", _("First gin"), _("Not a point of deadwood left.")): tallies.filter(gins__gt=0),
        ("♦", _("Big gin"), _("Every card in hand in melds.")): _with_big_gin(tallies),
        ("♥", _("Undercut"), _("An opponent’s knock undercut.")): tallies.filter(undercuts__gt=0),
        ("0", _("Shutout"), _("A match in which your opponent won no hand.")): _shutouts(tallies),
        ("♣", _("Among people"), _("A match won against a person.")): _against_people(tallies, person),
        ("♛", _("Champion beaten"), _("A match won against the strongest bot.")): tallies.filter(
            score=1, seat__table__seats__bot=_CHAMPION, seat__table__seats__person=None
        ),
        ("100", _("A hundred matches"), _("Each of them played to the end.")): tallies[MATCHES - 1 :],
    }
    solved = person.attempts.filter(is_right=True).order_by("at").values_list("at", flat=True)
    puzzle = next(iter(solved[PUZZLES - 1 : PUZZLES]), None)
    return [
        *(_badge(*words, next(iter(found[:1]), None)) for words, found in selected.items()),
        Badge("10", _("Ten days in a row"), _("A match finished every day."), first_run_end(days)),
        Badge("50", _("Fifty puzzles"), _("Each of them solved."), puzzle and puzzle.date()),
    ]


def _badge(sign: str, title: str, condition: str, tally: Tally | None) -> Badge:
    table = None if tally is None else tally.seat.table
    return Badge(sign, title, condition, None if table is None else table.moved.date(), table)


def _with_big_gin(tallies: QuerySet[Tally]) -> QuerySet[Tally]:
    events = Event.objects.filter(
        table=OuterRef("seat__table"), seat=OuterRef("seat__number"), text=str(BIG_GIN)
    )
    return tallies.filter(Exists(events), gins__gt=0)


def _shutouts(tallies: QuerySet[Tally]) -> QuerySet[Tally]:
    """Return the matches won of at least `SHUTOUT_HANDS` hands, none of them won by the other player."""
    return tallies.filter(score=1, hands__gte=SHUTOUT_HANDS, hands_won=F("hands"))


def _against_people(tallies: QuerySet[Tally], person: Person) -> QuerySet[Tally]:
    others = Seat.objects.filter(table=OuterRef("seat__table"), person__isnull=False).exclude(person=person)
    return tallies.filter(Exists(others), score=1, seat__table__shared_by=None)


def first_run_end(days: Counter[date]) -> date | None:
    """Return the first day that ends `DAYS` days in a row, each with a match."""
    length, before = 0, None
    for day in sorted(day for day in days if days[day]):
        length = length + 1 if before == day - timedelta(days=1) else 1
        if length == DAYS:
            return day
        before = day
    return None
