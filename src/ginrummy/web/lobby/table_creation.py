"""A table is laid for a bot, a friend with the link, or anybody: for pages and for programs alike."""

from __future__ import annotations

from typing import Final

from ginrummy.errors import GinRummyError
from ginrummy.locale import _
from ginrummy.players import player_names
from ginrummy.players.registry import SEARCHING
from ginrummy.web.bots import lanes
from ginrummy.web.bots.limits import refuse_too_many
from ginrummy.web.people.models import Person
from ginrummy.web.tables import service
from ginrummy.web.tables.commitments import Offer
from ginrummy.web.tables.models import Lane, Table
from ginrummy.web.tables.service import Proposal

FRIEND: Final = "friend"
ANYBODY: Final = "anybody"
BESIDE: Final = "beside"
"""Somebody on the same device."""


def refuse_stranger(against: str) -> None:
    """Raise `GinRummyError` where nobody is called `against`."""
    if against not in (FRIEND, ANYBODY, BESIDE, *player_names()):
        raise GinRummyError(_("there is no such player"), where="against")


def create_table(proposal: Proposal, person: Person, offer: Offer, *, against: str, cut: str) -> Table:
    """Return the new table at which `person` has cut; raises `GinRummyError` for an unknown opponent."""
    refuse_stranger(against)
    if against in (FRIEND, ANYBODY):
        return service.create(proposal, person, cut=cut)
    if against == BESIDE:
        return service.create(proposal, person, cut=cut, bot_cut=offer.bot_cut)
    refuse_too_many(person, against)
    table = service.create(proposal, person, cut=cut, bot=against, bot_cut=offer.bot_cut)
    if against in SEARCHING:
        lanes.want(Lane.SEARCH)
    return table
