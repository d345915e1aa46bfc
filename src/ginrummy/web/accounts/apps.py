"""The application of accounts."""

from __future__ import annotations

from django.apps import AppConfig


class Accounts(AppConfig):
    """Tries to sign in."""

    name = "ginrummy.web.accounts"
    label = "accounts"
