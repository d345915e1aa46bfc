"""The application of ratings."""

from __future__ import annotations

from django.apps import AppConfig


class Ratings(AppConfig):
    """Ratings, what changed them, tallies."""

    name = "ginrummy.web.ratings"
    label = "ratings"
