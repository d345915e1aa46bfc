"""Django application of the alerts."""

from __future__ import annotations

from django.apps import AppConfig


class Alerts(AppConfig):
    """Queues alerts where something happens at a table or in a room. Follows browsers that sign in again."""

    name = "ginrummy.web.alerts"
    label = "alerts"

    def ready(self) -> None:
        """Connect to the signals of tables, rooms and people."""
        from ginrummy.web.alerts.devices import forget_devices, keep_device
        from ginrummy.web.alerts.sources import queue_rounds, queue_seat_alert, queue_turns
        from ginrummy.web.people.current_visitor import session_replaced, sessions_ended
        from ginrummy.web.rooms.signals import boards_ready
        from ginrummy.web.tables.signals import opening_changed, turn_began

        session_replaced.connect(keep_device)
        sessions_ended.connect(forget_devices)
        turn_began.connect(queue_turns)
        opening_changed.connect(queue_seat_alert)
        boards_ready.connect(queue_rounds)
