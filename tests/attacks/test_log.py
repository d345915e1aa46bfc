"""Malformed requests by the hundred: each is refused, and the log has no traceback."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from tests.web.server import Server

PATHS: Final = (
    "/",
    "/settings",
    "/pad/rules",
    "/api/tables",
    "/tables/x/say",
    "/stream?at=%ff",
    "/%00",
    "//[",
)
METHODS: Final = ("GET", "POST", "PUT", "OPTIONS", "TRACE", "FOO")
FORM: Final = "content-type: application/x-www-form-urlencoded"
PARTS: Final = "content-type: multipart/form-data; boundary=a"
JSON: Final = "content-type: application/json"
SENT: Final = (
    ("x: y", b""),
    (FORM, b"\xff\xfe\0" * 99),
    (FORM, b"a=%00&b=%ff"),
    (FORM, b"a=1&" * 300),
    (f"{FORM}; charset=utf-16", b"a=1"),
    ("content-type: multipart/form-data", b"x"),
    (PARTS, b'--a\r\ncontent-disposition: form-data; name="x"; filename="y"\r\n\r\nz'),
    (PARTS, b'--a\r\ncontent-disposition: form-data; name="x"; filename="y"\r\n\r\nz\r\n' * 150),
    (JSON, b"[" * 60_000),
    (JSON, b'{"number": ' + b"9" * 60_000 + b"}"),
    (JSON, b'"\\ud800"'),
    ("x: y", b"x" * 70_000),
    ("cookie: ginrummy_session=\xff; ginrummy_csrf=x; ginrummy_preferences=%00", b""),
    ("authorization: Bearer \xff", b""),
    ("accept-language: " + "x;q=9e999," * 99, b""),
    ("origin: http://[::1", b"a=1"),
    ("x-forwarded-for: \x7f, ::", b""),
)
RAW: Final = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nhost: localhost\r\n\r\n",
    b"\x16\x03\x01\0" * 20,
    b"GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"GET /?\xff\0 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nhost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nhost: a b\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
    b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    b"CONNECT x:1 HTTP/1.1\r\nhost: localhost\r\n\r\n",
)


def requests() -> Iterator[bytes]:
    """Yield malformed requests."""
    yield from RAW
    for path, method, (header, body) in product(PATHS, METHODS, SENT):
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{header}\r\n"
        yield f"{head}content-length: {len(body)}\r\n\r\n".encode("latin-1") + body


def status(port: int, request: bytes) -> int:
    """Return the status of a request, 0 if the connection is closed without a response."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        with suppress(OSError):  # refused before all of it was sent
            connection.sendall(request)
        try:
            head = connection.recv(64)
        except OSError:
            return 0
    return int(head.split()[1]) if head else 0


@pytest.mark.long
def test_no_request_leaves_a_traceback_in_the_log(tmp_path: Path) -> None:
    server = Server(tmp_path, hasty=True, has_bots=False).start()
    try:
        answers = {request: status(server.port, request) for request in requests()}
    finally:
        server.stop()
    log = (tmp_path / "server.log").read_text("utf-8")
    assert "Traceback" not in log
    assert {request[:200]: answer for request, answer in answers.items() if answer >= 500} == {}
    assert {400, 401, 403, 404, 405, 413} <= set(answers.values())
