"""What is done before the first page: the tables of the database, the hashed static files."""

from __future__ import annotations

from typing import Final

import django
from django.core.management import call_command

UNUSED: Final = ("ext", "htmax-4*", "htmx-4*", "htmx-2.js", "django-htmx.js")
"""What django-htmx ships beside the one file that our pages load."""


def prepare() -> None:
    """Bring the database up to date and lay the static files out; harmless when all of it is done."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(UNUSED))
