"""A guest who signs in: what was the guest's becomes the account's, save what is being played."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from ginrummy.locale import _
from ginrummy.web.people.held_person import hold
from ginrummy.web.people.models import Mute, Person
from ginrummy.web.puzzles.models import Solver
from ginrummy.web.tables.models import Seat, Status, Table


def bring_along(guest: Person | None, owner: Person) -> None:
    """Give what the guest has to `owner`: seats, invitations, mutes, lessons; never a rating at matches.

    What the guest has solved becomes the owner's where that one has solved nothing yet.

    At tables where `owner` sits already the guest stays who it was, and so it does where it plays with
    another person, or for a rating: a seat does not change hands while a match is on (docs/people.md). Tokens
    stay with the guest: whoever made them need not be who signs in now. Raises `AccountGone`.
    """
    if guest is None or guest.pk == owner.pk or guest.user_id is not None:
        return
    with transaction.atomic():
        own = Q(pk__in=guest.seats.values("table")) | Q(invited=guest)
        begun = Table.objects.filter(own).exclude(status=Status.OVER)
        list(begun.select_for_update().order_by("pk"))  # Nobody joins one of them while the seat changes.
        hold(owner, guest)
        kept = [*owner.seats.values_list("table", flat=True), *held_by(guest).values_list("pk", flat=True)]
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
        done = owner.daily_tries.values_list("hand", flat=True)
        guest.daily_tries.exclude(hand__in=list(done)).update(person=owner)
        if not guest.seats.exists() and not guest.ratings.exists():
            guest.delete()


def is_held(asker: Person | None) -> bool:
    """Return whether `asker` is a guest who has a match to play to its end before it can be somebody else."""
    return asker is not None and asker.user_id is None and held_by(asker).exists()


def plays_on() -> str:
    """Return what a guest is told who has a match to play to its end."""
    return _("You are playing with somebody as a guest: finish that match or give it up, then sign in.")


def held_by(guest: Person) -> QuerySet[Table]:
    """Return the matches that `guest` has to play to their end: with another person, or for a rating."""
    others = Seat.objects.filter(table=OuterRef("pk"), person__isnull=False).exclude(person=guest)
    playing = Table.objects.filter(seats__person=guest, status__in=(Status.CUTTING, Status.PLAYING))
    playing = playing.filter(shared_by=None)
    return playing.filter(Q(is_rated=True) | Exists(others))
