"""A bot of OpenSpiel on the ladder: `ginrummy ladder examples/openspiel_bot.py:OpenSpielBot`."""

from typing import Any

import numpy as np
from open_spiel.python.bots import uniform_random

from ginrummy import Move, View
from ginrummy.lab.envs import openspiel_player


class OpenSpielBot:
    """Plays as OpenSpiel's uniformly random bot; put your own bot or policy in its place."""

    name = "OpenSpiel random"

    def __init__(self, seed: int = 0) -> None:
        self.chance = np.random.RandomState(seed % 2**32)
        self.player = openspiel_player(self.make_bot, seed=seed)

    def make_bot(self, game: Any, seat: int) -> Any:
        """Return the bot of a decision; `game` is `python_ginrummy`, `seat` the player."""
        return uniform_random.UniformRandomBot(seat, self.chance)

    def decide(self, view: View) -> Move:
        """Return the move of the bot."""
        return self.player.decide(view)
