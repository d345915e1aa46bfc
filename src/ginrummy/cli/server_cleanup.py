"""`ginrummy tidy`: delete expired data of a server."""

from __future__ import annotations

from pathlib import Path

import click

from ginrummy.cli.server import (
    database_option,
    export_settings,
    home_option,
    require_prepared_server,
    translate_database_errors,
)
from ginrummy.locale import _, ngettext


def command() -> click.Command:
    """Return the command `tidy` in the current language."""
    return click.Command(
        "tidy",
        callback=tidy,
        help=_(
            "Clear away tables that nobody came to, matches left alone and guests who have nothing on the "
            "server. A server does this by itself, once an hour; docs/hosting.md has the rules."
        ),
        params=[database_option(), home_option()],
    )


def tidy(*, database: str, home: Path | None) -> None:
    """Delete expired data and print how much that was."""
    export_settings("127.0.0.1", database, home, (), https=False)
    require_prepared_server()
    from ginrummy.web.config.retention import delete_expired_data

    with translate_database_errors():
        found = delete_expired_data()
    counts = (
        ngettext("{count} table that waited", "{count} tables that waited", found.waiting),
        ngettext("{count} match left alone", "{count} matches left alone", found.matches),
        ngettext("{count} guest", "{count} guests", found.guests),
    )
    parts = [text.format(count=count) for text, count in zip(counts, found, strict=True)]
    click.echo(_("Cleared away: {what}.").format(what=", ".join(parts)))
