"""Command-line options passed to Django's settings, in this process and its workers."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from ginrummy.cli.server_address import ANYWHERE, LOCAL_NAMES, bracketed
from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

_LABEL: Final = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_NAME: Final = re.compile(rf"\*|\.?{_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE)
"""A host name. A leading dot means all names below it, and a star means any name."""

_PART: Final = re.compile("[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,62}")
"""A path segment that needs no escaping in a URL."""


def database_option(help_text: str | None = None) -> click.Option:
    """Return `--database`, which every server command takes."""
    told = help_text or _("postgresql://… or sqlite:///FILE; else SQLite in the home of the server.")
    return click.Option(["--database"], default="", envvar="GINRUMMY_DATABASE", metavar="URL", help=told)


def home_option(help_text: str | None = None) -> click.Option:
    """Return `--home`, which every server command takes."""
    told = help_text or _("The folder of the database and of the server's key.")
    return click.Option(["--home"], type=click.Path(file_okay=False, path_type=Path), help=told)


def tell_settings(
    host: str, database: str, home: Path | None, domains: tuple[str, ...], *, https: bool
) -> None:
    """Pass the main options to Django's settings, in this process and its workers."""
    os.umask(0o077)
    os.environ["DJANGO_SETTINGS_MODULE"] = "ginrummy.web.config.settings"
    if database:
        os.environ["GINRUMMY_DATABASE"] = database
    if home is not None:
        os.environ["GINRUMMY_HOME"] = str(home)
    if given := os.environ.get("GINRUMMY_HOME"):  # compiled code is shared by all users of this home
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
    """Set the path below which the pages lie. Raise `GinRummyError` for a bad path."""
    parts = [part for part in path.split("/") if part]
    if not all(_PART.fullmatch(part) for part in parts):
        raise GinRummyError(_("this is no path such as /gin"), where=f"--path {path}")
    os.environ["GINRUMMY_PATH"] = "".join(f"/{part}" for part in parts)


def refuse_wrong_names(domains: tuple[str, ...]) -> None:
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


def tell_options(
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
