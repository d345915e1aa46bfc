"""Whole games in the kernel: a plain loop over hands and the score sheet, compiled with the players."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ginrummy.game.cards import FACE_COUNT
from ginrummy.kernel.compile import compiled
from ginrummy.kernel.hand_simulation import first_seat, play_hand, second_seat
from ginrummy.kernel.rng import drawn_dealer, shuffle_deck
from ginrummy.kernel.row_fields import variant_record
from ginrummy.kernel.targets import Plain
from ginrummy.kernel.vectorized_rules import signed
from ginrummy.lab.arena.match_play import LONGEST_MATCH
from ginrummy.rules.scoring import (
    Sheet,
    boxes_won,
    enter_hand,
    is_over,
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
    loop = compiled(fill_games, {first_seat: players[0], second_seat: players[1]})
    deck, log = np.empty(FACE_COUNT * variant.decks, np.uint8), np.empty(0, np.uint8)
    loop(variant_record(variant), deck, log, signed(seed), first, rows)
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
        row[3], row[4] = is_over(sheet), sheet.hands


def play_game(variant: Variant, deck: Any, log: Any, seed: int, deal: int) -> Sheet:
    """Return the score sheet of the game dealt from deals `deal`, `deal` + 1 ... of `seed`."""
    sheet = new_sheet()
    dealer = drawn_dealer(seed, deal)
    while sheet.finished == 0 and sheet.hands < LONGEST_MATCH:
        number = deal + sheet.hands
        shuffle_deck(deck, seed, number)
        score = play_hand(variant, deck, dealer, seed, number, log).score
        boxes = boxes_won(variant, score)
        sheet = enter_hand(variant, sheet, score.winner, score.points, score.extra_coups, boxes)
        dealer = next_dealer(variant, dealer, score.winner)
    return sheet
