"""One leg: a hand or a match between two players in their seats, played through their views."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple, Protocol, runtime_checkable

from ginrummy.game.match import Match
from ginrummy.game.view import View, view_of
from ginrummy.lab.arena import seeded_deals
from ginrummy.lab.arena.forfeits import forfeited
from ginrummy.lab.arena.results import FORFEIT, GAME, UNFINISHED, Fault, Leg
from ginrummy.lab.arena.run_plan import Plan, Unit
from ginrummy.players import Player, PlayerError, asked
from ginrummy.rules import scoring
from ginrummy.rules.types import NOBODY, SEATS, Seat

LONGEST_MATCH: Final = 1000
LONGEST_REASON: Final = 300


@runtime_checkable
class Informed(Protocol):
    """A player with an `over` method, called at the end of each hand, forfeits included."""

    def over(self, view: View) -> None:
        """Handle the ended hand in `view`."""


class Failure(NamedTuple):
    """A forfeited hand: its number, the seat that failed, and the reason."""

    number: int
    seat: Seat
    why: str


class Outcome(NamedTuple):
    """A played leg: the final match, and its forfeited hands."""

    match: Match
    failures: tuple[Failure, ...]


def deal_number(unit: Unit, pair: int, number: int) -> int:
    """Return the index, among the deals of the run's seed, of hand `number` of `pair`."""
    return pair if unit is Unit.HANDS else pair * LONGEST_MATCH + number


def play_leg(plan: Plan, pair: int, seats: tuple[Player, Player]) -> Outcome:
    """Return the outcome of `pair` with these players in seats 0 and 1."""
    row, key = plan.variant.row, plan.key
    first = deal_number(plan.unit, pair, 0)
    deck, dealer = seeded_deals.deck(key, first, row.decks), seeded_deals.first_dealer(key, first)
    match = Match.from_deck(row, deck, dealer=dealer)
    failures: list[Failure] = []
    while True:
        match, failure = play_hand(match, seats)
        failures += [failure] if failure else []
        if plan.unit is Unit.HANDS or match.is_over or match.number + 1 == LONGEST_MATCH:
            return Outcome(match, tuple(failures))
        number = deal_number(plan.unit, pair, match.number + 1)
        match = match.next_hand(seeded_deals.deck(key, number, row.decks))


def play_hand(match: Match, seats: tuple[Player, Player]) -> tuple[Match, Failure | None]:
    """Return `match` with the current hand played to its end, and the player's failure, if any."""
    failure = None
    while match.game.score is None:
        seat = match.game.turn
        try:
            match = match.play(asked(seats[seat], view_of(match, seat)))
        except PlayerError as error:
            failure = Failure(match.number, seat, error.what[:LONGEST_REASON])
            match = forfeited(match, seat)
    tell_the_end(match, seats)
    return match, failure


def tell_the_end(match: Match, seats: tuple[Player, Player]) -> None:
    """Show the ended hand to the players with an `over` method."""
    for seat, player in zip(SEATS, seats, strict=True):
        if isinstance(player, Informed):
            with suppress(Exception):
                player.over(view_of(match, seat))


def leg_of(plan: Plan, outcome: Outcome, first_seat: Seat) -> Leg:
    """Return the result of a leg that the first player played in `first_seat`."""
    if plan.unit is Unit.HANDS:
        return hand_leg(outcome, first_seat)
    match = outcome.match
    totals = scoring.totals(match.variant, match.sheet_now)
    winner = NOBODY if match.winner is None else match.winner
    kind = GAME if match.is_over else UNFINISHED
    points = totals[first_seat] - totals[1 - first_seat]
    return Leg(side_of(winner, first_seat), points, kind, len(match.games))


def hand_leg(outcome: Outcome, first_seat: Seat) -> Leg:
    """Return the result of a leg of a single hand."""
    score = outcome.match.game.score
    assert score is not None
    won = side_of(Seat(score.winner), first_seat)
    kind = FORFEIT if outcome.failures else scoring.KIND_NAMES[score.kind]
    return Leg(won, won * score.points, kind, 1)


def side_of(winner: Seat, first_seat: Seat) -> int:
    """Return 1 if the first player won, -1 if the second did, 0 for neither."""
    if winner == NOBODY:
        return 0
    return 1 if winner == first_seat else -1


def faults_of(outcome: Outcome, pair: int, leg: int) -> tuple[Fault, ...]:
    """Return the failures of a leg as faults of the pairing's first (0) or second (1) player."""
    return tuple(Fault(pair, leg, number, seat ^ leg, why) for number, seat, why in outcome.failures)
