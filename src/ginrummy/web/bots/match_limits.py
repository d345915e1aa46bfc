"""Limits on matches against bots, for each person and for the whole server."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from ginrummy.locale import N_, _
from ginrummy.players.registry import SEARCHING
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.bot_turn import turns
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.people.models import Person, lock_people
from ginrummy.web.tables.models import Lane, Seat, Status

IN_PLAY: Final = timedelta(hours=1)
"""Time after the last move in which a match counts. An abandoned one costs nothing."""
MOST_SEARCHING: Final = 6
MOST_QUICK: Final = 30
"""Limits of concurrent matches of a person, against searching bots and against the others."""
TOO_MANY: Final = N_("You are playing enough bots at once: finish one of these matches first.")
BEHIND: Final = timedelta(seconds=20)
"""Waiting time of a turn above which no new match against a searching bot starts."""


class TooManyGames(WebError, status=429, kind="too_fast"):
    """The person plays too many matches against bots already."""


class BotsAreBusy(WebError, status=503, kind="busy"):
    """The searching bots are behind."""


def refuse_too_many(person: Person, level: str) -> None:
    """Raise `TooManyGames` or `BotsAreBusy` if `person` may not start a match against `level` now.

    Call it in the transaction that creates the table: it locks `person`, so that requests sent at once are
    counted one after another. Raise `AccountGone` for a deleted account.
    """
    lock_people(person)
    searches = level in SEARCHING
    if current_match_count(person, searches=searches) >= (MOST_SEARCHING if searches else MOST_QUICK):
        raise TooManyGames(_(TOO_MANY))
    if searches and lane_readiness.is_ready(Lane.SEARCH):
        behind = turns[Lane.SEARCH].due_jobs().filter(bot_due__lt=now() - BEHIND)
        if behind.exists():
            raise BotsAreBusy(_("The strong bots are busy just now: choose another, or come back soon."))


def current_match_count(person: Person, *, searches: bool) -> int:
    """Return the number of current matches of `person` against searching bots, or against the others."""
    own = Seat.objects.filter(
        recent_condition("table__moved", IN_PLAY), person=person, table__status=Status.PLAYING
    )
    bots = Seat.objects.filter(table__in=own.values("table"), person=None)
    strong = bots.filter(bot__in=SEARCHING)
    return strong.count() if searches else bots.exclude(pk__in=strong.values("pk")).count()
