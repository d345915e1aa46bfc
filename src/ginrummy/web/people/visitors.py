"""Who is asking: the person whose key is in the signed session cookie."""

from __future__ import annotations

from django.http import HttpRequest

from ginrummy.web.people.models import Person

SESSION_PERSON = "person"


def visitor(request: HttpRequest) -> Person | None:
    """Return the person who asks, `None` for somebody new.

    Whoever has an account must be signed in to it too: after a change of the password, a cookie that was kept
    elsewhere opens nothing.
    """
    key = request.session.get(SESSION_PERSON)
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
    request.session[SESSION_PERSON] = person.key
