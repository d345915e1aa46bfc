"""What the command line says of a server, told to Django's settings in this process and its workers."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from ginrummy.cli.server_address import ANYWHERE, LOCAL_NAMES, bracketed
from ginrummy.errors import GinRummyError
from ginrummy.locale import _

_LABEL: Final = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"\*|\.?{_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE)
"""A name of a machine; with a dot before it all names below it are meant, too, and a star is any name."""

_PART: Final = re.compile("[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,62}")
"""A part of a path that stands in addresses as it is."""


def database_option(help_text: str | None = None) -> click.Option:
    """Return `--database`, which every command of a server takes."""
    told = help_text or _("postgresql://… or sqlite:///FILE; else SQLite in the home of the server.")
    return click.Option(["--database"], default="", envvar="GINRUMMY_DATABASE", metavar="URL", help=told)


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
    refuse_wrong_names(domains)
    if domains:
        os.environ["GINRUMMY_DOMAINS"] = ",".join(map(bracketed, domains))
    elif host not in (*LOCAL_NAMES, *ANYWHERE):
        os.environ.setdefault("GINRUMMY_DOMAINS", bracketed(host))
    elif host in ANYWHERE and not os.environ.get("GINRUMMY_DOMAINS"):
        told = _("say under which name or address others reach this server: --domain gin.example.org")
        raise GinRummyError(told, where=f"--host {host}")


def tell_path(path: str) -> None:
    """Say to Django's settings below which path the pages lie; raises `GinRummyError` for no path."""
    parts = [part for part in path.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise GinRummyError(_("this is no path such as /gin"), where=f"--path {path}")
    os.environ["GINRUMMY_PATH"] = "".join(f"/{part}" for part in parts)


def refuse_wrong_names(domains: tuple[str, ...]) -> None:
    """Raise `GinRummyError` for what is no name and no address: a server of such a name answers nobody."""
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


def tell_options(
    hsts: tuple[str, ...],
    threads: int | None,
    offline: Path | None,
    port: int,
    *,
    https: bool,
    new_database: bool,
) -> None:
    """Say the rest to the settings: how HTTPS is bound, how many pages at once, whether to begin anew.

    Links in letters lead to `port` unless another one is told, or HTTPS stands before it.

    Raises `GinRummyError` where `offline` is no folder of the table without a server, and where HTTPS is
    to be bound to a server that does not speak it.
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
