"""The application of puzzles."""

from __future__ import annotations

from django.apps import AppConfig


class Puzzles(AppConfig):
    """Puzzles and their solvers, each rated by the other."""

    name = "ginrummy.web.puzzles"
    label = "puzzles"
