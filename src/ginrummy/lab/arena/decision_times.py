"""Decision times of players: the seconds of every decision with a choice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from ginrummy.game.moves import Move
from ginrummy.game.view import View
from ginrummy.lab.arena.match_play import Informed
from ginrummy.players import Player
from ginrummy.players.player import player_name

MILLISECONDS: Final = 1000.0
LATE: Final = 0.95


class ThinkingTime(NamedTuple):
    """Decision times of one player: the number of decisions, mean and 95th percentile in milliseconds."""

    decisions: int
    mean: float
    late: float


class Timed:
    """A player with timed decisions, otherwise identical to the wrapped one."""

    def __init__(self, player: Player, seconds: list[float]) -> None:
        """Wrap `player`. The seconds of its decisions, except forced ones, are appended to `seconds`."""
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
        """Report the end of the hand in `view` to the player, if it has an `over` method."""
        if isinstance(self.player, Informed):
            self.player.over(view)


def thinking_time_of(seconds: Sequence[float]) -> ThinkingTime | None:
    """Return the decision times from `seconds`, or `None` if the player was not timed."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(LATE * len(ordered)))]
    return ThinkingTime(len(ordered), MILLISECONDS * sum(ordered) / len(ordered), MILLISECONDS * late)
