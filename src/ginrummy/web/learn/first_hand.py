"""Deal, rules and opponent of the guided first hand, and creation of its table."""

from __future__ import annotations

from typing import Final

from ginrummy.game.match import Match
from ginrummy.game.shuffle import new_secret, parse_deck
from ginrummy.players import load_player
from ginrummy.players.player import Player
from ginrummy.rules.types import SEATS, other_seat
from ginrummy.variants import Variant, load_variant
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation
from ginrummy.web.tables.creation import Proposal
from ginrummy.web.tables.models import GUIDED, Status, Table

GENTLE: Final = "beginner"
LEARNER: Final = SEATS[0]
"""Seat of the learner. The bot deals, so the learner plays first."""
DECK: Final = (
    "AH QD 8C TD JH 5D KC 5C 5H 2H 7C 2D JC 7S JS QH 2C JD KH 4S 3C 6S 4D 5S 6C 9S "
    "AC AS 4H 3S 8S 8D TH 8H 9C 3H 7H 6H TC 4C 2S 7D 9H 3D 9D 6D AD KD KS QS QC TS"
)
"""Found by `tools/prepare-first-hand`: played as the guide says, the hand shows everything to be learnt."""


def guided_hand_rules() -> Variant:
    """Return the rules of the guided hand: the plain game, over with the first score."""
    return load_variant("standard").row._replace(game_target=1)


def deal_guided_hand(deck: str = DECK) -> Match:
    """Return the guided hand before its first move."""
    row = guided_hand_rules()
    return Match.from_deck(row, parse_deck(deck, packs=row.decks), dealer=other_seat(LEARNER))


def guide_player() -> Player:
    """Return the player that proposes the guide's moves, by rules of thumb for beginners."""
    return load_player("simple")


def open_guided_table(person: Person) -> Table:
    """Return the guided hand of `person`, creating it unless one is in progress."""
    begun = unfinished_guided_hand(person)
    if begun is not None:
        return begun
    proposal = Proposal(
        guided_hand_rules(), GUIDED, new_secret(), first_dealer=other_seat(LEARNER), deck=DECK
    )
    return creation.create(proposal, person, cut="", bot=GENTLE)


def unfinished_guided_hand(person: Person) -> Table | None:
    """Return the unfinished guided hand of `person`, if any."""
    found = Table.objects.filter(seats__person=person, variant_name=GUIDED, status=Status.PLAYING)
    return found.order_by("-moved").first()
