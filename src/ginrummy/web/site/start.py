"""Start-up in the browser: migrate the database, then create the application."""

from __future__ import annotations

import zlib
from functools import cache
from typing import Final, NamedTuple

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.migrations.loader import MigrationLoader  # noqa: E402
from django.template.loader import get_template  # noqa: E402
from django.urls import set_script_prefix  # noqa: E402

from ginrummy.locale import LANGUAGES  # noqa: E402
from ginrummy.web.config.databases import checkpoint_wal  # noqa: E402
from ginrummy.web.site import background_work  # noqa: E402
from ginrummy.web.site.request_handler import Headers, RequestHandler, Response  # noqa: E402

_AT_THE_TABLE: Final = (
    *(f"board/{name}.html" for name in (
        "bar", "board", "felt_page", "hand_end", "keys", "menu", "own_hand", "piles", "scene", "settings",
        "sheet", "strip", "table", "time_rules",
    )),
    *(f"design/{name}.html" for name in ("back", "backs", "icons", "lying", "pressed")),
    "chat/chat.html", "chat/said.html", "people/choices.html",
)  # fmt: skip
"""Templates of a table, which the first page does not need."""


class Application(NamedTuple):
    """Entry points for the worker of the page."""

    answers: RequestHandler

    def answer(self, method: str, address: str, headers: Headers, body: bytes) -> Response:
        """Return the response to one request."""
        return self.answers(method, address, headers, body)

    def take_turn(self) -> background_work.WorkTurn:
        """Do one step of the due work."""
        return background_work.take_turn()

    def event_numbers(self, keys: list[str]) -> dict[str, int]:
        """Return the current event number of each of the tables `keys`."""
        return background_work.event_numbers(keys)


def warm_up_pages() -> None:
    """Answer the first page in each language from the shipped database, then close that.

    This loads into memory what a start needs. The memory is saved for later starts.
    """
    set_script_prefix(settings.SITE)
    migrate_database()
    answers = RequestHandler()
    for code in LANGUAGES:
        answers(
            "GET", f"https://{code}{settings.SITE}", [("accept", "text/html"), ("accept-language", code)], b""
        )
    for name in _AT_THE_TABLE:
        get_template(name)
    connection.close()


def start_application() -> Application:
    """Return the application, with its database migrated.

    What earlier visits have written is in the database file from then on, even if the browser loses the WAL.
    """
    set_script_prefix(settings.SITE)
    migrate_database()
    checkpoint_wal()
    background_work.requeue_unfinished_work()
    return Application(RequestHandler())


def migrate_database() -> None:
    """Migrate the database if an older version created it. The database contains its version."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        made_by = cursor.fetchone()[0]
        if made_by != (version := migrations_version()):
            call_command("migrate", interactive=False, verbosity=0)
            cursor.execute(f"PRAGMA user_version = {version}")


@cache
def migrations_version() -> int:
    """Return a number for the set of migrations in this version."""
    known = sorted(".".join(name) for name in MigrationLoader(None).disk_migrations)
    return zlib.crc32(" ".join(known).encode()) & 0x7FFF_FFFF
