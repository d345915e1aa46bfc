"""Django application of the rooms."""

from __future__ import annotations

from django.apps import AppConfig


class Rooms(AppConfig):
    """Updates the page of a room when a table of it changes."""

    name = "ginrummy.web.rooms"
    label = "rooms"

    def ready(self) -> None:
        """Connect to the tables' signals for free seats and for finished matches, and to migrations."""
        from django.db.models.signals import post_migrate

        from ginrummy.web.rooms.evenings import announce_table
        from ginrummy.web.rooms.old_evenings import fill_migrated
        from ginrummy.web.tables.signals import match_ended, opening_changed

        for signal in (opening_changed, match_ended):
            signal.connect(announce_table)
        post_migrate.connect(fill_migrated, sender=self)
