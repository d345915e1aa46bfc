"""The application of the chat."""

from __future__ import annotations

from django.apps import AppConfig


class Chat(AppConfig):
    """Phrases said at tables."""

    name = "ginrummy.web.chat"
