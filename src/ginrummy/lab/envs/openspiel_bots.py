"""Player that asks a bot of OpenSpiel, or any policy over its states, for its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ginrummy.game.moves import Move, MoveKind
from ginrummy.game.view import View
from ginrummy.kernel.move_numbers import action_of, move_of
from ginrummy.lab.envs import openspiel
from ginrummy.players.levels import dealt_cards
from ginrummy.players.opponent_history import possible_past
from ginrummy.players.player import decision_random, is_showdown
from ginrummy.variants import Variant

BotMaker = Callable[[Any, int], Any]


class OpenSpielPlayer:
    """A player that calls `step(state)` of a bot with a state of `python_ginrummy`.

    `make_bot(game, seat)` makes the bot of a hand. At the showdown the best layout is played.
    """

    def __init__(self, make_bot: BotMaker, *, seed: int = 0, name: str = "OpenSpiel") -> None:
        self.make_bot, self.seed, self.name = make_bot, seed, name
        self._games: dict[tuple[Variant, int], Any] = {}

    def decide(self, view: View) -> Move:
        """Return the move of the bot."""
        if is_showdown(view):
            return view.automatic_layout()
        kind = (view.variant, int(view.dealer))
        if kind not in self._games:
            self._games[kind] = openspiel(view.variant, dealer=view.dealer)
        bot = self.make_bot(self._games[kind], int(view.seat))
        return move_of(view, int(bot.step(possible_state(self._games[kind], view, self.seed))))


def possible_state(game: Any, view: View, seed: int) -> Any:
    """Return a state of `game` that the seat of `view` cannot tell from the true one."""
    past = possible_past(view, decision_random(view, seed))
    draws = iter(past.cards[past.dealt :])
    hands = {view.seat: [*map(int, dealt_cards(view))], 1 - view.seat: past.cards[: past.dealt]}
    state = game.new_initial_state()
    for seat in dealing_order(view.variant, view.dealer):
        state.apply_action(hands[seat].pop(0))
    if view.variant.upcard:
        state.apply_action(view.state.upcard)
    for event in view.events:
        state.apply_action(action_of(Move(event.kind, event.face)))
        if event.kind is MoveKind.DRAW:
            state.apply_action(event.face if event.seat == view.seat else next(draws))
    return state


def dealing_order(variant: Variant, dealer: int) -> list[int]:
    """Return the seat of each dealt card: in turn from the non-dealer, its last card on its own."""
    both = [1 - dealer, dealer] * variant.hand_dealer
    return both + [1 - dealer] * (variant.hand_nondealer - variant.hand_dealer)
