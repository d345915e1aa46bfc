"""From the address of a mail server to Django's settings for it."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from ginrummy.errors import GinRummyError
from ginrummy.locale import _

_PORTS: Final = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class MailServer(NamedTuple):
    """Where letters go; no `host` where the server sends none."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    is_starttls: bool = False
    is_tls: bool = False


def mail_server(address: str) -> MailServer:
    """Return what `smtp+starttls://user:password@host:587` says; raises `GinRummyError` for no such address.

    >>> mail_server("smtps://ada@mail.example.org").port
    465
    """
    if not address:
        return MailServer()
    parts = urlsplit(address)
    if parts.scheme not in _PORTS or not parts.hostname:
        raise GinRummyError(_("“{address}” is no mail server: smtp+starttls://USER:PASSWORD@HOST:PORT")
                            .format(address=address))  # fmt: skip
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    starttls, tls = parts.scheme == "smtp+starttls", parts.scheme == "smtps"
    return MailServer(parts.hostname, parts.port or _PORTS[parts.scheme], user, password, starttls, tls)
