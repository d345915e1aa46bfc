"""A person and a player at one table: the match between them, move by move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from ginrummy import shuffle
from ginrummy.card_seat_types import SEATS, Card, Face, Seat, other_seat
from ginrummy.coach.decisions import Moment
from ginrummy.game import Game, Phase
from ginrummy.locale import _
from ginrummy.match import Match
from ginrummy.moves import Move
from ginrummy.players import Player, asked, bot_name, load_player
from ginrummy.shuffle import Seeds
from ginrummy.table.undo import before_last, may_go_back
from ginrummy.variants import NamedVariant
from ginrummy.view import View, view_of

PERSON, OTHER = SEATS
_SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class LocalTable:
    """A match at the table: the person has seat 0, the player `against` seat 1.

    `player_seed` is the seed of the player, `order` the hand as the person arranged it, `kept_as` the name
    under which the match is kept until it is over.
    """

    variant: NamedVariant
    match: Match
    player: Player
    against: str
    player_seed: int
    order: tuple[Face, ...] = ()
    kept_as: str = ""

    @property
    def view(self) -> View:
        """What the person may know."""
        return view_of(self.match, PERSON)

    @property
    def game(self) -> Game:
        """The hand on the table."""
        return self.match.game

    @property
    def is_waiting(self) -> bool:
        """Whether the other seat is to move."""
        return self.game.phase is not Phase.OVER and self.game.turn == OTHER

    @property
    def name(self) -> str:
        """What the other player is called at the table."""
        return bot_name(self.against)

    def play(self, move: Move) -> LocalTable:
        """Return the table after `move` of the seat whose turn it is; raises `IllegalMove`."""
        return replace(self, match=self.match.play(move))

    def decided(self) -> Move:
        """Return the move of the other seat, which is to move; raises `PlayerError`."""
        return asked(self.player, view_of(self.match, OTHER))

    def next_hand(self) -> LocalTable:
        """Return the table with the next hand dealt: by the seeds, in an exercise by chance."""
        deck = None if self.match.seeds else fresh_deck(self.match)
        return replace(self, match=self.match.next_hand(deck), order=())

    @property
    def may_undo(self) -> bool:
        """Whether the person may take the last move back."""
        return may_go_back(self.match, PERSON)

    def undone(self) -> LocalTable:
        """Return the table before the last move of the hand."""
        return replace(self, match=before_last(self.match))

    def why_no_undo(self) -> str:
        """Return why nothing can be undone now, in a sentence."""
        if not self.game.plays:
            return _("There is nothing to undo.")
        if self.match.is_over:
            return _("The match is over: nothing can be undone.")
        if self.game.plays[-1].seat == OTHER:
            return _("{name} has answered: that cannot be undone.").format(name=self.name)
        return _("A card was seen: that cannot be undone.")


def new_table(variant: NamedVariant, *, against: str, seeds: Seeds, player_seed: int) -> LocalTable:
    """Return a table at which a match of `variant` begins."""
    player = load_player(against, seed=player_seed, cores=None)
    return LocalTable(variant, Match.start(variant.row, seeds), player, against, player_seed)


def exercise_at(variant: NamedVariant, match: Match, moment: Moment, *, against: str) -> LocalTable:
    """Return a table at which `match` goes on from a decision, the person in the place of whoever made it.

    The cards lie as they really lay. It has no seeds, so that it is kept nowhere and counts nowhere.
    """
    seed = random_seed()
    start = turned(match, moment.seat)
    for number, game in enumerate(match.games[: moment.hand], start=1):
        start = start if number == 1 else start.next_hand(game.deck)
        moves = moment.game.moves if number == moment.hand else game.moves
        for move in moves:
            start = start.play(move)
    return LocalTable(variant, start, load_player(against, seed=seed, cores=None), against, seed)


def turned(match: Match, seat: Seat) -> Match:
    """Return `match` before its first move, without seeds, as `seat` sits when it is the person's."""
    first = match.games[0]
    dealer = first.dealer if seat == PERSON else other_seat(first.dealer)
    return Match.from_deck(match.variant, first.deck, dealer=dealer)


def fresh_deck(match: Match) -> tuple[Card, ...]:
    """Return the cards of the hand after the one on the table, in an order by chance."""
    seeds = Seeds(shuffle.new_secret(), ("", ""))
    return shuffle.deck(seeds, match.number + 1, match.variant.decks)


def random_seed() -> int:
    """Return a seed for a player, never the same twice."""
    return random.SystemRandom().getrandbits(_SEED_BITS)


@dataclass(frozen=True, slots=True)
class Deal:
    """What is shown before the first hand: the secret behind its fingerprint, and the other seat's cut.

    A deal by number (`--seed`) is `fixed`: its cuts are empty and nobody is asked for one.
    """

    secret: str
    other_cut: str
    fixed: bool = False

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the secret, to be shown before the person cuts (RULES 3.6)."""
        return shuffle.commitment(self.secret)

    def seeds(self, cut: str) -> Seeds:
        """Return the seeds of the match once the person has cut; raises `DealError` for no cut's text."""
        return Seeds(self.secret, ("" if self.fixed else cut, self.other_cut))


def new_deal(seed: int | None = None) -> Deal:
    """Return a fresh deal, or the one that the number `seed` stands for."""
    if seed is None:
        return Deal(shuffle.new_secret(), shuffle.random_cut())
    return Deal(shuffle.seeds_from_number(seed).secret, "", fixed=True)
