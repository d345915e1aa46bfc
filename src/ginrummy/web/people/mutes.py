"""Mutes between players."""

from __future__ import annotations

from ginrummy.web.people.models import Mute, Person


def has_muted(person: Person | None, other: Person | None) -> bool:
    """Return whether `person` has muted `other`."""
    if person is None or other is None:
        return False
    return Mute.objects.filter(person=person, muted=other).exists()
