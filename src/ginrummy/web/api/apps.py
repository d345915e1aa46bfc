"""The application of the API."""

from __future__ import annotations

from django.apps import AppConfig


class Api(AppConfig):
    """Tokens."""

    name = "ginrummy.web.api"
    label = "api"
