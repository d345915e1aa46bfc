"""Players of the tests, named as `tests.arena.bots:Erratic`."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

from ginrummy.game.moves import DRAW, Move, parse_move
from ginrummy.game.view import View
from ginrummy.players import load_player

DIARY = "GINRUMMY_TEST_DIARY"


class Erratic:
    """Plays like `simple`, sometimes at random."""

    share = 0.15

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._simple = load_player("simple", seed=seed)

    def decide(self, view: View) -> Move:
        if self._random.random() < self.share:
            return self._random.choice(view.legal_moves())
        return self._simple.decide(view)


class Wild(Erratic):
    """Plays at random more often."""

    share = 0.5


class Raising(Erratic):
    """Raises in about every fifth hand."""

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
    """Returns no move."""

    def decide(self, view: View) -> Move:
        return None  # type: ignore[return-value]  # what such a player does


class Slow(Erratic):
    """Sleeps in every decision."""

    def decide(self, view: View) -> Move:
        time.sleep(0.002)
        return super().decide(view)


class Kept(Erratic):
    """Created once, reset for each hand. Writes a diary to the file in `DIARY`, if any."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        note("made")

    def begin(self, seed: int) -> None:
        self._random = random.Random(seed)
        note(f"begins {seed}")

    def over(self, view: View) -> None:
        note(f"over {view.score is not None}")


def note(words: str) -> None:
    """Write `words` to the diary."""
    if diary := os.environ.get(DIARY):
        with Path(diary).open("a", encoding="utf-8") as file:
            file.write(f"{words}\n")


class Counting(Erratic):
    """Raises if it is asked to play a second hand."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._hands: set[tuple[int, int, int]] = set()

    def decide(self, view: View) -> Move:
        self._hands.add((view.number, view.dealer, view.state.upcard))
        assert len(self._hands) == 1
        return super().decide(view)


class Drawing(Erratic):
    """Draws and discards its first card, so that no hand is ever won."""

    def decide(self, view: View) -> Move:
        legal = view.legal_moves()
        return DRAW if DRAW in legal else legal[0]
