"""Django application of the lobby."""

from __future__ import annotations

from django.apps import AppConfig


class Lobby(AppConfig):
    """Updates the pages that show open tables and invitations."""

    name = "ginrummy.web.lobby"
    label = "lobby"

    def ready(self) -> None:
        """Connect to the tables' signal."""
        from ginrummy.web.lobby.notices import announce_free_seat
        from ginrummy.web.tables.signals import opening_changed

        opening_changed.connect(announce_free_seat)
