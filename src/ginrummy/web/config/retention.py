"""Retention of data: deletes unjoined tables, abandoned matches, unused guests and old deals."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from ginrummy.web.accounts.account_deletion import finish_deletions
from ginrummy.web.accounts.models import Tries
from ginrummy.web.api.models import Token
from ginrummy.web.fairness.models import sum_public_deals
from ginrummy.web.http.now import now, recent_condition
from ginrummy.web.learn.models import LessonAnswer
from ginrummy.web.lobby.models import Seek
from ginrummy.web.people.models import BrowserSession, Person
from ginrummy.web.puzzles.models import Solver
from ginrummy.web.ratings.match_results import fill_in_knock_deadwood
from ginrummy.web.ratings.models import Rating
from ginrummy.web.rooms.models import Member, Room
from ginrummy.web.tables.models import SLOW, Rules, Seat, Status, Table

WAITING: Final = timedelta(days=1)
"""Age of a table without an opponent at which it is deleted, counted from its player's last visit."""
WAITING_SLOW: Final = timedelta(days=30)
"""The same for a pace where a turn may take days."""
LEFT_ALONE: Final = timedelta(days=60)
"""Time without a move after which an abandoned match without a clock is deleted."""
GUEST: Final = timedelta(days=30)
"""Age at which a guest goes who has no seat, rating, puzzle, lesson, token, room, evening or invitation."""
SESSION: Final = timedelta(days=400)
"""Time without use after which a session is deleted. No cookie lasts longer than a year."""
TRIES: Final = timedelta(days=1)
"""Longest window of attempt counters for passwords and e-mails. Later times stem from a clock set back."""
_AT_ONCE: Final = 500
"""Limit of rows deleted in one transaction."""


class DeletedRows(NamedTuple):
    """Number of deleted rows of each kind."""

    waiting: int
    matches: int
    guests: int


def delete_expired_data() -> DeletedRows:
    """Delete expired data in batches of a few hundred rows. Safe during play and with other servers."""
    _delete_rows(Tries.objects.filter(Q(since__lt=now() - TRIES) | Q(since__gt=now() + TRIES)))
    _delete_rows(BrowserSession.objects.filter(seen__lt=now() - SESSION))
    finish_deletions()
    sum_public_deals()
    fill_in_knock_deadwood()
    _delete_rows(_rooms())
    found = DeletedRows(_delete_rows(_waiting()), _delete_rows(_abandoned_matches()), _delete_rows(_guests()))
    _delete_rows(Rules.objects.filter(table=None, made__lt=now() - WAITING))
    return found


def _waiting() -> QuerySet[Table]:
    """Return the tables without an opponent that have expired."""
    heard = Seat.objects.filter(table=OuterRef("pk"))
    lately, long_ago = (Exists(heard.filter(seen__gt=now() - age)) for age in (WAITING, WAITING_SLOW))
    return Table.objects.filter(Q(~SLOW, ~lately) | Q(SLOW, ~long_ago), status=Status.WAITING)


def _abandoned_matches() -> QuerySet[Table]:
    """Return the abandoned matches without a clock."""
    return Table.objects.filter(status=Status.PLAYING, pace="", moved__lt=now() - LEFT_ALONE)


def _rooms() -> QuerySet[Room]:
    """Return the rooms without a match and an account whose guests have not been here for a month."""
    lately = BrowserSession.objects.filter(
        recent_condition("seen", GUEST), person__memberships__room=OuterRef("pk")
    )
    accounts = Member.objects.filter(room=OuterRef("pk"), person__user__isnull=False)
    return Room.objects.filter(~Exists(lately), ~Exists(accounts), created__lt=now() - GUEST, evenings=None)


def _guests() -> QuerySet[Person]:
    """Return the expired guests without data of their own."""
    kinds = (Seat, Rating, Solver, LessonAnswer, Token, Seek, Member)
    kept = [Exists(kind.objects.filter(person=OuterRef("pk"))) for kind in kinds]
    old = Person.objects.filter(user=None, created__lt=now() - GUEST)
    return old.filter(*(~each for each in kept), invitations=None, sheets=None)


def _delete_rows(rows: QuerySet[Any]) -> int:
    """Delete `rows` in batches, each in a transaction. Return their number."""
    count = 0
    while found := list(rows.values_list("pk", flat=True)[:_AT_ONCE]):
        count += _delete_matching(rows, found)
    return count


def _delete_matching(rows: QuerySet[Any], found: list[int]) -> int:
    """Delete those of `found` that still match `rows` once they are locked."""
    everything = rows.model._default_manager
    with transaction.atomic():
        list(everything.select_for_update().filter(pk__in=found).order_by("pk").values_list("pk"))
        left = list(rows.filter(pk__in=found).values_list("pk", flat=True))
        everything.filter(pk__in=left).delete()
    return len(left)
