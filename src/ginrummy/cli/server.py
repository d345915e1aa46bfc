"""The server before its start: its address, its settings and its database."""

from __future__ import annotations

import os
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError, error_reason

ANYWHERE = ("0.0.0.0", "::", "")
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
_BETWEEN_TRIES_SECONDS = 0.05


def announce_server(host: str, port: int, text: str, *, opens: bool) -> None:
    """Print `text` once the server answers, and open a browser if this machine has a screen."""
    screen = opens and _has_screen()
    threading.Thread(target=_tell_when_it_answers, args=(host, port, text, screen), daemon=True).start()


def _has_screen() -> bool:
    """Return whether a graphical browser can open. A text browser in this terminal does not count."""
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _tell_when_it_answers(host: str, port: int, text: str, opens: bool) -> None:
    while not _answers(host, port):
        time.sleep(_BETWEEN_TRIES_SECONDS)
    click.echo(text)
    if opens:
        click.launch(browser_url(host, port))


def _answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((browser_host(host).strip("[]"), port), timeout=1).close()
    except OSError:
        return False
    return True


def browser_url(host: str, port: int) -> str:
    """Return the URL to open in a browser."""
    return f"http://{browser_host(host)}:{port}/"


def public_url(host: str, port: int, domains: tuple[str, ...]) -> str:
    """Return the public URL: the first HTTPS domain, if there is one, with the path."""
    name = next((name for name in domains if not name.startswith(("*", "."))), "")
    place = f"https://{bracket_ipv6(name)}/" if name else browser_url(host, port)
    return place.rstrip("/") + os.environ.get("GINRUMMY_PATH", "") + "/"


def browser_host(host: str) -> str:
    """Return the host to open in a browser."""
    return "localhost" if host in ANYWHERE else bracket_ipv6(host)


def bindable_port(host: str, port: int) -> int:
    """Return `port`, or a free one for 0. Raise `GinRummyError` where the port cannot be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise GinRummyError(error_reason(error), where=f"{host}:{port}") from error
        return int(probe.getsockname()[1])


def bracket_ipv6(name: str) -> str:
    """Return `name` as a URL spells it, with brackets for IPv6."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name


def prepare_database() -> ExitStack:
    """Prepare the database. Return the locks of an SQLite file, which only one server may use.

    Raise `GinRummyError` where the database does not answer.
    """
    with translate_database_errors():
        return _alone()


def require_prepared_server() -> None:
    """Raise `GinRummyError` where no server has prepared the database, or it does not answer."""
    _expect_home()
    import django

    django.setup()
    from django.db import connection

    from ginrummy.web.config.health_endpoints import health_problem
    from ginrummy.web.config.startup import sqlite_file

    file = sqlite_file()
    if file is not None and not file.exists():
        raise GinRummyError(_("there is no database of a server here"), where=str(file))
    with translate_database_errors():
        connection.ensure_connection()
    if problem := health_problem():
        raise GinRummyError(problem)


def _expect_home() -> None:
    """Raise `GinRummyError` where the given home does not exist: only a server creates one."""
    home = Path(os.environ.get("GINRUMMY_HOME") or ".")
    if not os.environ.get("GINRUMMY_DATABASE") and not home.is_dir():
        raise GinRummyError(_("there is no database of a server here"), where=str(home))


@contextmanager
def translate_database_errors() -> Iterator[None]:
    """Raise `GinRummyError` for a database error inside the block."""
    from django.db import Error

    try:
        yield
    except Error as error:
        raise GinRummyError(_refusal(error)) from error


def _refusal(error: Exception) -> str:
    from ginrummy.web.config.databases import database_error_text

    return _("the database does not answer: {reason}").format(reason=database_error_text(error))


def _alone() -> ExitStack:
    import django

    django.setup()
    from ginrummy.web.config.startup import lock_database, prepare_server, sqlite_file

    with ExitStack() as locks:
        if (file := sqlite_file()) is not None:
            locks.enter_context(lock_database(file))
        prepare_server()
        return locks.pop_all()


_LABEL: Final = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"\*|\.?{_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE)
"""A host name. A leading dot means all names below it, and a star means any name."""

_PART: Final = re.compile("[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,62}")
"""A path segment that needs no escaping in a URL."""


def database_option(help_text: str | None = None) -> click.Option:
    """Return `--database`, which every server command takes."""
    told = help_text or _("postgresql://… or sqlite:///FILE; else SQLite in the home of the server.")
    return click.Option(["--database"], default="", envvar="GINRUMMY_DATABASE", metavar="URL", help=told)


def home_option() -> click.Option:
    """Return `--home`, which every server command takes."""
    told = _("The folder of the database and of the server's key.")
    return click.Option(["--home"], type=click.Path(file_okay=False, path_type=Path), help=told)


def export_settings(
    host: str, database: str, home: Path | None, domains: tuple[str, ...], *, https: bool
) -> None:
    """Pass the main options to Django's settings, in this process and its workers."""
    os.umask(0o077)
    os.environ["DJANGO_SETTINGS_MODULE"] = "ginrummy.web.config.settings"
    if database:
        os.environ["GINRUMMY_DATABASE"] = database
    if home is not None:
        os.environ["GINRUMMY_HOME"] = str(home)
    if https:
        os.environ["GINRUMMY_HTTPS"] = "1"
    validate_host_names(domains)
    if domains:
        os.environ["GINRUMMY_DOMAINS"] = ",".join(map(bracket_ipv6, domains))
    elif host not in (*LOCAL_NAMES, *ANYWHERE):
        os.environ.setdefault("GINRUMMY_DOMAINS", bracket_ipv6(host))
    elif host in ANYWHERE and not os.environ.get("GINRUMMY_DOMAINS"):
        told = _("say under which name or address others reach this server: --domain gin.example.org")
        raise GinRummyError(told, where=f"--host {host}")


def export_url_path(path: str) -> None:
    """Set the path below which the pages lie. Raise `GinRummyError` for a bad path."""
    parts = [part for part in path.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise GinRummyError(_("this is no path such as /gin"), where=f"--path {path}")
    os.environ["GINRUMMY_PATH"] = "".join(f"/{part}" for part in parts)


def validate_host_names(domains: tuple[str, ...]) -> None:
    """Raise `GinRummyError` for a bad host name or address: a server of that name would be unreachable."""
    for name in domains:
        if not (_NAME.fullmatch(name) or _is_address(name.strip("[]"))):
            told = _("this is no name such as gin.example.org, and no address such as 192.0.2.7")
            raise GinRummyError(told, where=f"--domain {name}")


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def export_options(
    hsts: tuple[str, ...],
    threads: int | None,
    offline: Path | None,
    port: int,
    *,
    https: bool,
    new_database: bool,
) -> None:
    """Pass the other options to the settings: HTTPS policy, threads, and whether to create a new database.

    Links in e-mails use `port` unless another one is given or HTTPS is in front of the server.

    Raise `GinRummyError` where `offline` is not a folder of the site without a server, and for HSTS on a
    server without HTTPS.
    """
    if hsts and not (https or os.environ.get("GINRUMMY_HTTPS")):
        raise GinRummyError(_("this is of use with {option} only").format(option="--https"), where="--hsts")
    if offline is not None:
        if not (offline / "service_worker.js").exists():
            told = _("the table without a server does not lie there: “ginrummy site {folder}” writes it")
            raise GinRummyError(told.format(folder=offline), where="--offline")
        os.environ["GINRUMMY_OFFLINE"] = str(offline.absolute())
    if hsts:
        os.environ["GINRUMMY_HSTS"] = ",".join(hsts)
    if port and not https and not os.environ.get("GINRUMMY_HTTPS"):
        os.environ.setdefault("GINRUMMY_PORT_IN_LETTERS", str(port))
    if threads is not None:
        os.environ["GINRUMMY_THREADS"] = str(threads)
    if new_database:
        os.environ["GINRUMMY_NEW_DATABASE"] = "1"
