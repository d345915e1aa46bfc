"""Django application of the site without a server."""

from __future__ import annotations

from django.apps import AppConfig


class Site(AppConfig):
    """Stores the cookies that a browser would store, and records which tables have changed."""

    name = "ginrummy.web.site"
    label = "site"

    def ready(self) -> None:
        """Subscribe to events of tables."""
        from ginrummy.web.site.background_work import record_event
        from ginrummy.web.tables.signals import event_written

        event_written.connect(record_event)
