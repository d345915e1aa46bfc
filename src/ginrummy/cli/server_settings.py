"""What the command line says of a server, told to Django's settings in this process and its workers."""

from __future__ import annotations

import os
from pathlib import Path

import click

from ginrummy.cli.server_address import ANYWHERE, LOCAL_NAMES, bracketed
from ginrummy.errors import GinRummyError
from ginrummy.locale import _


def database_option(help_text: str | None = None) -> click.Option:
    """Return `--database`, which every command of a server takes."""
    told = help_text or _("postgresql://… or sqlite:///FILE; else SQLite in the home of the server.")
    return click.Option(["--database"], default="", metavar="URL", help=told)


def home_option(help_text: str | None = None) -> click.Option:
    """Return `--home`, which every command of a server takes."""
    told = help_text or _("The folder of the database and of the server's key.")
    return click.Option(["--home"], type=click.Path(file_okay=False, path_type=Path), help=told)


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
        os.environ["GINRUMMY_DOMAINS"] = ",".join(map(bracketed, domains))
    elif host not in (*LOCAL_NAMES, *ANYWHERE):
        os.environ.setdefault("GINRUMMY_DOMAINS", bracketed(host))
    elif host in ANYWHERE and not os.environ.get("GINRUMMY_DOMAINS"):
        told = _("say under which name or address others reach this server: --domain gin.example.org")
        raise GinRummyError(told, where=f"--host {host}")


def tell_options(
    hsts: tuple[str, ...], threads: int | None, offline: Path | None, *, new_database: bool
) -> None:
    """Say the rest to the settings: how HTTPS is bound, how many pages at once, whether to begin anew.

    Raises `GinRummyError` where `offline` is no folder of the table without a server.
    """
    if offline is not None:
        if not (offline / "service_worker.js").exists():
            told = _("the table without a server does not lie there: “ginrummy site {folder}” writes it")
            raise GinRummyError(told.format(folder=offline), where="--offline")
        os.environ["GINRUMMY_OFFLINE"] = str(offline.absolute())
    if hsts:
        os.environ["GINRUMMY_HSTS"] = ",".join(hsts)
    if threads is not None:
        os.environ["GINRUMMY_THREADS"] = str(threads)
    if new_database:
        os.environ["GINRUMMY_NEW_DATABASE"] = "1"
