"""Django application of the puzzles."""

from __future__ import annotations

from django.apps import AppConfig


class Puzzles(AppConfig):
    """Puzzles and solvers, rated against each other, and the hand of the day."""

    name = "ginrummy.web.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Connect to the tables' signal for finished matches."""
        from ginrummy.web.puzzles.hand_of_the_day import store_result
        from ginrummy.web.tables.signals import match_ended

        match_ended.connect(store_result)
