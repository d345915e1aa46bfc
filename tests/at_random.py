"""Chance and a little greed at the table, so that hands and matches come to every kind of end."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from ginrummy.cards import FACE_COUNT
from ginrummy.game import Game
from ginrummy.moves import CLOSINGS, Move, MoveKind
from ginrummy.rules.hand import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.variants import Variant, load_variant, preset_names
from tests.oracle.house import random_row

PRESET_ROWS = [load_variant(name).row for name in preset_names()]
GREED = 0.8
seeds = st.integers(0, 2**32)
rows = st.sampled_from(PRESET_ROWS) | seeds.map(lambda seed: random_row(random.Random(seed)))


def shuffled_game(row: Variant, chance: random.Random) -> Game:
    """Return a hand of a well-shuffled deck, dealt by either seat."""
    size = FACE_COUNT * row.decks
    return Game.deal(row, dealer=chance.randrange(2), deck=chance.sample(range(size), size))


def some_move(game: Game, chance: random.Random) -> Move:
    """Return a legal move: mostly a closing where there is one, else the discard that leaves least."""
    moves = game.legal_moves()
    if chance.random() > GREED:
        return chance.choice(moves)
    closings = [move for move in moves if move.kind in CLOSINGS]
    discards = [move for move in moves if move.kind is MoveKind.DISCARD]
    if closings or not discards:
        return chance.choice(closings or moves)
    hand = game.state.hands[game.turn]
    return min(discards, key=lambda move: deadwood(game.variant, without(hand, single(move.face))))


def played_out(game: Game, chance: random.Random, *, turns: int = 10**6) -> Game:
    """Return `game` after so many moves, or at its end."""
    while not game.is_over and turns > 0:
        game, turns = game.play(some_move(game, chance)), turns - 1
    return game
