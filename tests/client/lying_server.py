"""A server with arbitrary responses, byte for byte."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """A received request."""

    path: str
    headers: str
    body: bytes


Lie = Callable[[socket.socket, Asked], None]


class LyingServer:
    """Listens on a free local port, stores the requests, and answers by `answer`."""

    def __init__(self, answer: Lie) -> None:
        self.answer = answer
        self.asked: list[Asked] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._door.close()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                Thread(target=self._converse, args=(self._door.accept()[0],), daemon=True).start()

    def _converse(self, line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            asked = _read(line)
            self.asked.append(asked)
            self.answer(line, asked)


@contextmanager
def lying(answer: Lie) -> Iterator[LyingServer]:
    """Run such a server."""
    server = LyingServer(answer)
    try:
        yield server
    finally:
        server.close()


def _read(line: socket.socket) -> Asked:
    with line.makefile("rb") as file:
        path = file.readline().split()[1].decode()
        headers = ""
        while (header := file.readline().decode("latin-1")).strip():
            headers += header
        length = next((int(one.split(":")[1]) for one in headers.splitlines() if "Content-Length" in one), 0)
        return Asked(path, headers, file.read(length))


def raw(*parts: bytes) -> Lie:
    """Send these bytes and close the connection."""

    def lie(line: socket.socket, _asked: Asked) -> None:
        for part in parts:
            line.sendall(part)

    return lie


def says(content: bytes | Any, status: int = 200, **headers: str) -> Lie:
    """Send `content`, as JSON unless it is bytes."""
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    head = {"Content-Length": str(len(body)), "Connection": "close"} | headers
    lines = "".join(f"{name.replace('_', '-')}: {text}\r\n" for name, text in head.items())
    return raw(f"HTTP/1.1 {status} So\r\n{lines}\r\n".encode(), body)


def drips(content: bytes, pause: Callable[[], object]) -> Lie:
    """Send `content` forever, with a `pause` after each time."""

    def lie(line: socket.socket, _asked: Asked) -> None:
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            line.sendall(content)
            pause()

    return lie
