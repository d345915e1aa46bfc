"""Client of a server's JSON routes (docs/api.md), on the standard library."""

from __future__ import annotations

import http.client
import json
import re
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ginrummy.locale import _, language
from ginrummy.locale.argument_checks import as_text
from ginrummy.locale.errors import GinRummyError, error_reason, on_one_line
from ginrummy.locale.numbers import parse_number

Json = dict[str, Any]
_PATIENCE: Final = 60.0
"""Seconds without a byte, three keep-alives, after which a connection is lost. A line may take as long."""
_CHUNK: Final = 2**16
_LARGEST: Final = 2**23
"""Largest answer or line of a stream, in bytes: some thousand hands."""
_LONGEST_SHOWN: Final = 200
_SENT_ELSEWHERE: Final = (301, 302, 303, 307, 308)
_AWAY: Final = (502, 503, 504)
_PASSING: Final = (408, 429, 500)
_TABLE: Final = re.compile(r"(.*)/tables/([\w-]+)/?")


class Refused(GinRummyError):
    """A request that the server refuses. `kind` is the reason, `wait` the seconds to wait before a retry."""

    def __init__(self, status: int, told: Json, wait: float = 0.0) -> None:
        shown = {name: on_one_line(str(value), _LONGEST_SHOWN) for name, value in told.items()}
        what = shown.get("told") or f"HTTP {status}"
        super().__init__(what, where=shown.get("where", ""), clause=shown.get("clause", ""))
        self.status = status
        self.kind = shown.get("kind", "")
        self.wait = wait

    @property
    def is_temporary(self) -> bool:
        """Whether a retry may succeed."""
        return self.status in _PASSING


class Lost(GinRummyError):
    """A server that does not answer now. `wait` is its Retry-After in seconds, if any."""

    is_temporary: Final = True
    wait = 0.0


def unreachable_error(why: str, wait: float = 0.0) -> Lost:
    """Return the error for a server that does not answer."""
    error = Lost(_("the server does not answer: {error}").format(error=why))
    error.wait = wait
    return error


class Address(NamedTuple):
    """The address of a server, and the key of a table if given."""

    root: str
    key: str


def address_of(text: str) -> Address:
    """Return the address of a server, or of a table there. Raise `GinRummyError` for no web address.

    >>> address_of("http://localhost:8000/tables/abc")
    Address(root='http://localhost:8000', key='abc')
    """
    as_text(text, "address_of")
    try:
        parts = urlsplit(text)
        is_known = parts.scheme in ("http", "https") and bool((parts.hostname or "").encode("idna"))
        root = f"{parts.scheme}://{parts.netloc}" if is_known and parts.port != 0 else ""
    except ValueError:  # for a bad port or host name
        root = ""
    if not root:
        what = _("this is no web address: http://… or https://…")
        raise GinRummyError(what, where=on_one_line(text, _LONGEST_SHOWN))
    path = quote(parts.path, safe="/%")
    found = _TABLE.fullmatch(path)
    return Address(root + (found[1] if found else path.rstrip("/")), found[2] if found else "")


class _StaysHere(HTTPRedirectHandler):
    """Refuses redirections: the token is for this server alone."""

    def redirect_request(self, *_told: Any) -> None:
        """Return no request, so that no redirection is followed."""


_opener: Final = build_opener(_StaysHere)


class Client:
    """The server at `root`, with authentication by `token`."""

    def __init__(self, root: str, token: str) -> None:
        self.root = as_text(root, "Client")
        self._token = as_text(token, "Client").strip()
        if not (self._token.isascii() and (self._token or "-").isprintable()):
            raise GinRummyError(_("this token is unknown, or it was revoked"))

    def ask(self, path: str, body: Json | None = None) -> Json:
        """Return the answer at `path`, to a POST if there is a `body`. Raise `Refused` or `Lost`."""
        try:
            with self._open(path, body) as answer:
                found = _read(_whole(answer))
        except _LOSSES as error:
            raise unreachable_error(error_reason(error)) from error
        return found

    def follow(self, key: str) -> Iterator[Json]:
        """Yield the table `key` now and after every change. Raise `Refused` or `Lost`."""
        is_heard = False
        try:
            with self._open(f"/tables/{key}/stream", None) as stream:
                for told in map(_read, _lines(stream)):
                    kind, status = told.get("type"), told.get("status")
                    if kind == "refused":
                        raise Refused(status if isinstance(status, int) else 403, told)
                    if kind == "table":
                        yield told
                    elif not is_heard:  # the first line is the table
                        raise unreachable_error(_("this is no server of ginrummy"))
                    is_heard = True
        except _LOSSES as error:
            raise unreachable_error(error_reason(error)) from error

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


def _whole(answer: http.client.HTTPResponse) -> bytes:
    """Return the body of an answer. Raise `Lost` where it is too long."""
    found, begun = bytearray(), time.monotonic()
    while chunk := answer.read1(_CHUNK):
        found += chunk
        _bear(found, begun)
    return bytes(found)


def _lines(stream: http.client.HTTPResponse) -> Iterator[bytes]:
    """Yield each line as it arrives. Raise `Lost` for one that is too long."""
    rest, begun = bytearray(), time.monotonic()
    while chunk := stream.read1(_CHUNK):
        begun = begun if rest else time.monotonic()
        *ended, left = chunk.split(b"\n")
        for line in ended:
            yield bytes(rest + line)
            rest, begun = bytearray(), time.monotonic()
        rest += left
        _bear(rest, begun)


def _bear(found: bytearray, begun: float) -> None:
    """Raise `Lost` for too many bytes `found`, `TimeoutError` for too long a time since `begun`."""
    if len(found) > _LARGEST:
        raise unreachable_error(_("this is no server of ginrummy"))
    if time.monotonic() - begun > _PATIENCE:
        raise TimeoutError


def _read(text: bytes) -> Json:
    """Parse the JSON object of an answer. Raise `Lost` for anything else."""
    try:
        told: Any = json.loads(text.decode())
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise unreachable_error(_("this is no JSON"))
    return told


def _refusal(error: HTTPError) -> GinRummyError:
    """Return the error for an HTTP status: the server is briefly unavailable, or it refuses the request."""
    with error:
        try:
            told = _read(_whole(cast(http.client.HTTPResponse, error.fp)))
        except (*_LOSSES, Lost):
            told = {}
    wait = float(parse_number(error.headers.get("Retry-After", "")) or 0)
    if error.code in _AWAY:
        return unreachable_error(f"HTTP {error.code}", wait)
    if error.code in _SENT_ELSEWHERE:
        place = on_one_line(error.headers.get("Location", ""), _LONGEST_SHOWN)
        told = {
            "told": _("the server is elsewhere, name that address instead: {address}").format(address=place)
        }
    return Refused(error.code, told, wait)
