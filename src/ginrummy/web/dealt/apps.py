"""The application of the dealt cards."""

from __future__ import annotations

from django.apps import AppConfig


class Dealt(AppConfig):
    """What was dealt at this server."""

    name = "ginrummy.web.dealt"
    label = "dealt"
