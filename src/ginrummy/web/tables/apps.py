"""Django application of the tables."""

from __future__ import annotations

from django.apps import AppConfig


class Tables(AppConfig):
    """Ends the streams of sessions that this process ends. Other processes notice with their next sweep."""

    name = "ginrummy.web.tables"
    label = "tables"

    def ready(self) -> None:
        """Connect the hub to the people's signal."""
        from ginrummy.web.people.current_visitor import sessions_ended
        from ginrummy.web.tables.pubsub import hub

        sessions_ended.connect(lambda sessions, **_rest: hub.end(sessions), weak=False)
