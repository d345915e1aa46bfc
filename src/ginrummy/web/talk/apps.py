"""The application of phrases."""

from __future__ import annotations

from django.apps import AppConfig


class Talk(AppConfig):
    """Phrases said at tables."""

    name = "ginrummy.web.talk"
    label = "talk"
