"""A hand played by law and oracle in lockstep: the same legal actions, the same end, the same score."""

from __future__ import annotations

import random

from ginrummy.game.cards import face_code
from ginrummy.game.game import Game, Phase
from ginrummy.game.moves import Move, MoveKind
from ginrummy.rules import scoring, turns
from ginrummy.variants import Variant
from tests.oracle import melds as oracle_melds
from tests.oracle import showdown as oracle_showdown
from tests.oracle import turns as oracle_turns
from tests.oracle.agreement import random_defence, same_judgement_of_defence, score_in_words
from tests.oracle.cards import PACK, Card, less
from tests.oracle.dense import dense_deck
from tests.oracle.melds import Arranger
from tests.oracle.words import arrangement_of, cards_of, law_melds, params_of

SHARP_CHANCE = 0.7
CLOSING_CHANCE = 0.3
LARGE = 1000


def card_numbers(deck: list[Card]) -> list[int]:
    """Return the card numbers of a deck; the second copy of a face is its twin."""
    return [PACK.index(card) + len(PACK) * deck[:place].count(card) for place, card in enumerate(deck)]


def play_in_lockstep(row: Variant, chance: random.Random) -> Game:
    """Return a random hand played to its end, with both sides compared at every step."""
    params, deck = params_of(row), dense_deck(chance, row.decks)
    dealer = chance.randrange(2)
    game = Game.deal(row, dealer=dealer, deck=card_numbers(deck))
    state = oracle_turns.deal(deck, dealer, params)
    while state.phase != "over":
        same_table(game, state)
        action = choose(chance, state)
        game, state = game.play(move_of(action)), oracle_turns.play(state, action)
    ending = state.ending
    assert ending is not None
    if ending.closer is None:
        same_wall(game, state)
        return game
    return same_showdown(game, state, chance)


def same_table(game: Game, state: oracle_turns.State) -> None:
    """Compare hands, stock, pile, the seat to move, and every legal action."""
    assert tuple(map(cards_of, game.state.hands)) == state.hands
    assert tuple(map(face_code, game.stock)) == state.stock
    assert tuple(map(face_code, game.pile)) == state.pile
    assert game.turn == state.actor
    legal = [action_of(move) for move in game.legal_moves()]
    assert len(set(legal)) == len(legal)
    assert set(legal) == oracle_turns.legal(state), state


def action_of(move: Move) -> oracle_turns.Action:
    """Return a move of the law as an action of the oracle."""
    if move.kind is MoveKind.BIG_GIN:
        return ("big_gin",)
    return (move.kind.value,) if move.face < 0 else (move.kind.value, face_code(move.face))


def move_of(action: oracle_turns.Action) -> Move:
    """Return an action of the oracle as a move of the law."""
    kind = MoveKind(action[0].replace("_", ""))
    return Move(kind, PACK.index(action[1])) if len(action) > 1 else Move(kind)


def choose(chance: random.Random, state: oracle_turns.State) -> oracle_turns.Action:
    """Return a legal action: mostly one that lowers the deadwood, so that hands come to a closing."""
    actions = sorted(oracle_turns.legal(state))
    closings = [action for action in actions if action[0] in ("knock", "gin", "big_gin")]
    if closings and (state.phase == "last_close" or chance.random() < CLOSING_CHANCE):
        return chance.choice(closings)
    discards = [action for action in actions if action[0] == "discard"]
    if not discards:
        return chance.choice(actions)
    if chance.random() > SHARP_CHANCE:
        return chance.choice(discards)
    hand = state.hands[state.actor]
    arranger = Arranger(hand, state.params)
    return min(discards, key=lambda action: arranger.least(less(hand, action[1])) or 0)


def same_wall(game: Game, state: oracle_turns.State) -> None:
    """Compare a hand without a closing: it is void, or the deadwood is compared."""
    assert game.phase is Phase.OVER
    assert game.score is not None
    if state.ending == oracle_turns.Ending("void"):
        assert game.score == scoring.score_void()
        return
    due = oracle_showdown.wall(state.hands, state.params, state.upcard)
    winner = None if game.score.winner == scoring.NOBODY else game.score.winner
    found = (scoring.KIND_NAMES[game.score.kind], winner, game.score.points, game.score.multiplier)
    assert found == (due.kind, due.winner, due.points, due.multiplier)
    assert scoring.boxes_won(game.variant, game.score) == due.boxes


def same_showdown(game: Game, state: oracle_turns.State, chance: random.Random) -> Game:
    """Compare a showdown: any legal spread is accepted, defended manually or optimally, and scored alike."""
    assert state.ending is not None
    knocker, limit = state.ending.closer, state.ending.limit or 0
    assert (game.phase, game.turn) == (Phase.SPREAD, knocker)
    assert game.state.closing == closing_of(state.ending.kind)
    params = state.params
    legal = oracle_melds.spreads(state.hands[game.turn], params, limit)
    automatic = game.play(game.automatic_layout())
    assert automatic.spread is not None
    assert arrangement_of(automatic.spread) in legal
    shown = chance.choice(sorted(legal))
    game = game.play(Move(MoveKind.SPREAD, melds=law_melds(shown.melds)))
    defender = game.state.hands[game.turn]
    upcard, big_gin = state.upcard, state.ending.kind == "big_gin"
    due, _defence = oracle_showdown.settle(shown, cards_of(defender), params, big_gin=big_gin, upcard=upcard)
    settled = game.play(game.automatic_layout())
    assert settled.score is not None
    assert score_in_words(game.variant, settled.score, game.state.turn) == due
    same_judgement_of_defence(game, shown, random_defence(chance, defender, game.automatic_layout()))
    return settled


def closing_of(kind: str) -> int:
    """Return the law's word for a closing."""
    return {"knock": turns.CLOSED_KNOCK, "gin": turns.CLOSED_GIN, "big_gin": turns.CLOSED_BIG_GIN}[kind]
