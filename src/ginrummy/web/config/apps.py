"""Django application of the server itself."""

from __future__ import annotations

from django.apps import AppConfig


class ConfigApp(AppConfig):
    """Counts the events that the tables of each server process write."""

    name = "ginrummy.web.config"
    label = "config"

    def ready(self) -> None:
        """Connect the counter to the tables' signal."""
        from ginrummy.web.http.metrics import events
        from ginrummy.web.tables.signals import event_written

        event_written.connect(lambda **_told: events.inc(), weak=False)
