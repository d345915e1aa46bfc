"""Players of the tests, named as `tests.arena.bots:Erratic`."""

from __future__ import annotations

import random
import time

from ginrummy.moves import DRAW, Move, parse_move
from ginrummy.players import load_player
from ginrummy.view import View


class Erratic:
    """Plays as `simple` does, now and then anything."""

    share = 0.15

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._simple = load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        if self._random.random() < self.share:
            return self._random.choice(view.legal_moves())
        return self._simple.decide(view)


class Wild(Erratic):
    """Plays anything oftener."""

    share = 0.5


class Raising(Erratic):
    """Fails in every fifth hand or so."""

    def decide(self, view: View) -> Move:
        if self._random.random() < 0.02:
            raise RuntimeError("no idea\nwhat to do")
        return super().decide(view)


class Cheating(Erratic):
    """Tries to play a card that it does not hold."""

    def decide(self, view: View) -> Move:
        held = {str(move) for move in view.legal_moves()}
        return super().decide(view) if "AS" in held else parse_move("AS")


class Mute(Erratic):
    """Answers no move at all."""

    def decide(self, view: View) -> Move:
        return None  # type: ignore[return-value]  # what such a player does


class Slow(Erratic):
    """Takes its time."""

    def decide(self, view: View) -> Move:
        time.sleep(0.002)
        return super().decide(view)


class Kept(Erratic):
    """Is made once and told to begin anew."""

    made = 0

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        Kept.made += 1
        self.ends: list[View] = []

    def begin(self, seed: int) -> None:
        self._random = random.Random(seed)

    def over(self, view: View) -> None:
        self.ends.append(view)


class Drawing(Erratic):
    """Draws and throws the first card, so that no hand is ever won by it."""

    def decide(self, view: View) -> Move:
        legal = view.legal_moves()
        return DRAW if DRAW in legal else legal[0]
