"""Opponents from other packages as players of ours: OpenSpiel's bot.

`ginrummy arena champion bench.opponents:OpenSpielSimple`; RLCard's rule agent is `rlcard_bot.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pyspiel

from ginrummy.game.cards import faces_of
from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import View
from ginrummy.kernel.actions import CLOSE, DRAW, PASS, TAKE
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.player import decision_random, is_showdown
from ginrummy.players.strategy_player import StrategyPlayer

UPCARD, STOCK, LEAVE, KNOCK = 52, 53, 54, 55
_THEIRS: Final = {TAKE: UPCARD, DRAW: STOCK, PASS: LEAVE}
_OURS: Final = {UPCARD: TAKE, STOCK: DRAW, LEAVE: PASS}


class OpenSpielSimple:
    """OpenSpiel's simple gin rummy bot, called with a game of OpenSpiel's that looks the same from its seat.

    `simple`, a similar player, answers if OpenSpiel has no such game (a card discarded twice ends its
    hands) or if the answer is illegal here.
    """

    name = "OpenSpiel simple"

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self._game = pyspiel.load_game("gin_rummy")
        self._instead = StrategyPlayer(name="simple")

    def decide(self, view: View) -> Move:
        """Return the bot's move; at the showdown the best layout."""
        if is_showdown(view):
            return view.automatic_layout()
        try:
            action = self._action(view)
        except (pyspiel.SpielError, IndexError):
            return self._instead.decide(view)
        move = move_of(view, action)
        return move if move in view.legal_moves() else self._instead.decide(view)

    def _action(self, view: View) -> int:
        state = self._same_game(view)
        bot = pyspiel.make_simple_gin_rummy_bot(self._game.get_parameters(), state.current_player())
        answer = bot.step(state)
        if answer == KNOCK:
            state.apply_action(answer)
            return CLOSE + int(bot.step(state))
        return int(_OURS.get(answer, answer))

    def _same_game(self, view: View) -> Any:
        """Return OpenSpiel's game with the viewer to move, its cards, and one possible hand of the other."""
        past = possible_past(view, decision_random(view, self.seed))
        draws = iter(past.cards[past.dealt :])
        hands = {view.seat: initial_hand(view), 1 - view.seat: past.cards[: past.dealt]}
        state = self._game.new_initial_state()
        for card in (*hands[1 - view.dealer], *hands[view.dealer], view.state.upcard):
            state.apply_action(card)
        for event in view.events:
            action = action_of(Move(event.kind, event.face))
            state.apply_action(_THEIRS.get(action, action))
            if event.kind is MoveKind.DRAW:
                state.apply_action(event.face if event.seat == view.seat else next(draws))
        return state


def initial_hand(view: View) -> list[int]:
    """Return the cards that the viewer was dealt."""
    held = set(faces_of(view.hand))
    for event in own_events_backwards(view):
        if event.kind is MoveKind.DISCARD:
            held.add(event.face)
        elif event.kind in (MoveKind.TAKE, MoveKind.DRAW):
            held.remove(event.face)
    return sorted(held)


def own_events_backwards(view: View) -> Iterator[Any]:
    """Yield the viewer's actions, latest first."""
    return (event for event in reversed(view.events) if event.seat == view.seat)
