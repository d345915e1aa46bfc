"""Compiled path for players that the kernel can play alone: the same deals, the same results.

`play_pairs` returns the same as `work.play_views`; a test checks this. It is used for enough hands to repay
loading the compiler, and only without records, decision times and luck.
"""

from __future__ import annotations

from typing import Any, Final

from ginrummy.kernel.targets import Target, is_ready, target
from ginrummy.lab.arena.results import GAME, UNFINISHED, Leg, Played
from ginrummy.lab.arena.run_plan import Piece, Plan, Unit
from ginrummy.players.strategy_player import strategy
from ginrummy.rules.scoring import KIND_NAMES, NOBODY

PIECE: Final = 1024
WORTH: Final = 100
STRATEGIES: Final = ("simple", "steady")


def plays(plan: Plan, pairing: int) -> bool:
    """Return whether the kernel plays the pieces of `pairing`."""
    known = all(plan.players[place] in STRATEGIES for place in plan.pairings[pairing])
    is_worth_it = plan.pairs >= WORTH and target() is Target.NATIVE and is_ready()
    return known and not (plan.records or plan.times or plan.reduce) and is_worth_it


def play_pairs(plan: Plan, piece: Piece) -> Played:
    """Return the results of the pairs of `piece`."""
    first, second = (strategy(plan.players[place]) for place in plan.pairings[piece.pairing])
    play = hand_legs if plan.unit is Unit.HANDS else game_legs
    ahead = play(plan, piece, (first, second), first_seat=0)
    back = play(plan, piece, (second, first), first_seat=1)
    return Played(piece, tuple(leg for pair in zip(ahead, back, strict=True) for leg in pair))


def hand_legs(plan: Plan, piece: Piece, seats: Any, *, first_seat: int) -> list[Leg]:
    """Return one leg of each pair, single hands; `seats` are the players of seats 0 and 1."""
    from ginrummy.kernel.vectorized_rules import play

    rows = play(plan.variant.row, seats, seed=plan.key, hands=piece.pairs, first=piece.first, workers=1)
    columns = (rows[name].tolist() for name in ("winner", "points", "kind"))
    return [
        Leg(0, 0, KIND_NAMES[kind], 1)
        if winner == NOBODY
        else Leg(sign(winner, first_seat), sign(winner, first_seat) * points, KIND_NAMES[kind], 1)
        for winner, points, kind in zip(*columns, strict=True)
    ]


def game_legs(plan: Plan, piece: Piece, seats: Any, *, first_seat: int) -> list[Leg]:
    """Return one leg of each pair, whole games; `seats` are the players of seats 0 and 1."""
    from ginrummy.lab.arena.compiled_matches import play_games

    rows = play_games(plan.variant.row, seats, seed=plan.key, first=piece.first, games=piece.pairs)
    return [
        Leg(
            0 if winner == NOBODY else sign(winner, first_seat),
            (first - second) * (1 - 2 * first_seat),
            GAME if over else UNFINISHED,
            hands,
        )
        for winner, first, second, over, hands in rows.tolist()
    ]


def sign(winner: int, first_seat: int) -> int:
    """Return 1 where the first player won, -1 where the second did."""
    return 1 if winner == first_seat else -1
