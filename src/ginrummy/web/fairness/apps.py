"""The application of the deals counted."""

from __future__ import annotations

from django.apps import AppConfig


class Fairness(AppConfig):
    """Counts of what was dealt, written when it is dealt; `label` names its tables in the database."""

    name = "ginrummy.web.fairness"
    label = "dealt"

    def ready(self) -> None:
        """Ask the tables to be told of hands that are dealt."""
        from ginrummy.web.fairness.models import note_deal
        from ginrummy.web.tables.signals import hand_dealt

        hand_dealt.connect(note_deal)
