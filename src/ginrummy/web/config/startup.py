"""What is done before the first page: the tables of the database, the hashed static files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import django
from django.core.management import call_command
from django.db import connection

UNUSED: Final = ("ext", "htmax-4*", "htmx-4*", "htmx-2.js", "django-htmx.js")
"""What django-htmx ships beside the one file that our pages load."""

_LOCK: Final = 0x67696E
"""Under this number servers that start at once on one PostgreSQL wait for each other."""


def prepare() -> None:
    """Bring the database up to date and lay the static files out; harmless when all of it is done."""
    django.setup()
    with _alone():
        call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(UNUSED))


@contextmanager
def _alone() -> Iterator[None]:
    """Let one server at a time change the database; SQLite sees to that itself."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [_LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])
    connection.close()
