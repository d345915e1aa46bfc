"""What a connection may cost before it has said what it wants: so many bytes of a head, so many seconds.

uvicorn waits for ever for the end of a head, and keeps all of it. A proxy in front does better
(docs/hosting.md); this is what a server alone holds.
"""

from __future__ import annotations

import asyncio
import os
import socket as sockets
from collections import Counter
from socket import IPPROTO_TCP, socket
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ginrummy.web.http.environment import number_told
from ginrummy.web.http.ip_networks import PROXIES, is_named, is_own, network_of

READ_SECONDS: Final = number_told("GINRUMMY_READ_SECONDS", 20, most=3600)
"""A head, and then a body, is there after so long, or the connection is closed."""
LARGEST_HEAD: Final = 32 * 1024
PER_ADDRESS: Final = number_told("GINRUMMY_CONNECTIONS_PER_ADDRESS", 500, most=10**6)
_SPARE_FILES: Final = 64
"""Open files that are not connections: the database, the log, static files."""
_open: Counter[str] = Counter()
UNANSWERED_SECONDS: Final = 10
AF_UNIX: Final = getattr(sockets, "AF_UNIX", None)
TCP_USER_TIMEOUT: Final[int | None] = getattr(sockets, "TCP_USER_TIMEOUT", None)
"""Linux alone has it; elsewhere the machine decides how long it waits."""


class GuardedProtocol(HttpToolsProtocol):
    """A connection that is closed where it takes too long, or too much, to say what it wants."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Take the connection, or refuse it where there are too many."""
        super().connection_made(transport)
        notice_losses(transport.get_extra_info("socket"))
        self._size, self._clock = 0, None
        self._is_head = True
        address = self.client[0] if self.client else ""
        self._network = network_of(address)
        _open[self._network] += 1
        crowded = len(self.connections) > most_connections()
        is_proxy = is_own(self._network) or is_named(address, os.environ.get(PROXIES, ""))
        if crowded or (_open[self._network] > PER_ADDRESS and not is_proxy):
            self._refuse(503 if crowded else 429)
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop()
        _open[self._network] -= 1
        if not _open[self._network]:
            del _open[self._network]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head is too long already."""
        if self.transport.is_closing():
            return
        if self._clock is None and self._is_head:
            self._wait()
        self._size += len(data)
        super().data_received(data)
        if self._is_head and self._size > LARGEST_HEAD:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        """Answer, and wait for the body."""
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(431)
            return
        self._is_head = False
        self._wait()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is all there; the next one may come when it likes."""
        self._stop()
        self._is_head, self._size = True, 0
        super().on_message_complete()

    def shutdown(self) -> None:
        """Let a request end, but no stream: its reader comes back by itself, and Ctrl+C waits for nobody."""
        if self.cycle is not None and self.cycle.scope["path"].endswith("/stream"):
            self.transport.close()
        else:
            super().shutdown()

    def _wait(self) -> None:
        self._stop()
        self._clock = self.loop.call_later(READ_SECONDS, self._refuse, 408)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    _clock: asyncio.TimerHandle | None

    def _refuse(self, status: int) -> None:
        """Say why, where nothing was said yet, and close."""
        self._stop()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self.transport.write(_REFUSALS[status])
        self.transport.close()


def _refusal(status: int, words: str) -> bytes:
    head = f"HTTP/1.1 {status} {words}\r\ncontent-length: 0\r\nconnection: close\r\nretry-after: 5\r\n\r\n"
    return head.encode()


_REFUSALS: Final[dict[int, bytes]] = {
    408: _refusal(408, "Request Timeout"),
    429: _refusal(429, "Too Many Requests"),
    431: _refusal(431, "Request Header Fields Too Large"),
    503: _refusal(503, "Service Unavailable"),
}


def notice_losses(connection: socket | None) -> None:
    """Let a connection break where what was sent is not acknowledged for so long: its reader is lost."""
    if connection is not None and connection.family != AF_UNIX and TCP_USER_TIMEOUT is not None:
        connection.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, UNANSWERED_SECONDS * 1000)


def most_connections() -> int:
    """Return how many connections this process may have open: each is a file."""
    return max(1, files_allowed() - _SPARE_FILES)


def files_allowed() -> int:
    """Return how many files this process may have open."""
    try:
        import resource
    except ImportError:  # not on Windows, which has no such limit
        return 1 << 20
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


def allow_many_files(wanted: int = 65536) -> int:
    """Raise the limit of open files as far as this process may, up to `wanted`; return what it is then."""
    try:
        import resource
    except ImportError:
        return files_allowed()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    reach: Any = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < reach:
        resource.setrlimit(resource.RLIMIT_NOFILE, (reach, hard))
    return files_allowed()
