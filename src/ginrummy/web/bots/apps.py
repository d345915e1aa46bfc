"""The application of bots."""

from __future__ import annotations

from django.apps import AppConfig


class Bots(AppConfig):
    """The lanes in which bots think."""

    name = "ginrummy.web.bots"
    label = "bots"
