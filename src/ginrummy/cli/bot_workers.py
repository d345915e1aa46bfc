"""`ginrummy bots`: worker processes for the bots of a server, on another machine."""

from __future__ import annotations

import threading
from pathlib import Path

import click

from ginrummy.cli.serve import bot_processes
from ginrummy.cli.server import database_option, export_settings, home_option, require_prepared_server
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError


def command() -> click.Command:
    """Return the command `bots` in the current language."""
    return click.Command(
        "bots",
        callback=bots,
        help=_("Run the bots of a server on PostgreSQL on this machine too; Ctrl+C ends it."),
        params=[
            database_option(_("The database of the server: postgresql://…")),
            home_option(),
            click.Option(
                ["--processes"],
                type=click.IntRange(1, 64),
                default=bot_processes,
                help=_("How many processes, at most, think for the strong bots."),
            ),
        ],
    )


def bots(*, database: str, home: Path | None, processes: int) -> None:
    """Run the workers until interrupted."""
    if not database.startswith("postgres"):
        raise GinRummyError(_("bots of other machines need PostgreSQL: add --database postgresql://…"))
    export_settings("127.0.0.1", database, home, (), https=False)
    require_prepared_server()
    from ginrummy.web.bots.supervisor import Supervisor

    supervisor = Supervisor(processes, lambda _key, _number: None)
    supervisor.start()
    click.echo(_("The bots think here (Ctrl+C to stop)"))
    try:
        threading.Event().wait()
    finally:
        supervisor.stop()
