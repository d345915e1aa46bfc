"""From the address of a mail server to Django's settings for it."""

from __future__ import annotations

from collections.abc import Sequence
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
    wrong = GinRummyError(
        _("“{address}” is no mail server: smtp+starttls://USER:PASSWORD@HOST:PORT").format(address=address)
    )
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS[parts.scheme]
    except (ValueError, KeyError) as error:  # no port, no such kind
        raise wrong from error
    if not parts.hostname:
        raise wrong
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    starttls, tls = parts.scheme == "smtp+starttls", parts.scheme == "smtps"
    return MailServer(parts.hostname, port, user, password, starttls, tls)


def name_in_letters(domains: Sequence[str]) -> str:
    """Return the name of the server to which links in letters lead, whatever a request called it.

    It is the first of `domains` that is no pattern, nothing where there are none. Raises `GinRummyError`
    where all are patterns: whoever asks for a letter would choose where its link leads.
    """
    found = next((name for name in domains if name == name.strip("*.")), "")
    if domains and not found:
        told = _("for e-mails say one whole name of the server too, such as --domain gin.example.org")
        raise GinRummyError(told, where="GINRUMMY_MAIL")
    return found
