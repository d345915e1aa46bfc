"""Playing a piece of a run, in any process: the result depends on plan and piece alone."""

from __future__ import annotations

import atexit
from collections.abc import Callable
from functools import cache

from ginrummy.lab.arena import compiled_play
from ginrummy.lab.arena.luck import total_luck
from ginrummy.lab.arena.match_play import (
    Roster,
    Timed,
    deal_number,
    leg_records,
    leg_result,
    outcome_faults,
    play_leg,
)
from ginrummy.lab.arena.results import Fault, Leg, PlayedPiece
from ginrummy.lab.arena.run_plan import RunPlan, WorkPiece, player_seed
from ginrummy.locale import using_language
from ginrummy.players import Player
from ginrummy.rules.types import SEATS
from ginrummy.variants.header_text import LONGEST_TEXT

Play = Callable[[RunPlan, WorkPiece], PlayedPiece]


def play_piece(plan: RunPlan, piece: WorkPiece) -> PlayedPiece:
    """Return the results of the pairs of `piece`, each deal played twice with seats exchanged."""
    if compiled_play.can_play_pairing(plan, piece.pairing):
        return compiled_play.play_pairs(plan, piece)
    return play_piece_by_views(plan, piece)


def play_piece_by_views(plan: RunPlan, piece: WorkPiece) -> PlayedPiece:
    """Return the results of `piece`, with every decision made by a player from its view."""
    legs: list[Leg] = []
    faults: list[Fault] = []
    records: list[tuple[str, ...]] = []
    seconds: tuple[list[float], list[float]] = ([], [])
    with using_language("en"):
        for pair in range(piece.first, piece.first + piece.pairs):
            for leg, first_seat in enumerate(SEATS):
                seats = seated_players(plan, piece.pairing, pair, leg)
                outcome = play_leg(plan, pair, time_decisions(seats, seconds, leg) if plan.times else seats)
                luck = total_luck(outcome.match.games, first_seat) if plan.reduce else ()
                legs.append(leg_result(plan, outcome, first_seat)._replace(luck=luck))
                faults += outcome_faults(outcome, pair, leg)
                if plan.records:
                    records.append(leg_records(plan, outcome, *leg_headers(plan, piece.pairing, pair, leg)))
    return PlayedPiece(
        piece, tuple(legs), tuple(faults), tuple(records), (tuple(seconds[0]), tuple(seconds[1]))
    )


def time_decisions(
    seats: tuple[Player, Player], seconds: tuple[list[float], list[float]], leg: int
) -> tuple[Player, Player]:
    """Return the players of `seats` with timed decisions, by first and second player."""
    return Timed(seats[0], seconds[leg]), Timed(seats[1], seconds[1 - leg])


def leg_headers(plan: RunPlan, pairing: int, pair: int, leg: int) -> tuple[tuple[str, str], str]:
    """Return the players of seats 0 and 1, and the site of the leg, for its record."""
    first, second = (plan.names[place][:LONGEST_TEXT] for place in plan.pairings[pairing])
    names = (second, first) if leg else (first, second)
    return names, f"ginrummy arena, seed {plan.seed[:100]}, pair {pair + 1}{'ab'[leg]}"


def seated_players(plan: RunPlan, pairing: int, pair: int, leg: int) -> tuple[Player, Player]:
    """Return the players of `pairing` in seats 0 and 1; in the second leg the first player has seat 1."""
    roster = player_pool(plan.move_time)
    number = deal_number(plan.unit, pair, 0)
    players = [
        roster.seat_player(plan.players[place], side, seed=player_seed(plan.key_for(place), number, leg))
        for side, place in enumerate(plan.pairings[pairing])
    ]
    return players[leg], players[1 - leg]


@cache
def player_pool(move_time: float) -> Roster:
    """Return the pool of players of this process."""
    roster = Roster(move_time=move_time)
    atexit.register(roster.close)
    return roster
