"""The application of the table in the browser alone."""

from __future__ import annotations

from django.apps import AppConfig


class Site(AppConfig):
    """Keeps what a browser would keep of a server, and notes which tables have moved."""

    name = "ginrummy.web.site"
    label = "site"

    def ready(self) -> None:
        """Ask the tables to be told of events."""
        from ginrummy.web.site.background_work import note_event
        from ginrummy.web.tables.signals import event_written

        event_written.connect(note_event)
