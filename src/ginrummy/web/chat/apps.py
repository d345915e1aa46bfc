"""The application of the chat."""

from __future__ import annotations

from django.apps import AppConfig


class Chat(AppConfig):
    """Phrases said at tables; `label` names its table in the database."""

    name = "ginrummy.web.chat"
    label = "talk"
