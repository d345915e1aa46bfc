"""A server of ginrummy as a program sees it: its JSON routes (docs/api.md), over the standard library."""

from __future__ import annotations

import http.client
import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ginrummy.argument_checks import text_given
from ginrummy.errors import GinRummyError, on_one_line, reason_of
from ginrummy.locale import _, language
from ginrummy.number_format import number_in

Json = dict[str, Any]
_PATIENCE: Final = 60.0
"""Seconds without a byte, three signs of life, after which a connection is lost."""
_LONGEST_SHOWN: Final = 200
_SENT_ELSEWHERE: Final = (301, 302, 303, 307, 308)
_TABLE: Final = re.compile(r"(.*)/tables/([\w-]+)/?")


class Refused(GinRummyError):
    """What the server refuses; `kind` says why, and `wait` how many seconds to wait before asking again."""

    def __init__(self, status: int, told: Json, wait: float = 0.0) -> None:
        where, clause = str(told.get("where", "")), str(told.get("clause", ""))
        super().__init__(str(told.get("told") or f"HTTP {status}"), where=where, clause=clause)
        self.status = status
        self.kind = str(told.get("kind", ""))
        self.wait = wait


class Lost(GinRummyError):
    """A server that does not answer just now."""


class Address(NamedTuple):
    """Where a server is, and the key of one of its tables where that was given."""

    root: str
    key: str


def address_of(text: str) -> Address:
    """Return the address of a server, or of a table there; raises `GinRummyError` for no web address.

    >>> address_of("http://localhost:8000/tables/abc")
    Address(root='http://localhost:8000', key='abc')
    """
    parts = urlsplit(text_given(text, "address_of"))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise GinRummyError(_("this is no web address: http://… or https://…"), where=text)
    root = f"{parts.scheme}://{parts.netloc}"
    found = _TABLE.fullmatch(parts.path)
    return Address(root + (found[1] if found else parts.path.rstrip("/")), found[2] if found else "")


class _StaysHere(HTTPRedirectHandler):
    """Goes nowhere else, whatever a server says: the token is for that server alone."""

    def redirect_request(self, *_told: Any) -> None:
        """Follow no redirection."""


_opener: Final = build_opener(_StaysHere)


class Server:
    """The server at `root`, asked with `token`."""

    def __init__(self, root: str, token: str) -> None:
        self.root = text_given(root, "Server")
        self._token = text_given(token, "Server")

    def ask(self, path: str, body: Json | None = None) -> Json:
        """Return the answer at `path`, to a POST where there is a body; raises `Refused` or `Lost`."""
        try:
            with self._open(path, body) as answer:
                found = _read(answer.read())
        except _LOSSES as error:
            raise Lost(_("the server does not answer: {error}").format(error=reason_of(error))) from error
        return found

    def follow(self, key: str) -> Iterator[Json]:
        """Yield the table `key` as it stands and after every change; raises `Refused` or `Lost`."""
        try:
            with self._open(f"/tables/{key}/stream", None) as stream:
                for line in stream:
                    told = _read(line)
                    kind, status = told.get("type"), told.get("status")
                    if kind == "refused":
                        raise Refused(status if isinstance(status, int) else 403, told)
                    if kind == "table":
                        yield told
        except _LOSSES as error:
            raise Lost(_("the server does not answer: {error}").format(error=reason_of(error))) from error

    def _open(self, path: str, body: Json | None) -> http.client.HTTPResponse:
        headers = {"Authorization": f"Bearer {self._token}", "Accept-Language": language()}
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            answer: http.client.HTTPResponse = _opener.open(
                Request(f"{self.root}/api{path}", data, headers), timeout=_PATIENCE
            )
        except HTTPError as error:
            raise _refusal(error) from error
        return answer


_LOSSES: Final = (OSError, http.client.HTTPException)


def _read(text: bytes) -> Json:
    """Return the object that an answer is; raises `Lost` where it is none, or none that Python reads."""
    try:
        told: Any = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Lost(_("the server does not answer: {error}").format(error=_("this is no JSON")))
    return told


def _refusal(error: HTTPError) -> GinRummyError:
    """Return what `error` says: that the server is away for a moment, or what it refuses."""
    with error:
        try:
            told = _read(error.read())
        except (OSError, Lost):
            told = {}
    if error.code in (502, 503, 504):
        return Lost(_("the server does not answer: {error}").format(error=f"HTTP {error.code}"))
    if error.code in _SENT_ELSEWHERE:
        place = on_one_line(error.headers.get("Location", ""), _LONGEST_SHOWN)
        told = {
            "told": _("the server is elsewhere, name that address instead: {address}").format(address=place)
        }
    wait = number_in(error.headers.get("Retry-After", "")) or 0
    return Refused(error.code, told, float(wait))
