"""The application of the deals counted."""

from __future__ import annotations

from django.apps import AppConfig


class Fairness(AppConfig):
    """Counts of what was dealt, written when a match ends; `label` names its table in the database."""

    name = "ginrummy.web.fairness"
    label = "dealt"

    def ready(self) -> None:
        """Ask the tables to be told of matches that end."""
        from ginrummy.web.fairness.models import count_deals
        from ginrummy.web.tables.signals import match_ended

        match_ended.connect(count_deals)
