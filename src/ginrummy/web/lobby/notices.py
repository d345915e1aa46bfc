"""Notices on every page: the visitor's invitations, and tables that wait for a sealed cut."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest

from ginrummy.web.lobby.player_invitations import invitations_to
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import pubsub, service
from ginrummy.web.tables.models import Status, Table
from ginrummy.web.tables.table_state import current_state


def context(request: HttpRequest) -> dict[str, Callable[[], list[Table]]]:
    """Return `notices` and `to_reveal`, which query the database only if a template calls them."""
    return {"notices": partial(visitor_invitations, request), "to_reveal": partial(tables_to_reveal, request)}


def visitor_invitations(request: HttpRequest) -> list[Table]:
    """Return the tables that the visitor is invited to."""
    return invitations_to(visitor(request)) if request.session.get("person") else []


def tables_to_reveal(request: HttpRequest) -> list[Table]:
    """Return the tables that wait until the visitor reveals a sealed cut."""
    person = visitor(request) if request.session.get("person") else None
    if person is None:
        return []
    found = Table.objects.filter(status=Status.CUTTING, seats__person=person).prefetch_related(
        "seats__person"
    )
    return [one for one in found if service.seat_number(one, person) in current_state(one).awaited]


def announce_free_seat(*, table: Table, **_told: Any) -> None:
    """Wake the lobby and the invited person after the free seat of `table` has appeared or gone."""
    if table.is_listed:
        pubsub.announce(pubsub.LOBBY, 0)
    if table.invited is not None:
        pubsub.announce(pubsub.person_key(table.invited.key), 0)
