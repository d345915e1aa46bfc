"""What time it is: every deadline and every clock of the tables asks here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

watch: Callable[[], datetime] = timezone.now
"""Where the time is read; another watch may lie here, so that nobody has to wait for it."""


def now() -> datetime:
    """Return the time of the server."""
    return watch()
