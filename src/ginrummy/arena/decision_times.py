"""How long players think: the seconds of every decision in which there was a choice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from ginrummy.arena.match_play import Informed
from ginrummy.moves import Move
from ginrummy.players import Player
from ginrummy.players.player import player_name
from ginrummy.view import View

MILLISECONDS: Final = 1000.0
LATE: Final = 0.95


class ThinkingTime(NamedTuple):
    """How long one player thought: in how many decisions, mean and 95th percentile of milliseconds."""

    decisions: int
    mean: float
    late: float


class Timed:
    """A player whose decisions are timed: what it decides, and what it hears, is the same as without."""

    def __init__(self, player: Player, seconds: list[float]) -> None:
        """Stand for `player`; the seconds of its decisions are added to `seconds`, forced ones left out."""
        self.player, self.seconds = player, seconds
        self.name = player_name(player)

    def decide(self, view: View) -> Move:
        """Return the move of the player."""
        start = time.perf_counter()
        move = self.player.decide(view)
        spent = time.perf_counter() - start
        if len(view.legal_moves()) > 1:
            self.seconds.append(spent)
        return move

    def over(self, view: View) -> None:
        """Tell the player how the hand of `view` ended, if it wants to hear of it."""
        if isinstance(self.player, Informed):
            self.player.over(view)


def thinking_time_of(seconds: Sequence[float]) -> ThinkingTime | None:
    """Return how long a player thought by the seconds of its decisions, `None` if it was not timed."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(LATE * len(ordered)))]
    return ThinkingTime(len(ordered), MILLISECONDS * sum(ordered) / len(ordered), MILLISECONDS * late)
