"""The application of puzzles."""

from __future__ import annotations

from django.apps import AppConfig


class Puzzles(AppConfig):
    """Puzzles and their solvers, each rated by the other; the hand of the day."""

    name = "ginrummy.web.puzzles"
    label = "puzzles"

    def ready(self) -> None:
        """Ask the tables to be told of matches that end."""
        from ginrummy.web.puzzles.hand_of_the_day import note_result
        from ginrummy.web.tables.signals import match_ended

        match_ended.connect(note_result)
