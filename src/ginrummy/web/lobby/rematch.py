"""Rematch: the same game between the same players, with the deal to the other seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from ginrummy.locale import _, language
from ginrummy.players.adaptive_level import next_even
from ginrummy.players.registry import is_even
from ginrummy.rules import types
from ginrummy.web.http.error_pages import show_refusals
from ginrummy.web.http.limits import CREATE, limit_posts
from ginrummy.web.lobby.table_creation import BESIDE, FRIEND
from ginrummy.web.lobby.views import create_visitor_table
from ginrummy.web.people.current_visitor import visitor, visitor_or_guest
from ginrummy.web.tables import pubsub, service
from ginrummy.web.tables.commitments import parse_offer_token
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.errors import NotYours, SeatTaken, Stale
from ginrummy.web.tables.models import NOT_COUNTED, Seat, Status, Table
from ginrummy.web.tables.rated_eligibility import rating_objection
from ginrummy.web.tables.table_state import current_state


@require_POST
@limit_posts("create", CREATE)
@show_refusals
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Create the table of a rematch and invite the other player. A second request finds the same table."""
    before = service.find_table(key)
    seat = service.seat_number(before, visitor(request))
    if seat is None:
        raise NotYours(_("you have no seat at this table"))
    if before.variant_name in NOT_COUNTED or before.is_one_hand:
        raise Stale(_("a prepared hand is played once: begin a match instead"))
    if before.status != Status.OVER:
        raise Stale(_("the match is not over"))
    later = Table.objects.filter(rematch_of=before).first() or _lay(request, before, seat)
    return redirect("table", later.key)


def _against(before: Table, other: Seat) -> str:
    """Return the kind of opponent: the same bot, the friend, or the player on the same device.

    An adaptive bot starts at the strength that the match before suggests.
    """
    if before.shared_by_id is not None:
        return BESIDE
    if is_even(other.bot) and (match := current_state(before).match) is not None:
        return next_even(other.bot, match, other.number)
    return other.bot if other.person is None else FRIEND


def _lay(request: HttpRequest, before: Table, seat: types.Seat) -> Table:
    """Return the table of the rematch. The visitor gets seat 0, whatever the seat before.

    It is rated like the match before, unless that is no longer possible.
    """
    own = visitor_or_guest(request)
    other = before.seats.select_related("person").get(number=types.other_seat(seat))
    if other.person is not None and other.person.is_gone:
        raise Stale(_("this player has left"))
    offer = parse_offer_token(request.POST.get("offer", ""))
    mine, theirs = types.SEATS
    proposal = Proposal(
        before.variant,
        before.variant_name,
        offer.secret,
        first_dealer=theirs if service.first_dealer(before) == seat else mine,
        rematch_of=before,
        pace=before.pace,
        is_rated=before.is_rated and not rating_objection(before.pace, own, other.person or other.bot),
        language=language(),
        invited=None if before.shared_by_id else other.person,
        beside=other.person if before.shared_by_id else None,
    )
    try:
        later = create_visitor_table(request, proposal, offer, against=_against(before, other))
    except SeatTaken:
        if not Table.objects.filter(rematch_of=before).exists():
            raise
        return Table.objects.get(rematch_of=before)
    pubsub.announce(before.key, before.number)
    return later
