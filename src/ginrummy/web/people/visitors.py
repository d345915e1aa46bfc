"""Who is asking: the person whose key is in the signed session cookie."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest

from ginrummy.web.people.models import Mute, Person

SESSION_NAME = "person"


def visitor(request: HttpRequest) -> Person | None:
    """Return the person who asks, `None` for somebody new.

    Whoever has an account must be signed in to it too: after a change of the password, a cookie that was kept
    elsewhere opens nothing.
    """
    key = request.session.get(SESSION_NAME)
    try:
        found = None if key is None else Person.objects.get(key=key)
    except Person.DoesNotExist:
        return None
    if found is None or found.is_gone:
        return None
    return found if found.user_id in (None, request.user.pk) else None


def welcome(request: HttpRequest) -> Person:
    """Return the person who asks, a new guest for somebody new."""
    person = visitor(request)
    if person is None:
        person = Person.objects.create()
        remember(request, person)
    return person


def remember(request: HttpRequest, person: Person) -> None:
    """Know the asker as `person` from now on."""
    request.session[SESSION_NAME] = person.key


def bring_along(guest: Person | None, owner: Person) -> None:
    """Give what the guest has to `owner`: seats, invitations, tokens, mutes; ratings that `owner` lacks.

    At tables where `owner` sits already the guest stays who it was.
    """
    if guest is None or guest.pk == owner.pk or guest.user_id is not None:
        return
    with transaction.atomic():
        taken = owner.seats.values("table")
        guest.seats.exclude(table__in=taken).update(person=owner)
        guest.invitations.update(invited=owner)
        guest.tokens.update(person=owner)
        rated = set(owner.ratings.values_list("pool", "family"))
        for rating in guest.ratings.all():
            if (rating.pool, rating.family) not in rated:
                rating.person = owner
                rating.save(update_fields=["person"])
        for mute in guest.mutes.exclude(muted=owner):
            Mute.objects.get_or_create(person=owner, muted=mute.muted)
        if not guest.seats.exists():
            guest.delete()


def has_muted(person: Person | None, other: Person | None) -> bool:
    """Return whether `person` wants to hear nothing from `other`."""
    if person is None or other is None:
        return False
    return Mute.objects.filter(person=person, muted=other).exists()
