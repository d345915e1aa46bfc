"""Compiled path for players that the kernel can play alone: the same deals, the same results.

`play_pairs` returns the same as `play_piece_by_views`; a test checks this. It is used for enough hands to
repay loading the compiler, and only without records, decision times and luck.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.compile import compile_function
from ginrummy.kernel.hand_simulation import first_seat, play_hand, second_seat
from ginrummy.kernel.rng import fill_shuffled_deck, random_dealer
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.runtimes import Plain, has_compiler
from ginrummy.kernel.vectorized_rules import signed_seed
from ginrummy.lab.arena.match_play import LONGEST_MATCH
from ginrummy.lab.arena.results import GAME, UNFINISHED, Leg, PlayedPiece
from ginrummy.lab.arena.run_plan import RunPlan, Unit, WorkPiece
from ginrummy.players.strategy_player import strategy
from ginrummy.rules.scoring import (
    KIND_NAMES,
    NOBODY,
    Sheet,
    boxes_won,
    enter_hand,
    is_match_over,
    match_winner,
    new_sheet,
    next_dealer,
    totals,
)
from ginrummy.variants import Variant


def play_games(
    variant: Variant, players: tuple[Plain, Plain], *, seed: int, first: int, games: int
) -> NDArray[np.int64]:
    """Return the winner (-1 for none), both totals, whether it ended, and the number of hands of each game.

    The shape is (games, 5). Game i is dealt from the deals of pair `first` + i of `seed`.
    """
    rows = np.empty((games, 5), np.int64)
    loop = compile_function(fill_games, {first_seat: players[0], second_seat: players[1]})
    deck, log = np.empty(FACE_COUNT * variant.decks, np.uint8), np.empty(0, np.uint8)
    loop(variant_record(variant), deck, log, signed_seed(seed), first, rows)
    return rows


def fill_games(variant: Variant, deck: Any, log: Any, seed: int, first: int, rows: Any) -> None:
    """Play the games of pairs `first`, `first` + 1 ... and write each result to a row of `rows`.

    `deck` is a buffer for one deck; `log` has room for no actions.
    """
    for place in range(len(rows)):
        sheet = play_game(variant, deck, log, seed, (first + place) * LONGEST_MATCH)
        points = totals(variant, sheet)
        row = rows[place]
        row[0], row[1], row[2] = match_winner(variant, sheet), points[0], points[1]
        row[3], row[4] = is_match_over(sheet), sheet.hands


def play_game(variant: Variant, deck: Any, log: Any, seed: int, deal: int) -> Sheet:
    """Return the score sheet of the game dealt from deals `deal`, `deal` + 1 ... of `seed`."""
    sheet = new_sheet()
    dealer = random_dealer(seed, deal)
    while sheet.finished == 0 and sheet.hands < LONGEST_MATCH:
        number = deal + sheet.hands
        fill_shuffled_deck(deck, seed, number)
        score = play_hand(variant, deck, dealer, seed, number, log).score
        boxes = boxes_won(variant, score)
        sheet = enter_hand(variant, sheet, score.winner, score.points, score.extra_coups, boxes)
        dealer = next_dealer(variant, dealer, score.winner)
    return sheet


PIECE: Final = 1024
WORTH: Final = 100
STRATEGIES: Final = ("simple", "steady")


def can_play_pairing(plan: RunPlan, pairing: int) -> bool:
    """Return whether the kernel plays the pieces of `pairing`."""
    known = all(plan.players[place] in STRATEGIES for place in plan.pairings[pairing])
    is_worth_it = plan.pairs >= WORTH and has_compiler()
    return known and not (plan.records or plan.times or plan.reduce) and is_worth_it


def play_pairs(plan: RunPlan, piece: WorkPiece) -> PlayedPiece:
    """Return the results of the pairs of `piece`."""
    first, second = (strategy(plan.players[place]) for place in plan.pairings[piece.pairing])
    play = hand_legs if plan.unit is Unit.HANDS else game_legs
    ahead = play(plan, piece, (first, second), first_seat=0)
    back = play(plan, piece, (second, first), first_seat=1)
    return PlayedPiece(piece, tuple(leg for pair in zip(ahead, back, strict=True) for leg in pair))


def hand_legs(plan: RunPlan, piece: WorkPiece, seats: Any, *, first_seat: int) -> list[Leg]:
    """Return one leg of each pair, single hands; `seats` are the players of seats 0 and 1."""
    from ginrummy.kernel.vectorized_rules import play

    rows = play(plan.variant.row, seats, seed=plan.key, hands=piece.pairs, first=piece.first, workers=1)
    columns = (rows[name].tolist() for name in ("winner", "points", "kind"))
    return [
        Leg(0, 0, KIND_NAMES[kind], 1)
        if winner == NOBODY
        else Leg(leg_sign(winner, first_seat), leg_sign(winner, first_seat) * points, KIND_NAMES[kind], 1)
        for winner, points, kind in zip(*columns, strict=True)
    ]


def game_legs(plan: RunPlan, piece: WorkPiece, seats: Any, *, first_seat: int) -> list[Leg]:
    """Return one leg of each pair, whole games; `seats` are the players of seats 0 and 1."""
    rows = play_games(plan.variant.row, seats, seed=plan.key, first=piece.first, games=piece.pairs)
    return [
        Leg(
            0 if winner == NOBODY else leg_sign(winner, first_seat),
            (first - second) * (1 - 2 * first_seat),
            GAME if over else UNFINISHED,
            hands,
        )
        for winner, first, second, over, hands in rows.tolist()
    ]


def leg_sign(winner: int, first_seat: int) -> int:
    """Return 1 where the first player won, -1 where the second did."""
    return 1 if winner == first_seat else -1
