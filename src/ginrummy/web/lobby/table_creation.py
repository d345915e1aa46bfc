"""Creation of a table against a bot, a friend with the link, or anybody, for pages and for the API."""

from __future__ import annotations

from typing import Final

from django.db import transaction

from ginrummy.game.shuffle import DealError
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError
from ginrummy.players import player_names
from ginrummy.players.registry import SEARCHING, is_even
from ginrummy.web.bots import lane_readiness
from ginrummy.web.bots.match_limits import refuse_too_many
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation
from ginrummy.web.tables.commitments import OfferedDeal
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import Lane, Table

FRIEND: Final = "friend"
ANYBODY: Final = "anybody"
BESIDE: Final = "beside"
"""Opponent on the same device."""


def check_opponent_kind(against: str) -> None:
    """Raise `GinRummyError` if `against` is no kind of opponent."""
    if against not in (FRIEND, ANYBODY, BESIDE, *player_names()) and not is_even(against):
        raise GinRummyError(_("there is no such player"), where="against")


def create_table(
    proposal: Proposal, person: Person, offer: OfferedDeal, *, against: str, cut: str, seal: str = ""
) -> Table:
    """Create a table at which `person` has cut, or has sealed a cut if both players are people.

    Raise `GinRummyError` for an unknown opponent, and `DealError` for an invalid cut or seal.
    """
    check_opponent_kind(against)
    if against in (FRIEND, ANYBODY):
        return creation.create(proposal, person, cut=cut, seal=seal)
    if seal:
        what = _("against a bot, whose cut is known already, cut openly")
        raise DealError(what, where="seal", clause="3.6")
    if against == BESIDE:
        return creation.create(proposal, person, cut=cut, bot_cut=offer.bot_cut)
    with transaction.atomic():
        refuse_too_many(person, against)
        table = creation.create(proposal, person, cut=cut, bot=against, bot_cut=offer.bot_cut)
    if against in SEARCHING:
        lane_readiness.announce_turn(Lane.SEARCH)
    return table
