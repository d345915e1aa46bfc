"""The application of people."""

from __future__ import annotations

from django.apps import AppConfig


class People(AppConfig):
    """Guests, accounts, preferences."""

    name = "ginrummy.web.people"
    label = "people"
