"""The application of learning."""

from __future__ import annotations

from django.apps import AppConfig


class Learn(AppConfig):
    """The guided hand, and what somebody has answered in the lessons."""

    name = "ginrummy.web.learn"
    label = "learn"
