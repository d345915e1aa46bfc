"""`ginrummy serve`: the web server, for one machine or many."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from ginrummy.cli.server import (
    announce_server,
    bindable_port,
    database_option,
    export_options,
    export_settings,
    export_url_path,
    home_option,
    prepare_database,
    public_url,
)
from ginrummy.kernel.installed_extras import install_command
from ginrummy.locale import _, ngettext
from ginrummy.locale.errors import GinRummyError
from ginrummy.players.registry import missing_level_titles

_APPLICATION = "ginrummy.web.config.asgi:application"
_LAST_WORDS_SECONDS = 3  # time for open requests to finish on shutdown
_MOST_BOT_PROCESSES = 4
_FEW_FILES = 4096  # every open page holds a file descriptor


def command() -> click.Command:
    """Return the command `serve` in the current language."""
    return click.Command(
        "serve",
        callback=serve,
        help=_(
            "Serve the table in the browser. Everything is kept in one database; docs/hosting.md tells more."
        ),
        params=[*_place_options(), *_name_options(), *_work_options()],
    )


def _place_options() -> list[click.Option]:
    """Return the options for the address, the storage and the number of processes."""
    return [
        click.Option(["--host"], default="127.0.0.1", show_default=True, help=_("The address to listen on.")),
        click.Option(
            ["--port"],
            type=click.IntRange(0, 65535),
            default=8000,
            show_default=True,
            help=_("The port to listen on; 0 for any that is free."),
        ),
        database_option(),
        click.Option(
            ["--workers"],
            type=click.IntRange(1, 64),
            default=1,
            show_default=True,
            help=_("How many processes; more than one needs PostgreSQL."),
        ),
        home_option(),
    ]


def _name_options() -> list[click.Option]:
    """Return the options for host names and HTTPS."""
    return [
        click.Option(
            ["--domain", "domains"],
            multiple=True,
            metavar=_("NAME"),
            help=_("A name, or an address, that the server answers to; else this machine's own only."),
        ),
        click.Option(
            ["--path"],
            default="",
            envvar="GINRUMMY_PATH",
            metavar="/gin",
            help=_("The path below which all pages lie, behind a proxy that has other pages too."),
        ),
        click.Option(
            ["--https"], is_flag=True, help=_("Behind a proxy that speaks HTTPS: cookies for HTTPS only.")
        ),
        click.Option(
            ["--hsts"],
            multiple=True,
            type=click.Choice(("subdomains", "preload")),
            help=_(
                "With --https: HTTPS for all names below the domain (subdomains), "
                "or for ever, by the browsers’ own lists (preload)."
            ),
        ),
    ]


def _work_options() -> list[click.Option]:
    """Return the options for concurrency and start-up."""
    return [
        click.Option(
            ["--threads"],
            type=click.IntRange(1, 64),
            help=_("How many pages a process makes at once, each with a connection to the database (3)."),
        ),
        click.Option(
            ["--new-database"],
            is_flag=True,
            help=_("Begin with an empty database, or another one, instead of the one used last."),
        ),
        click.Option(
            ["--bots"],
            type=click.IntRange(0, 64),
            default=bot_processes,
            envvar="GINRUMMY_BOTS",
            help=_(
                "How many processes, at most, think for the strong bots, started when they are needed; "
                "0 leaves all bots to other machines."
            ),
        ),
        click.Option(
            ["--offline"],
            type=click.Path(path_type=Path, file_okay=False),
            metavar=_("FOLDER"),
            help=_("Offer the table without a server at /offline/: the folder that “ginrummy site” wrote."),
        ),
        click.Option(["--open", "opens"], is_flag=True, help=_("Open the table in the browser.")),
    ]


def serve(
    *,
    host: str,
    port: int,
    database: str,
    workers: int,
    home: Path | None,
    domains: tuple[str, ...],
    path: str,
    https: bool,
    hsts: tuple[str, ...],
    threads: int | None,
    new_database: bool,
    bots: int,
    offline: Path | None,
    opens: bool,
) -> int:
    """Prepare the database and the files, then serve until stopped."""
    if workers > 1 and not database.startswith("postgres"):
        raise GinRummyError(_("more than one process needs PostgreSQL: add --database postgresql://…"))
    export_settings(host, database, home, domains, https=https)
    export_url_path(path)
    export_options(hsts, threads, offline, port, https=https, new_database=new_database)
    with _shared_metrics(workers):
        _serve_until_stopped(host, port, workers, domains, bots, https=https, opens=opens)
    return 0


@contextmanager
def _shared_metrics(workers: int) -> Iterator[None]:
    """Share Prometheus metrics between processes, in files that are deleted afterwards."""
    if workers == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="ginrummy-metrics-", ignore_cleanup_errors=True) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def _serve_until_stopped(
    host: str, port: int, workers: int, domains: tuple[str, ...], bots: int, *, https: bool, opens: bool
) -> None:
    _refuse_without_server()
    _lock = prepare_database()
    _warn_of_missing_players()
    port = bindable_port(host, port)
    told = _("The table is open at {address} (Ctrl+C to stop)").format(
        address=public_url(host, port, domains if https else ())
    )
    announce_server(host, port, told, opens=opens)
    _warn_of_few_files()
    signal.signal(signal.SIGTERM, _end)
    with _thinking(bots):
        _run(host, port, workers, https=https)


def _refuse_without_server() -> None:
    """Raise `GinRummyError` where this installation lacks the packages of the server."""
    try:
        import uvicorn  # noqa: F401

        import ginrummy.web.config.startup
        import ginrummy.web.frameworks.slow_connections  # noqa: F401
    except ImportError as error:
        missing = _("the server needs more than this installation has ({name}): {command}")
        command = install_command("web", "light")
        raise GinRummyError(missing.format(name=error.name, command=command)) from error


def _warn_of_missing_players() -> None:
    if missing := ", ".join(missing_level_titles()):
        told = _("These players are missing: {levels}; {command} installs what they need")
        click.echo(told.format(levels=missing, command=install_command("light")), err=True)


def _warn_of_few_files() -> None:
    from ginrummy.web.frameworks.slow_connections import raise_open_file_limit

    files = raise_open_file_limit()
    if files < _FEW_FILES:
        text = ngettext("only {count} file may be open at once, and every open page is one: raise ulimit -n",
                        "only {count} files may be open at once, and every open page is one: raise ulimit -n",
                        files)  # fmt: skip
        click.echo(text.format(count=files), err=True)


def _run(host: str, port: int, workers: int, *, https: bool) -> None:
    """Serve until stopped."""
    import uvicorn

    from ginrummy.web.frameworks.slow_connections import GuardedProtocol
    from ginrummy.web.http.limits import PROXIES

    uvicorn.run(
        _APPLICATION,
        http=GuardedProtocol,
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=https or PROXIES in os.environ,
        timeout_graceful_shutdown=_LAST_WORDS_SECONDS,
    )


@contextmanager
def _thinking(bots: int) -> Iterator[None]:
    """Run bots in up to `bots` worker processes. Afterwards close the database cleanly."""
    from django.db import connection

    from ginrummy.web.bots.supervisor import Supervisor, forward_event
    from ginrummy.web.config.databases import checkpoint_wal

    supervisor = Supervisor(bots, forward_event) if bots else None
    if supervisor is not None:
        supervisor.start()
    try:
        yield
    finally:
        if supervisor is not None:
            supervisor.stop()
        checkpoint_wal()
        connection.close()


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    """Exit as after Ctrl+C: uvicorn re-raises the signal once it has stopped."""
    raise SystemExit(0)


def bot_processes() -> int:
    """Return the default number of bot processes: one per core, up to a small maximum."""
    return min(os.cpu_count() or 1, _MOST_BOT_PROCESSES)
