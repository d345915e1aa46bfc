"""Who wants to hear nothing from whom."""

from __future__ import annotations

from ginrummy.web.people.models import Mute, Person


def has_muted(person: Person | None, other: Person | None) -> bool:
    """Return whether `person` wants to hear nothing from `other`."""
    if person is None or other is None:
        return False
    return Mute.objects.filter(person=person, muted=other).exists()
