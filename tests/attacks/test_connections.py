"""Costly connections: endless headers, missing bodies, hundreds of streams."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from typing import Any

import pytest

from ginrummy.web.http.limits import client_network, is_own_machine
from ginrummy.web.tables.sse import PER_ADDRESS, PER_PERSON, StreamKeys, count_stream, serve_stream
from tests.web.server import Server

HOST = b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n"
HALF_A_BODY = b"POST /settings HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\nname="


def opened(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def told(connection: socket.socket) -> bytes:
    """Return everything received until the connection is closed."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionError:
        pass
    return found


@pytest.mark.long
def test_a_head_without_an_end_is_refused_long_before_it_fills_memory(server: Server) -> None:
    with opened(server) as connection:
        sent = 0
        connection.sendall(HOST + b"x-endless: ")
        try:
            while sent < 4 << 20:
                connection.sendall(b"a" * 4096)
                sent += 4096
        except ConnectionError:
            pass
        else:
            raise AssertionError(f"{sent} bytes of a head were taken")


@pytest.mark.long
def test_a_head_of_many_fields_is_refused_too(server: Server) -> None:
    with opened(server) as connection:
        connection.sendall(HOST + b"".join(b"x-%d: %s\r\n" % (n, b"b" * 900) for n in range(60)))
        assert told(connection).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize(
    "begun",
    [
        pytest.param(b"", id="silent", marks=pytest.mark.long),
        pytest.param(HOST, id="half a head", marks=pytest.mark.long),
        pytest.param(HALF_A_BODY, id="half a body"),
    ],
)
def test_who_says_nothing_more_is_not_waited_for(server: Server, begun: bytes) -> None:
    with opened(server) as connection:
        connection.sendall(begun)
        since = time.monotonic()
        told(connection)
        assert time.monotonic() - since < 12


def test_drops_of_a_head_buy_no_time(server: Server) -> None:
    with opened(server) as connection:
        since = time.monotonic()
        try:
            connection.sendall(HOST)
            while time.monotonic() - since < 15:
                connection.sendall(b"x: y\r\n")
                time.sleep(0.2)
        except ConnectionError:
            return
        raise AssertionError("it was waited for")


def test_a_connection_that_is_kept_serves_again_after_a_pause(server: Server) -> None:
    with opened(server) as connection:
        for _time in range(2):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            answer = b""
            while not answer.endswith(b"ok\n"):
                answer += connection.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.5)


def test_a_household_is_one_address_and_a_proxy_is_none() -> None:
    assert client_network("2001:db8:1:2::3") == client_network("2001:db8:1:2:ffff::1")
    assert client_network("2001:db8:1:2::3") != client_network("2001:db8:1:3::3")
    assert client_network("::ffff:192.0.2.1") == "192.0.2.1"
    assert is_own_machine("127.0.0.1")
    assert is_own_machine(client_network("::1"))
    assert not is_own_machine(client_network("192.0.2.1"))


@pytest.mark.parametrize(
    ("person", "address", "most"), [("ada", "127.0.0.1", PER_PERSON), ("", "192.0.2.7", PER_ADDRESS)]
)
@pytest.mark.django_db(transaction=True)
async def test_one_stream_too_many_is_refused(person: str, address: str, most: int) -> None:
    counted = [count_stream(person, address) for _stream in range(most)]
    assert [one.__enter__() for one in counted] == [True] * most
    sent: list[Mapping[str, Any]] = []

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    if not person:
        await serve_stream(StreamKeys(("@lobby",)), [], address, receive, send)
        assert sent[0]["status"] == 429
    with count_stream(person, address) as is_free:
        assert not is_free
    counted.pop().__exit__(None, None, None)
    with count_stream(person, address) as is_free:
        assert is_free
    for one in counted:
        one.__exit__(None, None, None)
