"""`ginrummy serve`: the table in the browser, for one machine or for many."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, NoReturn

import click

from ginrummy.errors import GinRummyError, reason_of
from ginrummy.installation import install_command
from ginrummy.locale import _
from ginrummy.players.registry import missing_level_titles

_APPLICATION = "ginrummy.web.config.asgi:application"
_LAST_WORDS_SECONDS = 3
_TRIES, _BETWEEN_TRIES_SECONDS = 200, 0.05
_MOST_BOT_PROCESSES = 4
_FEW_FILES = 4096
_DATABASE_REFUSALS = {
    "Connection refused": errno.ECONNREFUSED,
    "timeout expired": errno.ETIMEDOUT,
    "unable to open database file": errno.EACCES,
    "readonly database": errno.EROFS,
    "disk is full": errno.ENOSPC,
}
_ANYWHERE = ("0.0.0.0", "::", "")
_LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")


def command() -> click.Command:
    """Return the command `serve` in the language spoken."""
    return click.Command(
        "serve",
        callback=serve,
        help=_(
            "Serve the table in the browser. Everything is kept in one database; docs/hosting.md tells more."
        ),
        params=[
            click.Option(
                ["--host"], default="127.0.0.1", show_default=True, help=_("The address to listen at.")
            ),
            click.Option(
                ["--port"],
                type=click.IntRange(0, 65535),
                default=8000,
                show_default=True,
                help=_("The port to listen at; 0 for any that is free."),
            ),
            click.Option(
                ["--database"],
                default="",
                metavar="URL",
                help=_("postgresql://… or sqlite:///FILE; else SQLite in the home of the server."),
            ),
            click.Option(
                ["--workers"],
                type=click.IntRange(1, 64),
                default=1,
                show_default=True,
                help=_("How many processes; more than one needs PostgreSQL."),
            ),
            click.Option(
                ["--home"],
                type=click.Path(file_okay=False, path_type=Path),
                help=_("The folder of the database and of the server's key."),
            ),
            click.Option(
                ["--domain", "domains"],
                multiple=True,
                metavar=_("NAME"),
                help=_("A name, or an address, that the server answers to; else this machine's own only."),
            ),
            click.Option(
                ["--https"], is_flag=True, help=_("Behind a proxy that speaks HTTPS: cookies for HTTPS only.")
            ),
            click.Option(
                ["--hsts"],
                multiple=True,
                type=click.Choice(("subdomains", "preload")),
                help=_("With --https: bind all names below the domain to HTTPS, or browsers for ever."),
            ),
            click.Option(
                ["--threads"],
                type=click.IntRange(1, 64),
                help=_("How many pages a process makes at once, each with a connection to the database (3)."),
            ),
            click.Option(
                ["--new-database"],
                is_flag=True,
                help=_("Begin with an empty database, or another one, in the place of the last time's."),
            ),
            click.Option(
                ["--bots"],
                type=click.IntRange(0, 64),
                default=bot_processes,
                envvar="GINRUMMY_BOTS",
                help=_(
                    "How many processes, at most, search for strong bots, started when they are needed; "
                    "0 leaves all bots to other machines."
                ),
            ),
            click.Option(["--open", "opens"], is_flag=True, help=_("Open the table in the browser.")),
        ],
    )


def serve(
    *,
    host: str,
    port: int,
    database: str,
    workers: int,
    home: Path | None,
    domains: tuple[str, ...],
    https: bool,
    hsts: tuple[str, ...],
    threads: int | None,
    new_database: bool,
    bots: int,
    opens: bool,
) -> int:
    """Prepare the database and the files, then serve until stopped."""
    if workers > 1 and not database.startswith("postgres"):
        raise GinRummyError(_("more than one process needs PostgreSQL: add --database postgresql://…"))
    tell_settings(host, database, home, domains, https=https)
    _tell_options(hsts, threads, new_database=new_database)
    if workers > 1:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="ginrummy-metrics-")
    try:
        import uvicorn

        from ginrummy.web.config.connection_limits import GuardedProtocol, allow_many_files
        from ginrummy.web.config.startup import prepare
    except ImportError as error:
        missing = _("the server needs more than this installation has ({name}): {command}")
        command = install_command("web", "fast")
        raise GinRummyError(missing.format(name=error.name, command=command)) from error
    _lock = _prepared(lambda: _alone(prepare))
    if missing := ", ".join(missing_level_titles()):
        told = _("Without the compiler these players are missing: {levels}; {command} brings them")
        click.echo(told.format(levels=missing, command=install_command("fast")), err=True)
    port = _listened_port(host, port)
    address = f"http://{_shown(host)}:{port}/"
    click.echo(_("The table is open at {address} (Ctrl+C to stop)").format(address=address))
    if opens and _has_screen():
        threading.Thread(
            target=_open_when_it_answers, args=(_shown(host), port, address), daemon=True
        ).start()
    files = allow_many_files()
    if files < _FEW_FILES:
        text = _("only {count} files may be open at once, and every open page is one: raise ulimit -n")
        click.echo(text.format(count=files), err=True)
    signal.signal(signal.SIGTERM, _end)
    with _thinking(bots):
        uvicorn.run(
            _APPLICATION,
            http=GuardedProtocol,
            host=host,
            port=port,
            workers=workers,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=https,
            timeout_graceful_shutdown=_LAST_WORDS_SECONDS,
        )
    return 0


@contextmanager
def _thinking(bots: int) -> Iterator[None]:
    """Let bots think in up to `bots` processes that search; afterwards leave the database whole."""
    from ginrummy.web.bots.supervisor import Supervisor, tell_streams
    from ginrummy.web.config.startup import checkpoint

    supervisor = Supervisor(bots, tell_streams) if bots else None
    if supervisor is not None:
        supervisor.start()
    try:
        yield
    finally:
        if supervisor is not None:
            supervisor.stop()
        checkpoint()


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    """End as after Ctrl+C: uvicorn hands the signal on once it has stopped."""
    raise SystemExit(0)


def bot_processes() -> int:
    """Return how many processes may search, unless it is said: one for each core, a few at most."""
    return min(os.cpu_count() or 1, _MOST_BOT_PROCESSES)


def _alone(prepare: Callable[[], None]) -> IO[str] | None:
    """Prepare the database; return the lock of an SQLite file, which is for one server."""
    import django

    django.setup()
    from ginrummy.web.config.sqlite_lock import locked
    from ginrummy.web.config.startup import sqlite_file

    file = sqlite_file()
    lock = None if file is None else locked(file)
    prepare()
    return lock


def _prepared(prepare: Callable[[], IO[str] | None]) -> IO[str] | None:
    """Prepare the database; raises `GinRummyError` where it does not answer."""
    from django.db import Error

    try:
        return prepare()
    except Error as error:
        reason = _database_reason(str(error))
        raise GinRummyError(_("the database does not answer: {reason}").format(reason=reason)) from error


def _database_reason(told: str) -> str:
    """Return what a database's refusal means, or its own first line where we know no better words."""
    line = told.strip().partition("\n")[0]
    found = next((number for words, number in _DATABASE_REFUSALS.items() if words in line), None)
    return line if found is None else reason_of(OSError(found, line))


def tell_settings(
    host: str, database: str, home: Path | None, domains: tuple[str, ...], *, https: bool
) -> None:
    """Say to Django's settings, in this process and its workers, what the command line said."""
    os.umask(0o077)
    os.environ["DJANGO_SETTINGS_MODULE"] = "ginrummy.web.config.settings"
    if database:
        os.environ["GINRUMMY_DATABASE"] = database
    if home is not None:
        os.environ["GINRUMMY_HOME"] = str(home)
    if given := os.environ.get("GINRUMMY_HOME"):  # compiled once for this server, whoever runs it
        os.environ.setdefault("NUMBA_CACHE_DIR", str(Path(given) / "compiled"))
    if https:
        os.environ["GINRUMMY_HTTPS"] = "1"
    if domains:
        os.environ["GINRUMMY_DOMAINS"] = ",".join(map(_bracketed, domains))
    elif host not in (*_LOCAL_NAMES, *_ANYWHERE):
        os.environ.setdefault("GINRUMMY_DOMAINS", _bracketed(host))
    elif host in _ANYWHERE and not os.environ.get("GINRUMMY_DOMAINS"):
        told = _("say under which name or address others reach this server: --domain gin.example.org")
        raise GinRummyError(told, where=f"--host {host}")


def _tell_options(hsts: tuple[str, ...], threads: int | None, *, new_database: bool) -> None:
    if hsts:
        os.environ["GINRUMMY_HSTS"] = ",".join(hsts)
    if threads is not None:
        os.environ["GINRUMMY_THREADS"] = str(threads)
    if new_database:
        os.environ["GINRUMMY_NEW_DATABASE"] = "1"


def _bracketed(name: str) -> str:
    """Return `name` as a browser's address has it."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name


def _has_screen() -> bool:
    """Return whether a browser can open: a text browser in this terminal is no table."""
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _open_when_it_answers(host: str, port: int, address: str) -> None:
    import socket

    for _try in range(_TRIES):
        try:
            socket.create_connection((host.strip("[]"), port), timeout=1).close()
            break
        except OSError:
            time.sleep(_BETWEEN_TRIES_SECONDS)
    click.launch(address)


def _shown(host: str) -> str:
    """Return the host to type into a browser."""
    if host in _ANYWHERE:
        return "localhost"
    return _bracketed(host)


def _listened_port(host: str, port: int) -> int:
    """Return `port`, or a free one for 0; raises `GinRummyError` where nothing can listen there."""
    import socket

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise GinRummyError(reason_of(error), where=f"{host}:{port}") from error
        return int(probe.getsockname()[1])
