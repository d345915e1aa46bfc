"""The start of the table in the browser: the database brought up to date, then what answers the pages."""

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
from ginrummy.web.site import background_work  # noqa: E402
from ginrummy.web.site.request_handler import Answer, Answers, Headers  # noqa: E402

_AT_THE_TABLE: Final = (
    *(f"board/{name}.html" for name in (
        "bar", "board", "felt_page", "hand_end", "keys", "menu", "own_hand", "piles", "scene", "settings",
        "sheet", "strip", "table", "time_rules",
    )),
    *(f"design/{name}.html" for name in ("back", "backs", "icons", "lying", "pressed")),
    "chat/chat.html", "chat/said.html", "people/choices.html",
)  # fmt: skip
"""What a table is drawn with, which the first page does not need."""


class Application(NamedTuple):
    """What the worker of the page calls."""

    answers: Answers

    def answer(self, method: str, address: str, headers: Headers, body: bytes) -> Answer:
        """Return the answer to one request."""
        return self.answers(method, address, headers, body)

    def take_turn(self) -> background_work.Turn:
        """Do one piece of what is due."""
        return background_work.take_turn()

    def stands(self, keys: list[str]) -> dict[str, int]:
        """Return at which event each of the tables `keys` stands."""
        return background_work.stands(keys)


def warm() -> None:
    """Answer the first page in each language from the database that is there, and let go of that.

    What it takes is in memory from then on, and kept with it for the starts to come.
    """
    set_script_prefix(settings.SITE)
    bring_up_to_date()
    answers = Answers()
    for code in LANGUAGES:
        answers(
            "GET", f"https://{code}{settings.SITE}", [("accept", "text/html"), ("accept-language", code)], b""
        )
    for name in _AT_THE_TABLE:
        get_template(name)
    connection.close()


def started() -> Application:
    """Return the application, its database as this version needs it."""
    set_script_prefix(settings.SITE)
    bring_up_to_date()
    background_work.begin()
    return Application(Answers())


def bring_up_to_date() -> None:
    """Change the database where an older version has made it; which one did, it says itself."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA user_version")
        made_by = cursor.fetchone()[0]
        if made_by != (version := version_of_database()):
            call_command("migrate", interactive=False, verbosity=0)
            cursor.execute(f"PRAGMA user_version = {version}")


@cache
def version_of_database() -> int:
    """Return a number for the changes of the database that this version knows."""
    known = sorted(".".join(name) for name in MigrationLoader(None).disk_migrations)
    return zlib.crc32(" ".join(known).encode()) & 0x7FFF_FFFF
