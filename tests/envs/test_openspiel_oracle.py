"""OpenSpiel's own gin rummy in lockstep with the law, and the known differences."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from ginrummy.game import moves
from ginrummy.game.cards import Hand, faces_of, hand_of, parse_faces
from ginrummy.game.game import Game
from ginrummy.game.moves import Melds, non_empty_melds, ordered_faces
from ginrummy.kernel.actions import CLOSE, DRAW, PASS, TAKE
from ginrummy.kernel.move_numbers import move_of
from ginrummy.rules.discards import fill_deadwoods
from ginrummy.rules.melds import run_table_of
from ginrummy.rules.turns import CLOSED, DISCARD, LAST_DISCARD, MUST_CLOSE, choices
from ginrummy.variants import load_variant
from tests.oracle.dense import dense_deck
from tests.oracle.lockstep import card_numbers

ROW = load_variant(str(Path(__file__).with_name("openspiel.toml"))).row
UPCARD, STOCK, LEAVE, KNOCK, MELDS = 52, 53, 54, 55, 56
WORDS = {TAKE: UPCARD, DRAW: STOCK, PASS: LEAVE}
ROW_RUNS = run_table_of(ROW)
SOLVER = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


def legal(game: Game) -> list[int]:
    """Return the legal actions in OpenSpiel's numbers. A knock is one, regardless of the discard."""
    options = choices(ROW, game.state)
    found: list[int] = [*faces_of(Hand(options.discards, 0))]
    if game.state.phase == LAST_DISCARD:
        return [LEAVE, KNOCK] if options.take else [LEAVE]
    found += [UPCARD] * options.take + [STOCK] * options.draw + [LEAVE] * options.leave
    return found + [KNOCK] * (options.closings != 0)


def begun(deck: list[int]) -> tuple[Any, Game]:
    """Return one deal in both games; OpenSpiel's player 0 begins."""
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    for card in (*deck[0:20:2], *deck[1:20:2], deck[20]):
        state.apply_action(card)
    return state, Game.deal(ROW, dealer=1, deck=deck)


def follow(state: Any, game: Game, action: int) -> Game:
    """Do `action`, in our numbers, in both games."""
    last = game.state.phase == LAST_DISCARD
    if CLOSE <= action < DRAW:
        if game.state.phase != MUST_CLOSE:
            state.apply_action(KNOCK)
        assert sorted(state.legal_actions()) == list(faces_of(Hand(choices(ROW, game.state).closings, 0)))
        state.apply_action(action - CLOSE)
    else:
        state.apply_action(KNOCK if last and action == TAKE else WORDS.get(action, action))
        if action == DRAW:
            state.apply_action(game.stock[0])
    return game.play(move_of(game, action))


def show(state: Any, game: Game) -> Game:
    """Lay out a finished hand in both games by the law's automatic spread."""
    spread = game.automatic_layout()
    lay_melds(state, spread.melds)
    game = game.play(spread)
    defence = game.automatic_layout()
    left = [face for part in defence.laid for face in faces_of(part)]
    while left:
        face = next(face for face in left if face in state.legal_actions())
        state.apply_action(face)
        left.remove(face)
    if game.spread is not None and game.spread.unmatched.cards:
        state.apply_action(LEAVE)
    lay_melds(state, defence.melds)
    return game.play(defence)


def lay_melds(state: Any, melds: Melds) -> None:
    """Lay melds in OpenSpiel, whose runs have at most five cards, and end the layout."""
    for meld in non_empty_melds(melds):
        cards = list(ordered_faces(meld))
        while cards:
            size = len(cards) if len(cards) <= 5 else 3 if len(cards) < 9 else 4
            state.apply_action(MELDS + SOLVER.meld_to_int(cards[:size]))
            cards = cards[size:]
    state.apply_action(LEAVE)


@pytest.mark.parametrize("seed", range(8))
def test_both_allow_and_pay_the_same(seed: int) -> None:
    chance, closed = random.Random(seed), 0
    for _hand in range(25):
        state, game = begun(card_numbers(dense_deck(chance, 1)))
        while not game.is_over and game.state.phase != CLOSED:
            ours, theirs = legal(game), state.legal_actions()
            if state.is_terminal():
                break  # a card taken and thrown back twice ends the hand there
            if ours != theirs:
                assert refuses_a_knock(game, ours, theirs)
                break
            game = follow(state, game, chosen(game, chance))
        if game.state.phase == CLOSED:
            closed += 1
            game = show(state, game)
        if game.score is not None:
            won = game.score.points if game.score.winner == 0 else -game.score.points
            assert state.is_terminal()
            assert state.returns() == [won, -won]
    assert closed > 0


def refuses_a_knock(game: Game, ours: list[int], theirs: list[int]) -> bool:
    """Return whether they differ in a knock alone, and OpenSpiel's own ten-card deadwood allows it."""
    hand: list[int] = [*faces_of(game.state.hands[game.turn])]
    if game.state.phase == LAST_DISCARD:
        hand.append(game.state.pile.top)
    return (
        set(ours) - set(theirs) == {KNOCK}
        and set(theirs) <= set(ours)
        and bool(SOLVER.legal_discards(hand, 10))
    )


def chosen(game: Game, chance: random.Random) -> int:
    """Return a random action: often a knock, otherwise mostly the discard that leaves the least deadwood."""
    options = choices(ROW, game.state)
    closings = [CLOSE + face for face in faces_of(Hand(options.closings, 0))]
    if closings and (game.state.phase == MUST_CLOSE or chance.random() < 0.5):
        return chance.choice(closings)
    if game.state.phase != DISCARD:
        return chance.choice([action for action, allowed in (
            (TAKE, options.take), (DRAW, options.draw), (PASS, options.leave)
        ) if allowed])  # fmt: skip
    left = [0] * 52
    fill_deadwoods(game.state.hands[game.turn], ROW_RUNS, 0, left)
    return min(faces_of(Hand(options.discards, 0)), key=left.__getitem__)


@pytest.mark.parametrize(
    ("cards", "exact", "found"),
    [
        ("4S5S7S 4H 5D6D7D 4C5C6C7C", 5, 6),
        ("4S6S7S8S 4H6H8H 5D 6C7C8C", 19, 20),
        ("4S AH2H3H4H AD3D AC2C3C4C", 1, 2),
        ("9STS 7HTH 7D8D9D 7C8C9CTC", 7, 8),
    ],
)
def test_known_error_the_deadwood_of_eleven_is_not_exact(cards: str, exact: int, found: int) -> None:
    hand = list(parse_faces(cards))
    rests = [[face for face in hand if face != out] for out in hand]
    assert min(SOLVER.min_deadwood(rest) for rest in rests) == exact
    left = [0] * 52
    fill_deadwoods(hand_of(hand), ROW_RUNS, 0, left)
    assert min(left[face] for face in hand) == exact
    assert SOLVER.min_deadwood(hand) == found


def test_known_error_the_card_just_taken_may_be_thrown_back() -> None:
    state, _game = begun(list(range(52)))
    state.apply_action(UPCARD)
    assert 20 in state.legal_actions()
    exact = Game.deal(load_variant("eaai").row, dealer=1, deck=list(range(52))).play(moves.TAKE)
    assert not choices(exact.variant, exact.state).discards >> 20 & 1


def test_known_error_a_tie_is_paid_to_nobody() -> None:
    first = parse_faces("4S5S6S 7H8H9H TDJDQD AC")
    second = parse_faces("2H3H4H 6D7D8D 9CTCJC AD")
    (king,) = parse_faces("KC")
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    deck = [*dealt, king, *(card for card in range(52) if card not in (*dealt, king))]
    state, game = begun(deck)
    for action in (TAKE, CLOSE + king):
        game = follow(state, game, action)
    show(state, game)
    assert state.returns() == [0, 0]
    exact = Game.deal(ROW._replace(undercut_on_tie=1), dealer=1, deck=deck)
    for action in (TAKE, CLOSE + king):
        exact = exact.play(move_of(exact, action))
    exact = exact.play(exact.automatic_layout())
    score = exact.play(exact.automatic_layout()).score
    assert score is not None
    assert (score.winner, score.points) == (1, 25)
