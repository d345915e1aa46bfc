"""Random and greedy play, so that hands and matches end in every way."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from ginrummy.game.cards import FACE_COUNT
from ginrummy.game.game import Game
from ginrummy.game.moves import CLOSINGS, TAKE, Move, MoveKind
from ginrummy.rules.cards import single, without
from ginrummy.rules.melds import deadwood
from ginrummy.variants import Variant, load_variant, preset_names
from tests.oracle.house import random_row

PRESET_ROWS = [load_variant(name).row for name in preset_names()]
GREED, BOLDNESS = 0.8, 0.5
seeds = st.integers(0, 2**32)
rows = st.sampled_from(PRESET_ROWS) | seeds.map(lambda seed: random_row(random.Random(seed)))


def shuffled_game(row: Variant, chance: random.Random) -> Game:
    """Return a hand of a well-shuffled deck, dealt by either seat."""
    size = FACE_COUNT * row.decks
    return Game.deal(row, dealer=chance.randrange(2), deck=chance.sample(range(size), size))


def some_move(game: Game, chance: random.Random) -> Move:
    """Return a legal move: mostly a knock if possible, else the discard that leaves the least deadwood."""
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


def bold_move(game: Game, chance: random.Random, *, throws: bool) -> Move:
    """Return a legal move that reveals little of the hand.

    It takes cards, and prefers to discard them and their twins (`throws`) or to keep them.
    """
    moves = game.legal_moves()
    if TAKE in moves and chance.random() < BOLDNESS:
        return TAKE
    handled = {played.face for played in game.plays if played.seat == game.turn}
    discards = [move for move in moves if move.kind is MoveKind.DISCARD]
    wanted = [move for move in discards if (move.face in handled) == throws]
    return chance.choice(wanted) if wanted and chance.random() < BOLDNESS else some_move(game, chance)


def bold_play(game: Game, chance: random.Random, *, turns: int) -> Iterator[Game]:
    """Yield `game` after each of so many bold moves, or up to its end."""
    throws = chance.random() < BOLDNESS
    while not game.is_over and turns > 0:
        game, turns = game.play(bold_move(game, chance, throws=throws)), turns - 1
        yield game
