"""The application of the server itself."""

from __future__ import annotations

from django.apps import AppConfig


class Server(AppConfig):
    """Counts, in each process of a server, what its tables write."""

    name = "ginrummy.web.config"
    label = "config"

    def ready(self) -> None:
        """Ask the tables to be told of events."""
        from ginrummy.web.http.metrics import events
        from ginrummy.web.tables.signals import event_written

        event_written.connect(lambda **_told: events.inc(), weak=False)
