"""What time it is: every deadline and every clock of the tables asks here."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone

watch: Callable[[], datetime] = timezone.now
"""Where the time is read; another watch may lie here, so that nobody has to wait for it."""
stopwatch: Callable[[], float] = time.monotonic
"""Seconds that pass whatever the watch is set to."""


def now() -> datetime:
    """Return the time of the server."""
    return watch()


def is_recent(moment: datetime, age: timedelta) -> bool:
    """Return whether `moment` is less than `age` ago; one further ahead is of a clock since set back."""
    return abs(now() - moment) < age


def recent(column: str, age: timedelta) -> Q:
    """Return the condition that `is_recent` holds for `column`."""
    return Q(**{f"{column}__gt": now() - age, f"{column}__lt": now() + age})


def elapsed() -> float:
    """Return the seconds since some moment of this process: nobody sets this clock."""
    return stopwatch()
