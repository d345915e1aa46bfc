"""A guest who signs in: what was the guest's becomes the account's."""

from __future__ import annotations

from django.db import transaction

from ginrummy.web.people.models import Mute, Person


def bring_along(guest: Person | None, owner: Person) -> None:
    """Give what the guest has to `owner`: seats, invitations, mutes; ratings that `owner` lacks.

    At tables where `owner` sits already the guest stays who it was. Tokens stay with the guest: whoever made
    them need not be who signs in now.
    """
    if guest is None or guest.pk == owner.pk or guest.user_id is not None:
        return
    with transaction.atomic():
        taken = owner.seats.values("table")
        guest.seats.exclude(table__in=taken).update(person=owner)
        guest.invitations.update(invited=owner)
        rated = set(owner.ratings.values_list("pool", "family"))
        for rating in guest.ratings.all():
            if (rating.pool, rating.family) not in rated:
                rating.person = owner
                rating.save(update_fields=["person"])
        for mute in guest.mutes.exclude(muted=owner):
            Mute.objects.get_or_create(person=owner, muted=mute.muted)
        if not guest.seats.exists():
            guest.delete()
