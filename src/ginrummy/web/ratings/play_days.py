"""Days on which a player finished a match: the streak, and a calendar of the last weeks. Days are in UTC."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db.models import Count, TextField
from django.db.models.functions import Cast, Substr

from ginrummy.web.http.now import now
from ginrummy.web.people.models import Person
from ginrummy.web.ratings.models import Tally

WEEKS: Final = 12
CELL: Final = 16
"""Width of a day in the calendar's drawing, with its margin."""
_LONGEST: Final = 366
"""No streak counts more days, so that the header of every page reads a year at most."""
ALL_DAYS: Final = 40_000
"""More days than any player has."""
_SHADES: Final = (1, 2, 4)
"""Numbers of matches from which a day has a deeper colour."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the calendar: its place in the drawing, and how many matches ended on it."""

    day: date
    matches: int
    x: int
    y: int

    @property
    def shade(self) -> int:
        """Return 0 for a day without a match, up to 3 for one with many."""
        return sum(self.matches >= least for least in _SHADES)


def count_matches_by_day(person: Person, *, days: int = _LONGEST) -> Counter[date]:
    """Return how many matches of `person` ended on each of the last `days` days, today included.

    `TruncDate` would need a database of time zones, which browsers lack.
    """
    since = datetime.combine(_today() - timedelta(days=days - 1), datetime.min.time(), UTC)
    found = Tally.objects.filter(seat__person=person, seat__table__moved__gte=since)
    day = Substr(Cast("seat__table__moved", TextField()), 1, len("2026-11-29"))
    counted = found.values_list(day).annotate(Count("pk"))
    return Counter({date.fromisoformat(text): matches for text, matches in counted})


def current_streak(matches: Counter[date]) -> int:
    """Return how many days in a row have a match, up to today, or up to yesterday if today has none yet."""
    day = _today()
    if not matches[day]:
        day -= timedelta(days=1)
    length = 0
    while matches[day] and length < _LONGEST:
        length, day = length + 1, day - timedelta(days=1)
    return length


def recent_calendar(matches: Counter[date]) -> tuple[CalendarDay, ...]:
    """Return the days of the last `WEEKS` weeks, a column for each week from Monday on."""
    today = _today()
    first = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    days = (first + timedelta(days=number) for number in range((today - first).days + 1))
    return tuple(
        CalendarDay(day, matches[day], CELL * ((day - first).days // 7), CELL * day.weekday()) for day in days
    )


def _today() -> date:
    return now().astimezone(UTC).date()
