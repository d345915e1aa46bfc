"""Notices on every page: the visitor's invitations, and players who have joined the visitor's tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from ginrummy.rules.types import other_seat
from ginrummy.web.lobby.player_invitations import invitations_to
from ginrummy.web.people.current_visitor import visitor
from ginrummy.web.tables import pubsub, service
from ginrummy.web.tables.models import Presence, Status, Table
from ginrummy.web.tables.table_state import current_state

SEEKS: Final = "seeks"
"""Key of the signed cookie for a browser whose search may still find somebody."""
_JUST_BEGUN: Final = 5
"""Events of a match until its first turn is over: three before the deal, then a card taken and one thrown."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Player called `name` who has joined a table. The visitor's cut is under `seal` until it is shown."""

    table: Table
    name: str
    seal: str = ""
    theirs: str = ""


def context(request: HttpRequest) -> dict[str, Callable[[], object]]:
    """Return the lists of notices, which query the database only if a template calls them."""
    found = cache(partial(tables_in_first_turn, request))
    return {
        "notices": partial(visitor_invitations, request),
        "arrivals": lambda: list(arrivals(request, found())),
        "awaits_player": lambda: (
            any(one.status != Status.PLAYING for one in found()) or request.session.get(SEEKS, False)
        ),
    }


def visitor_invitations(request: HttpRequest) -> list[Table]:
    """Return the tables that the visitor is invited to, except the one of the page."""
    found = invitations_to(visitor(request)) if request.session.get("person") else []
    return _without_own_page(request, found)


def _without_own_page(request: HttpRequest, tables: Iterable[Table]) -> list[Table]:
    own_page = request.GET.get("at", request.path)
    return [one for one in tables if reverse("table", args=(one.key,)) != own_page]


def tables_in_first_turn(request: HttpRequest) -> list[Table]:
    """Return the visitor's tables before the end of the first turn, except the one of the page."""
    person = visitor(request) if request.session.get("person") else None
    if person is None:
        return []
    before_deal, just_dealt = (
        Q(status__in=(Status.WAITING, Status.CUTTING)),
        Q(status=Status.PLAYING, number__lte=_JUST_BEGUN, shared_by=None),
    )
    found = Table.objects.filter(before_deal | just_dealt, seats__person=person)
    return _without_own_page(request, found.prefetch_related("seats__person"))


def arrivals(request: HttpRequest, tables: list[Table]) -> Iterator[Arrival]:
    """Yield the players who have joined `tables` and wait there for the visitor."""
    person = visitor(request)
    for table in tables:
        seat = service.seat_number(table, person)
        if seat is None or len(table.taken) == 1:
            continue
        other, state = table.taken[other_seat(seat)], current_state(table)
        if table.status == Status.CUTTING and seat in state.awaited:
            yield Arrival(table, str(other), state.seals[seat], state.cuts[other.number] or "")
        elif table.status == Status.PLAYING and other.person and other.presence == Presence.HERE:
            yield Arrival(table, str(other))


def announce_free_seat(*, table: Table, **_told: Any) -> None:
    """Wake the lobby, the invited person and the players after a free seat has appeared or gone."""
    if table.is_listed:
        pubsub.announce(pubsub.LOBBY, 0)
    people = [table.invited, *(seat.person for seat in table.taken)]
    for key in {person.key for person in people if person is not None}:
        pubsub.announce(pubsub.person_key(key), 0)
