"""Parser for the URL of a mail server, which gives Django's settings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from ginrummy.locale import _
from ginrummy.locale.errors import GinRummyError

_PORTS: Final = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class MailServer(NamedTuple):
    """Settings of the mail server, without a `host` if the server sends no e-mail."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    is_starttls: bool = False
    is_tls: bool = False


def parse_mail_server(address: str) -> MailServer:
    """Parse `smtp+starttls://user:password@host:587`. Raise `GinRummyError` for an invalid URL.

    >>> parse_mail_server("smtps://ada@mail.example.org").port
    465
    """
    if not address:
        return MailServer()
    wrong = GinRummyError(
        _("“{address}” is no mail server: smtp+starttls://USER:PASSWORD@HOST:PORT").format(address=address)
    )
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError) as error:  # invalid port or unknown scheme
        raise wrong from error
    if not parts.hostname:
        raise wrong
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    starttls, tls = parts.scheme == "smtp+starttls", parts.scheme == "smtps"
    return MailServer(parts.hostname, port, user, password, starttls, tls)


def mail_host_name(domains: Sequence[str]) -> str:
    """Return the host name for links in e-mails, independent of the request.

    It is the first of `domains` that is not a pattern, empty without domains. Raise `GinRummyError` if all
    are patterns: the sender of a request could then choose where the link in somebody's e-mail leads.
    """
    found = next((name for name in domains if name == name.strip("*.")), "")
    if domains and not found:
        told = _("for e-mails say one whole name of the server too, such as --domain gin.example.org")
        raise GinRummyError(told, where="GINRUMMY_MAIL")
    return found
