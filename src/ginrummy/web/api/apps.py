"""The application of the door for programs."""

from __future__ import annotations

from django.apps import AppConfig


class Api(AppConfig):
    """Tokens."""

    name = "ginrummy.web.api"
    label = "api"
