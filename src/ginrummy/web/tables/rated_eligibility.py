"""Conditions of rated matches, by player and pace. They close the ways to an unearned rating.

The threat model of ratings in `docs/people.md` gives the reason for each condition.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import Exists, OuterRef

from ginrummy.game.match import Match
from ginrummy.locale import _, ngettext
from ginrummy.players.registry import is_even
from ginrummy.web.http.exceptions import WebError
from ginrummy.web.http.now import recent_condition
from ginrummy.web.people.models import Person
from ginrummy.web.tables.models import Seat, Status, Table

DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 8
"""Limit of rated matches a day between the same two players."""
PLAYERS: Final = 2


class NotRated(WebError, status=403, kind="not_rated"):
    """The match could not be rated, so neither the table nor the seat is available."""


def require_rated(pace: str, *players: Person | str) -> None:
    """Raise `NotRated` if a match of `players` (people or levels of bots) cannot be rated at `pace`.

    The rows of the people stay locked until the transaction ends, so concurrent matches see each other. The
    lock still allows foreign keys to these rows: otherwise two people who invite each other would deadlock.
    """
    people = [one.pk for one in players if isinstance(one, Person)]
    list(Person.objects.select_for_update(no_key=True).filter(pk__in=people).order_by("pk"))
    told = rating_objection(pace, *players)
    if told:
        raise NotRated(told, where="rated")


def rating_objection(pace: str, *players: Person | str) -> str:
    """Return why a match of `players` cannot be rated at `pace`, empty if it can."""
    if any(isinstance(one, Person) and one.user_id is None for one in players):
        return _("rated matches are for those who have an account: make one or sign in, or play unrated")
    if not pace:
        return _("a rated match needs a clock")
    if any(isinstance(one, str) and is_even(one) for one in players):
        return _("this level adapts to you, so it has no rating: play unrated")
    if len(players) == PLAYERS and _recent_match_count(*players) >= MOST_A_DAY:
        text = ngettext(
            "the same two play {count} rated match a day at most: play unrated, or come back tomorrow",
            "the same two play {count} rated matches a day at most: play unrated, or come back tomorrow",
            MOST_A_DAY,
        )
        return text.format(count=MOST_A_DAY)
    return ""


def have_both_moved(match: Match) -> bool:
    """Return whether both seats have made a move. Resigning a shorter match earns no rating."""
    return match.number > 0 or len({play.seat for play in match.game.plays}) == PLAYERS


def _recent_match_count(*players: Person | str) -> int:
    begun = Table.objects.filter(recent_condition("moved", DAY), is_rated=True).exclude(status=Status.WAITING)
    for one in players:
        seats = Seat.objects.filter(table=OuterRef("pk"))
        sits = seats.filter(person=one) if isinstance(one, Person) else seats.filter(person=None, bot=one)
        begun = begun.filter(Exists(sits))
    return begun.count()
