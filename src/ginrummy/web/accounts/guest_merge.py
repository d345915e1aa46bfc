"""Merge of a guest into the account that signs in, except for matches in play."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from ginrummy.locale import _
from ginrummy.web.people.models import Mute, Person, lock_people
from ginrummy.web.puzzles.models import Solver
from ginrummy.web.rooms.membership import move_memberships
from ginrummy.web.tables.models import Seat, Status, Table


def merge_guest(guest: Person | None, owner: Person) -> None:
    """Move the guest's seats, invitations, rooms, evenings, mutes and lessons to `owner`.

    Ratings at matches do not move.
    The guest's puzzle results move only if `owner` has none.

    Seats stay with the guest at tables where `owner` already sits, and in matches with another person or for
    a rating: a seat does not change its player during a match (docs/people.md). Tokens stay with the guest,
    because the person who made them may be another one. Raise `AccountGone` for a deleted account.
    """
    if guest is None or guest.pk == owner.pk or guest.user_id is not None:
        return
    with transaction.atomic():
        own = Q(pk__in=guest.seats.values("table")) | Q(invited=guest)
        begun = Table.objects.filter(own).exclude(status=Status.OVER)
        list(begun.select_for_update().order_by("pk"))  # locked: no player joins while the seat changes
        lock_people(owner, guest)
        kept = [
            *owner.seats.values_list("table", flat=True),
            *matches_to_finish(guest).values_list("pk", flat=True),
        ]
        guest.seats.exclude(table__in=kept).update(person=owner)
        guest.shared_tables.filter(seats__person=owner).update(shared_by=owner)
        guest.invitations.update(invited=owner)
        for answer in guest.lesson_answers.all():
            same = {"lesson": answer.lesson, "place": answer.place}
            if not owner.lesson_answers.filter(**same).exists():
                owner.lesson_answers.create(**same, move=answer.move, is_right=answer.is_right, at=answer.at)
        for mute in guest.mutes.exclude(muted=owner):
            Mute.objects.get_or_create(person=owner, muted=mute.muted)
        if not Solver.objects.filter(person=owner).exists():
            Solver.objects.filter(person=guest).update(person=owner)
            guest.attempts.update(person=owner)
        move_memberships(guest, owner)
        guest.sheets.update(owner=owner)
        done = owner.daily_tries.values_list("hand", flat=True)
        guest.daily_tries.exclude(hand__in=list(done)).update(person=owner)
        has_device = guest.sessions.filter(device__isnull=False).exists()  # it signs in after this
        if not guest.seats.exists() and not guest.ratings.exists() and not has_device:
            guest.delete()


def must_finish_match(guest: Person | None) -> bool:
    """Return whether `guest` is a guest with a match to finish before signing in."""
    return guest is not None and guest.user_id is None and matches_to_finish(guest).exists()


def unfinished_match_message() -> str:
    """Return the message for a guest with a match to finish."""
    return _("You are playing with somebody as a guest: finish that match or resign it, then sign in.")


def matches_to_finish(guest: Person) -> QuerySet[Table]:
    """Return the matches that `guest` must finish: with another person, or for a rating."""
    others = Seat.objects.filter(table=OuterRef("pk"), person__isnull=False).exclude(person=guest)
    playing = Table.objects.filter(seats__person=guest, status__in=(Status.CUTTING, Status.PLAYING))
    playing = playing.filter(shared_by=None)
    return playing.filter(Q(is_rated=True) | Exists(others))
