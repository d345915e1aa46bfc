"""The application of tables."""

from __future__ import annotations

from django.apps import AppConfig


class Tables(AppConfig):
    """Tables, seats, events."""

    name = "ginrummy.web.tables"
    label = "tables"
