"""The application of ratings."""

from __future__ import annotations

from django.apps import AppConfig


class Ratings(AppConfig):
    """Ratings and what players have done, written when a match ends."""

    name = "ginrummy.web.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Ask the tables to be told of matches that end."""
        from ginrummy.web.ratings.match_results import settle
        from ginrummy.web.tables.signals import match_ended

        match_ended.connect(settle)
