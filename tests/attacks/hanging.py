"""A bot that never answers: `tests.attacks.hanging:Hangs`, written into a seat."""

from __future__ import annotations

import time

from ginrummy.game.moves import Move
from ginrummy.game.view import View


class Hangs:
    """It never returns a move."""

    def decide(self, view: View) -> Move:
        """Never return."""
        while True:
            time.sleep(1)
