"""The application of the lobby."""

from __future__ import annotations

from django.apps import AppConfig


class Lobby(AppConfig):
    """Tells the pages that show open tables and invitations when these change."""

    name = "ginrummy.web.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Ask the tables to be told of places to take."""
        from ginrummy.web.lobby.announcements import tell_of_opening
        from ginrummy.web.tables.signals import opening_changed

        opening_changed.connect(tell_of_opening)
