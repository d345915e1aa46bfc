"""Invariants of every hand of every variant."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ginrummy.game.cards import FACE_COUNT, faces_of
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import (
    BIG_GIN,
    CLOSINGS,
    DRAW,
    NO_HAND,
    PASS,
    TAKE,
    Move,
    MoveKind,
    discard,
    gin,
    knock,
    parse_move,
)
from ginrummy.locale.errors import IllegalMove
from ginrummy.rules.cards import size_of
from ginrummy.rules.melds import points_of
from ginrummy.rules.scoring import KIND_NAMES
from ginrummy.variants import Variant
from tests.at_random import played_out, rows, seeds, shuffled_game, some_move
from tests.rules.stacked import played, stacked

FACES = range(FACE_COUNT)
PLAIN = [PASS, TAKE, DRAW, BIG_GIN, *map(discard, FACES), *map(gin, FACES), *map(knock, FACES)]
EMPTY = [Move(MoveKind.SPREAD), Move(MoveKind.LAY_OFF)]


def cards_on_the_table(game: Game) -> Counter[int]:
    """Return the count of each face over the whole table."""
    first, second = map(faces_of, game.state.hands)
    closing = [game.state.closed] if game.state.closed >= 0 else []
    return Counter((*first, *second, *game.stock, *game.pile, *closing))


@settings(max_examples=60)
@given(rows, seeds)
def test_cards_always_partition_the_packs(row: Variant, seed: int) -> None:
    chance = random.Random(seed)
    game = shuffled_game(row, chance)
    while True:
        assert cards_on_the_table(game) == dict.fromkeys(FACES, row.decks)
        if game.is_over:
            return
        game = game.play(some_move(game, chance))


@pytest.mark.long
@settings(max_examples=60)
@given(rows, seeds)
def test_a_hand_is_over_or_has_a_legal_move(row: Variant, seed: int) -> None:
    chance = random.Random(seed)
    game = shuffled_game(row, chance)
    while not game.is_over:
        moves = game.legal_moves()
        assert moves
        assert len(set(moves)) == len(moves)
        for move in moves:
            game.verify(move)
            assert parse_move(str(move)) == move
        game = game.play(chance.choice(moves))
    assert game.legal_moves() == ()
    assert game.phase is Phase.OVER


@settings(max_examples=60)
@given(rows, seeds, st.integers(0, 70))
def test_whatever_is_not_legal_is_refused_with_its_clause(row: Variant, seed: int, turns: int) -> None:
    chance = random.Random(seed)
    game = played_out(shuffled_game(row, chance), chance, turns=turns)
    legal = set(game.legal_moves())
    allowed = legal | {knock(move.face) for move in legal if move.kind is MoveKind.GIN}
    for move in PLAIN if game.phase in (Phase.SPREAD, Phase.LAY_OFF) else PLAIN + EMPTY:
        if move in allowed:
            game.verify(move)
            continue
        with pytest.raises(IllegalMove) as caught:
            game.play(move)
        assert (caught.value.where, bool(caught.value.what)) == (str(move), True)
        assert caught.value.clause[0] in "45678"


@settings(max_examples=60)
@given(rows, seeds)
def test_replay_equals_play(row: Variant, seed: int) -> None:
    chance = random.Random(seed)
    dealt = shuffled_game(row, chance)
    game = played_out(dealt, chance)
    again = Game.deal(row, dealer=game.dealer, deck=game.deck)
    for move in game.moves:
        again = again.play(parse_move(str(move)))
    assert again == game
    assert dealt == Game.deal(row, dealer=game.dealer, deck=game.deck)


@settings(max_examples=60)
@given(rows, seeds)
def test_a_closed_hand_is_settled_by_what_lies_on_the_table(row: Variant, seed: int) -> None:
    chance = random.Random(seed)
    game = played_out(shuffled_game(row, chance), chance)
    assert game.score is not None
    if game.spread is None or game.defence is None:
        assert KIND_NAMES[game.score.kind] in ("void", "wall_compare")
        return
    left = game.spread.unmatched, game.defence.own.unmatched
    first, second = (points_of(row, hand) for hand in left)
    assert game.score.difference in (0, abs(first - second))
    knocker, defender = game.state.hands[game.state.turn], game.state.hands[1 - game.state.turn]
    shown = sum(map(size_of, (*game.spread.melds, left[0])))
    laid = sum(map(size_of, (*game.defence.laid, *game.defence.own.melds, left[1])))
    assert (shown, laid) == (size_of(knocker), size_of(defender))


@settings(max_examples=60)
@given(rows, seeds)
def test_the_seats_take_turns(row: Variant, seed: int) -> None:
    chance = random.Random(seed)
    game = played_out(shuffled_game(row, chance), chance)
    ends = (MoveKind.DISCARD, *CLOSINGS)
    seats = [played.seat for played in game.plays if played.move.kind in ends]
    assert all(first != second for first, second in pairwise(seats))


def test_a_spread_with_a_gap_is_played_as_its_text() -> None:
    game = stacked("modern", nondealer="4S 5S 6S 9H 9D 9C AH 2H 3D QC", dealer="9S", upcard="KD", stock="3H")
    closed = played(game, "pass pass draw knock:QC")
    first, second, _none = parse_move("spread:4S5S6S/9H9D9C").melds
    game = closed.play(Move(MoveKind.SPREAD, melds=(first, NO_HAND, second)))
    assert game.moves[-1] == parse_move("spread:4S5S6S/9H9D9C")
    assert game == closed.play(game.moves[-1])
    game.verify(parse_move("lay:9S>2"))
