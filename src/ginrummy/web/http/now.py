"""The current time, for every deadline and clock of the tables, and days as text."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date, datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from ginrummy.locale import language

watch: Callable[[], datetime] = timezone.now
"""Source of the current time. Tests replace it instead of waiting."""
stopwatch: Callable[[], float] = time.monotonic
"""Source of elapsed seconds, independent of changes to the system clock."""


def now() -> datetime:
    """Return the current time of the server."""
    return watch()


def is_recent(moment: datetime, age: timedelta) -> bool:
    """Return whether `moment` is less than `age` from now, either way: the clock may have been set back."""
    return abs(now() - moment) < age


def recent_condition(column: str, age: timedelta) -> Q:
    """Return the condition that `is_recent` is true for `column`."""
    return Q(**{f"{column}__gt": now() - age, f"{column}__lt": now() + age})


def monotonic_seconds() -> float:
    """Return monotonic seconds since an arbitrary moment of this process."""
    return stopwatch()


def day_text(moment: date) -> str:
    """Return a date in the format of the current language, with non-breaking spaces."""
    text: str = date_format(moment, "j E Y" if language() == "ru" else "j F Y")
    return text.replace(" ", "\u00a0")
