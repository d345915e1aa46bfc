"""Limits on a connection before its request is complete: header size, read timeout, connections per address.

uvicorn waits for the end of the headers for ever and buffers all of them. A proxy in front does better
(docs/hosting.md). These limits protect a server without one.
"""

from __future__ import annotations

import asyncio
import os
import socket as sockets
from collections import Counter
from socket import IPPROTO_TCP, socket
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ginrummy.web.http.limits import (
    PROXIES,
    client_network,
    is_in_networks,
    is_own_machine,
    number_from_environment,
)

READ_SECONDS: Final = number_from_environment("GINRUMMY_READ_SECONDS", 20, most=3600)
"""Timeout for the headers and again for the body. The connection is then closed."""
LARGEST_HEAD: Final = 32 * 1024
PER_ADDRESS: Final = number_from_environment("GINRUMMY_CONNECTIONS_PER_ADDRESS", 500, most=10**6)
_SPARE_FILES: Final = 64
"""Open files other than connections: database, log, static files."""
_open: Counter[str] = Counter()
UNANSWERED_SECONDS: Final = 10
AF_UNIX: Final = getattr(sockets, "AF_UNIX", None)
TCP_USER_TIMEOUT: Final[int | None] = getattr(sockets, "TCP_USER_TIMEOUT", None)
"""Only Linux has this option. Elsewhere the system's own timeout applies."""


class GuardedProtocol(HttpToolsProtocol):
    """HTTP protocol of uvicorn with limits on the time and size of a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        """Accept the connection, or refuse it if there are too many."""
        super().connection_made(transport)
        set_unanswered_timeout(transport.get_extra_info("socket"))
        self._size, self._clock = 0, None
        self._is_head = True
        address = self.client[0] if self.client else ""
        self._network = client_network(address)
        _open[self._network] += 1
        crowded = len(self.connections) > connection_limit()
        is_proxy = is_own_machine(self._network) or is_in_networks(address, os.environ.get(PROXIES, ""))
        if crowded or (_open[self._network] > PER_ADDRESS and not is_proxy):
            self._refuse(503 if crowded else 429)
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection from the counts."""
        self._stop()
        _open[self._network] -= 1
        if not _open[self._network]:
            del _open[self._network]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the headers are too large."""
        if self.transport.is_closing():
            return
        if self._clock is None and self._is_head:
            self._wait()
        self._size += len(data)
        super().data_received(data)
        if self._is_head and self._size > LARGEST_HEAD:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        """Pass the request to the application and wait for its body."""
        if sum(len(name) + len(value) for name, value in self.headers) > LARGEST_HEAD:
            self._refuse(431)
            return
        self._is_head = False
        self._wait()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Stop the timeout. The next request of the connection may come at any time."""
        self._stop()
        self._is_head, self._size = True, 0
        super().on_message_complete()

    def shutdown(self) -> None:
        """Let a request finish but close a stream: its client reconnects, so Ctrl+C need not wait."""
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
        """Send the error status unless a response has begun, and close the connection."""
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


def set_unanswered_timeout(connection: socket | None) -> None:
    """Close a connection whose data is not acknowledged within `UNANSWERED_SECONDS`: its client is gone."""
    if connection is not None and connection.family != AF_UNIX and TCP_USER_TIMEOUT is not None:
        connection.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, UNANSWERED_SECONDS * 1000)


def connection_limit() -> int:
    """Return the limit of open connections of this process. Each is a file."""
    return max(1, open_file_limit() - _SPARE_FILES)


def open_file_limit() -> int:
    """Return the limit of open files of this process."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1 << 20
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return 1 << 20 if soft == resource.RLIM_INFINITY else soft


def raise_open_file_limit(wanted: int = 65536) -> int:
    """Raise the soft limit of open files up to `wanted` if permitted. Return the resulting limit."""
    try:
        import resource
    except ImportError:
        return open_file_limit()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    reach: Any = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < reach:
        resource.setrlimit(resource.RLIMIT_NOFILE, (reach, hard))
    return open_file_limit()
