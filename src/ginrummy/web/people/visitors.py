"""Who is asking: the person whose key is in the signed session cookie."""

from __future__ import annotations

from django.http import HttpRequest

from ginrummy.web.people.models import Person

SESSION_NAME = "person"


def visitor(request: HttpRequest) -> Person | None:
    """Return the person who asks, `None` for somebody new."""
    key = request.session.get(SESSION_NAME)
    return None if key is None else Person.objects.filter(key=key).select_related("user").first()


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
    """Give the guest's seats to `owner`, except at tables where `owner` sits already."""
    if guest is None or guest.pk == owner.pk or guest.user_id is not None:
        return
    taken = owner.seats.values("table")
    guest.seats.exclude(table__in=taken).update(person=owner)
