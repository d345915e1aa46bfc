"""Django application of the ratings."""

from __future__ import annotations

from django.apps import AppConfig


class Ratings(AppConfig):
    """Ratings and tallies, written when a match ends."""

    name = "ginrummy.web.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Connect to the tables' signal for finished matches."""
        from ginrummy.web.ratings.match_results import store_match_results
        from ginrummy.web.tables.signals import match_ended

        match_ended.connect(store_match_results)
