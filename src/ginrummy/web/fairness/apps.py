"""Django application of the deal statistics."""

from __future__ import annotations

from django.apps import AppConfig


class Fairness(AppConfig):
    """Counts of deals, written when each is dealt. `label` is the prefix of its database tables."""

    name = "ginrummy.web.fairness"
    label = "dealt"

    def ready(self) -> None:
        """Connect to the tables' signal for dealt hands."""
        from ginrummy.web.fairness.models import record_deal
        from ginrummy.web.tables.signals import hand_dealt

        hand_dealt.connect(record_deal)
