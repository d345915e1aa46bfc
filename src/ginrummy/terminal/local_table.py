"""Table of a person and a computer player: the match between them, move by move."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from ginrummy.coach.decisions import Moment
from ginrummy.game import shuffle
from ginrummy.game.game import Game, Phase
from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.shuffle import Seeds
from ginrummy.game.view import View, may_undo_move, undo_last_move, view_of
from ginrummy.locale import _
from ginrummy.players import Player, legal_answer, load_player, player_title
from ginrummy.rules.types import SEATS, Card, Face, Seat, other_seat
from ginrummy.text.ledger.evening_writer import played_hand
from ginrummy.text.ledger.score_ledger import Ledger
from ginrummy.text.ledger.sheet_text import sheet_lines
from ginrummy.variants import NamedVariant

PERSON, OTHER = SEATS
_SEED_BITS = 32


@dataclass(frozen=True, slots=True)
class LocalTable:
    """A match at the table. The person has seat 0, the player `against` seat 1.

    `player_seed` is the seed of the player, `order` the person's own order of the hand, `kept_as` the file
    name of the unfinished match.
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
        """The person's view."""
        return view_of(self.match, PERSON)

    @property
    def game(self) -> Game:
        """The hand on the table."""
        return self.match.game

    @property
    def is_opponent_turn(self) -> bool:
        """Whether the other seat is to move."""
        return self.game.phase is not Phase.OVER and self.game.turn == OTHER

    @property
    def opponent_name(self) -> str:
        """The other player's name at the table."""
        return player_title(self.against)

    def play(self, move: Move) -> LocalTable:
        """Return the table after `move` of the seat to move. Raise `IllegalMove` for an illegal one."""
        return replace(self, match=self.match.play(move))

    def opponent_move(self) -> Move:
        """Return the move of the other seat, which is to move. Raise `PlayerError` for a faulty player."""
        return legal_answer(self.player, view_of(self.match, OTHER))

    def next_hand(self) -> LocalTable:
        """Return the table with the next hand dealt, from the seeds or, in an exercise, at random."""
        deck = None if self.match.seeds else random_next_deck(self.match)
        return replace(self, match=self.match.next_hand(deck), order=())

    @property
    def may_undo(self) -> bool:
        """Whether the person may undo the last move."""
        return may_undo_move(self.match, PERSON)

    def undo(self) -> LocalTable:
        """Return the table before the last move of the hand."""
        return replace(self, match=undo_last_move(self.match))

    def undo_refusal(self) -> str:
        """Return why undo is impossible now, in a sentence."""
        if not self.game.plays:
            return _("There is nothing to undo.")
        if self.match.is_over:
            return _("The match is over: nothing can be undone.")
        if self.game.plays[-1].seat == OTHER:
            return _("{name} has answered: that cannot be undone.").format(name=self.opponent_name)
        return _("A card was seen: that cannot be undone.")


def new_table(variant: NamedVariant, *, against: str, seeds: Seeds, player_seed: int) -> LocalTable:
    """Return a table with a new match of `variant`."""
    player = load_player(against, seed=player_seed, cores=None)
    return LocalTable(variant, Match.start(variant.row, seeds), player, against, player_seed)


def new_exercise(variant: NamedVariant, match: Match, moment: Moment, *, against: str) -> LocalTable:
    """Return a table that resumes `match` at a decision, with the person in the seat that decides.

    The cards are those of the match. An exercise has no seeds, so it is not saved and not rated.
    """
    seed = random_seed()
    start = exercise_start(match, moment.seat)
    for number, game in enumerate(match.games[: moment.hand], start=1):
        start = start if number == 1 else start.next_hand(game.deck)
        moves = moment.game.moves if number == moment.hand else game.moves
        for move in moves:
            start = start.play(move)
    return LocalTable(variant, start, load_player(against, seed=seed, cores=None), against, seed)


def exercise_start(match: Match, seat: Seat) -> Match:
    """Return `match` before its first move, without seeds, with `seat` as the person's seat 0."""
    first = match.games[0]
    dealer = first.dealer if seat == PERSON else other_seat(first.dealer)
    return Match.from_deck(match.variant, first.deck, dealer=dealer)


def random_next_deck(match: Match) -> tuple[Card, ...]:
    """Return a random deck for the hand after the one on the table."""
    seeds = Seeds(shuffle.new_secret(), ("", ""))
    return shuffle.shuffled_deck(seeds, match.number + 1, match.variant.decks)


def random_seed() -> int:
    """Return a random seed for a player."""
    return random.SystemRandom().getrandbits(_SEED_BITS)


@dataclass(frozen=True, slots=True)
class SealedDeal:
    """The secret behind the fingerprint shown before the first hand, and the other seat's cut.

    A deal by number (`--seed`) is `fixed`: its cuts are empty and the person is not prompted for one.
    """

    secret: str
    other_cut: str
    fixed: bool = False

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the secret, shown before the person cuts (RULES 3.6)."""
        return shuffle.commitment(self.secret)

    def seeds(self, cut: str) -> Seeds:
        """Return the seeds of the match after the person's cut. Raise `DealError` for a bad cut."""
        return Seeds(self.secret, ("" if self.fixed else cut, self.other_cut))


def new_deal(seed: int | None = None) -> SealedDeal:
    """Return a random deal, or the one of the number `seed`."""
    if seed is None:
        return SealedDeal(shuffle.new_secret(), shuffle.random_cut())
    return SealedDeal(shuffle.seeds_from_number(seed).secret, "", fixed=True)


def table_ledger(table: LocalTable) -> Ledger:
    """Return the ledger of the finished hands."""
    games = table.match.games
    ledger = Ledger(table.variant, (_("Player"), table.opponent_name), games[0].dealer)
    for game in games:
        if game.score is not None:
            ledger = ledger.append_hand(played_hand(game))
    return ledger


def table_sheet_lines(table: LocalTable, most: int | None) -> list[str]:
    """Return the score sheet of `table`, in lines of at most `most` characters."""
    return sheet_lines(table_ledger(table), most, is_dealt=not table.game.is_over, names_winner=False)
