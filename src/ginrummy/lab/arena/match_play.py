"""One leg: a hand or a match between two players in their seats, played through their views."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import Final, NamedTuple, Protocol, runtime_checkable

from ginrummy.game.game import Game
from ginrummy.game.match import Match
from ginrummy.game.moves import Move
from ginrummy.game.score_sheet import build_score_sheet
from ginrummy.game.view import View, view_of
from ginrummy.lab.arena import run_plan
from ginrummy.lab.arena.results import FORFEIT, GAME, UNFINISHED, Fault, Leg, forfeit_hand
from ginrummy.lab.arena.run_plan import RunPlan, Unit
from ginrummy.players import Player, PlayerError, legal_answer, load_player
from ginrummy.players.loading import PlayerKind, player_kind
from ginrummy.players.player import player_name
from ginrummy.players.programs.external_engine import EnginePlayer, command_of
from ginrummy.players.programs.isolated import IsolatedPlayer
from ginrummy.rules import scoring
from ginrummy.rules.types import NOBODY, SEATS, Seat
from ginrummy.text.record import write_record
from ginrummy.variants import Variant

LONGEST_MATCH: Final = 1000
LONGEST_REASON: Final = 300


@runtime_checkable
class HandEndListener(Protocol):
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


def play_leg(plan: RunPlan, pair: int, seats: tuple[Player, Player]) -> Outcome:
    """Return the outcome of `pair` with these players in seats 0 and 1."""
    row, key = plan.variant.row, plan.key
    first = deal_number(plan.unit, pair, 0)
    deck, dealer = run_plan.deck(key, first, row.decks), run_plan.first_dealer(key, first)
    match = Match.from_deck(row, deck, dealer=dealer)
    failures: list[Failure] = []
    while True:
        match, failure = play_hand(match, seats)
        failures += [failure] if failure else []
        if plan.unit is Unit.HANDS or match.is_over or match.number + 1 == LONGEST_MATCH:
            return Outcome(match, tuple(failures))
        number = deal_number(plan.unit, pair, match.number + 1)
        match = match.next_hand(run_plan.deck(key, number, row.decks))


def play_hand(match: Match, seats: tuple[Player, Player]) -> tuple[Match, Failure | None]:
    """Return `match` with the current hand played to its end, and the player's failure, if any."""
    failure = None
    while match.game.score is None:
        seat = match.game.turn
        try:
            match = match.play(legal_answer(seats[seat], view_of(match, seat)))
        except PlayerError as error:
            failure = Failure(match.number, seat, error.what[:LONGEST_REASON])
            match = forfeit_hand(match, seat)
    notify_hand_end(match, seats)
    return match, failure


def notify_hand_end(match: Match, seats: tuple[Player, Player]) -> None:
    """Show the ended hand to the players with an `over` method."""
    for seat, player in zip(SEATS, seats, strict=True):
        if isinstance(player, HandEndListener):
            with suppress(Exception):
                player.over(view_of(match, seat))


def leg_result(plan: RunPlan, outcome: Outcome, first_seat: Seat) -> Leg:
    """Return the result of a leg that the first player played in `first_seat`."""
    if plan.unit is Unit.HANDS:
        return hand_leg_result(outcome, first_seat)
    match = outcome.match
    totals = scoring.totals(match.variant, match.current_sheet)
    winner = NOBODY if match.winner is None else match.winner
    kind = GAME if match.is_over else UNFINISHED
    points = totals[first_seat] - totals[1 - first_seat]
    return Leg(winner_sign(winner, first_seat), points, kind, len(match.games))


def hand_leg_result(outcome: Outcome, first_seat: Seat) -> Leg:
    """Return the result of a leg of a single hand."""
    score = outcome.match.game.score
    assert score is not None
    won = winner_sign(Seat(score.winner), first_seat)
    kind = FORFEIT if outcome.failures else scoring.KIND_NAMES[score.kind]
    return Leg(won, won * score.points, kind, 1)


def winner_sign(winner: Seat, first_seat: Seat) -> int:
    """Return 1 if the first player won, -1 if the second did, 0 for neither."""
    if winner == NOBODY:
        return 0
    return 1 if winner == first_seat else -1


def outcome_faults(outcome: Outcome, pair: int, leg: int) -> tuple[Fault, ...]:
    """Return the failures of a leg as faults of the pairing's first (0) or second (1) player."""
    return tuple(Fault(pair, leg, number, seat ^ leg, why) for number, seat, why in outcome.failures)


MILLISECONDS: Final = 1000.0
LATE: Final = 0.95


class ThinkingTime(NamedTuple):
    """Decision times of one player: the number of decisions, mean and 95th percentile in milliseconds."""

    decisions: int
    mean: float
    late: float


class Timed:
    """A player with timed decisions, otherwise identical to the wrapped one."""

    def __init__(self, player: Player, seconds: list[float]) -> None:
        """Wrap `player`. The seconds of its decisions, except forced ones, are appended to `seconds`."""
        self.player, self.seconds = player, seconds
        self.name = player_name(player)

    def decide(self, view: View) -> Move:
        """Return the move of the player."""
        start = time.perf_counter()
        move = self.player.decide(view)
        spent = time.perf_counter() - start
        if len(view.legal_moves()) > 1:
            self.seconds.append(spent)
        return move

    def over(self, view: View) -> None:
        """Report the end of the hand in `view` to the player, if it has an `over` method."""
        if isinstance(self.player, HandEndListener):
            self.player.over(view)


def thinking_time(seconds: Sequence[float]) -> ThinkingTime | None:
    """Return the decision times from `seconds`, or `None` if the player was not timed."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(LATE * len(ordered)))]
    return ThinkingTime(len(ordered), MILLISECONDS * sum(ordered) / len(ordered), MILLISECONDS * late)


def leg_records(plan: RunPlan, outcome: Outcome, players: tuple[str, str], site: str) -> tuple[str, ...]:
    """Return the records of a leg between `players`, of seats 0 and 1: one without forfeits."""
    failures = {failure.number: failure for failure in outcome.failures}
    texts: list[str] = []
    for games, number in split_at_forfeits(outcome):
        failure = failures.get(number)
        match = match_from_games(games, is_cut=failure is not None) if failures else outcome.match
        text = write_record(match, variant=plan.variant, players=players, site=site)
        texts.append(text + (forfeit_comment(failure, players) if failure else ""))
    return tuple(texts)


def split_at_forfeits(outcome: Outcome) -> list[tuple[tuple[Game, ...], int]]:
    """Return the hands of a leg, split after each forfeit, with the number of the last hand of each part."""
    games = outcome.match.games
    ends = {failure.number + 1 for failure in outcome.failures} | {len(games)}
    return [(games[start:end], end - 1) for start, end in pairwise([0, *sorted(ends)])]


def match_from_games(games: tuple[Game, ...], *, is_cut: bool) -> Match:
    """Return `games` as a match of their own; with `is_cut` the last has no score by the law."""
    *earlier, last = games
    sheet = build_score_sheet(last.variant, (game.score for game in earlier)).sheet
    return Match(last.variant, None, tuple(earlier), replace(last, score=None) if is_cut else last, sheet)


def forfeit_comment(failure: Failure, players: tuple[str, str]) -> str:
    """Return the comment with the player and the reason of the forfeit in the last hand of a record."""
    return f"; {players[failure.seat]} loses this hand by rule: {failure.why}\n"


MOST_PROCESSES: Final = 16


@runtime_checkable
class Resettable(Protocol):
    """A player that can be reused for another leg after a reset."""

    def begin(self, seed: int) -> None:
        """Reset: later decisions depend on `seed` and the views alone."""


class Roster:
    """Players by name and seat: each leg gets them as if freshly loaded."""

    def __init__(self, *, move_time: float) -> None:
        self._move_time = move_time
        self._kept: dict[tuple[str, int], Player] = {}

    def seat_player(self, spec: str, side: int, *, seed: int) -> Player:
        """Return the player `spec` for side 0 or 1 of a pairing, with `seed` for its chance."""
        kept = self._kept.pop((spec, side), None)
        lasting: object = kept
        if kept is not None and isinstance(lasting, Resettable):
            lasting.begin(seed)
        else:
            kept = third_party_player(spec, seed=seed, move_time=self._move_time) or load_player(
                spec, seed=seed
            )
        self._kept[spec, side] = kept
        self._dismiss_idle()
        return kept

    def _dismiss_idle(self) -> None:
        """Stop the subprocess that has been idle longest, if there are too many."""
        running = [
            place for place, player in self._kept.items() if isinstance(player, EnginePlayer | IsolatedPlayer)
        ]
        if len(running) > MOST_PROCESSES:
            _close(self._kept.pop(running[0]))

    def close(self) -> None:
        """Stop the subprocesses of the players."""
        for player in self._kept.values():
            _close(player)
        self._kept.clear()


def third_party_player(spec: str, *, seed: int, move_time: float) -> EnginePlayer | IsolatedPlayer | None:
    """Return a third-party player in a subprocess, or `None` for one of ours."""
    kind = player_kind(spec)
    if kind is PlayerKind.CLASS:
        return IsolatedPlayer(spec, seed=seed, move_time=move_time)
    if kind is PlayerKind.PROGRAM and command_of(spec) is not None:
        return EnginePlayer(spec, seed=seed, move_time=move_time)
    return None


def check_player(spec: str, row: Variant, *, move_time: float) -> None:
    """Raise a `GinRummyError` unless `spec` can be loaded and plays the variant."""
    player = third_party_player(spec, seed=0, move_time=move_time)
    if player is None:
        load_player(spec, seed=0)
        return
    try:
        player.start(row)
    finally:
        player.close()


def _close(player: Player) -> None:
    if isinstance(player, EnginePlayer | IsolatedPlayer):
        player.close()
