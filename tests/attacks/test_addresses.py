"""Client addresses: that of the connection, or the one in a trusted proxy's header."""

from __future__ import annotations

import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import psutil
import pytest

from ginrummy.web.accounts.passwords import PER_NETWORK
from ginrummy.web.http.limits import is_in_networks
from tests.attacks.tries import tried
from tests.web.player import Player, send_away
from tests.web.server import Server

OTHER = "192.0.2.1"
"""A proxy other than the connected one."""
MOST = 4
SPARE = 64
"""File descriptors that a server keeps for other purposes than connections."""
ELSEWHERE = "127.0.0.2"
"""Another client machine for the server: Linux accepts connections from this address."""


@contextmanager
def served(tmp_path_factory: pytest.TempPathFactory, proxies: str) -> Iterator[Server]:
    """Yield a server that trusts `proxies`."""
    given = {"FORWARDED_ALLOW_IPS": proxies, "GINRUMMY_CONNECTIONS_PER_ADDRESS": str(MOST)}
    found = Server(tmp_path_factory.mktemp("home"), has_bots=False, given=given).start()
    yield found
    send_away()
    found.stop()


@pytest.fixture
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory, OTHER) as found:
        yield found


@pytest.fixture
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory, f"{OTHER}, 127.0.0.0/30") as found:
        yield found


def somebody(server: Server) -> Player:
    player = Player(server.address)
    player.get("/recover")
    return player


@pytest.mark.long
def test_an_address_that_anybody_may_write_down_is_not_believed(alone: Server) -> None:
    player = somebody(alone)
    answers = [tried(player, f"10.0.{place}.1") for place in range(PER_NETWORK.times + 1)]
    assert answers == [403] * PER_NETWORK.times + [429]


@pytest.mark.long
def test_a_proxy_that_the_host_names_is_believed_without_https_too(behind: Server) -> None:
    player = somebody(behind)
    for place in range(PER_NETWORK.times + 1):
        assert tried(player, f"10.0.{place}.1") == 403
    for forged in range(PER_NETWORK.times):
        assert tried(player, f"10.{forged}.9.9, 2001:db8::{forged:x}, {OTHER}") == 403
    assert tried(player, "10.77.9.9, 2001:db8::ffff:7") == 429


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")
def test_one_machine_has_so_many_connections_and_a_proxy_as_many_as_it_needs(
    alone: Server, behind: Server
) -> None:
    assert [status(one, MOST + 1) for one in (alone, behind)] == [b"429", b"200"]
    assert status(alone, MOST) == b"200"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets the limits of another process")
def test_a_process_takes_no_more_connections_than_it_may_open_files(alone: Server) -> None:
    kept = resource.prlimit(alone.pid, resource.RLIMIT_NOFILE)
    most = psutil.Process(alone.pid).num_fds()
    resource.prlimit(alone.pid, resource.RLIMIT_NOFILE, (most + SPARE, kept[1]))
    try:
        assert status(alone, most + 2, elsewhere="127.0.0.1") == b"503"
        latest = time.monotonic() + 20
        while status(alone, 1) != b"200":  # the server notices their end a moment later
            assert time.monotonic() < latest
            time.sleep(0.1)
    finally:
        resource.prlimit(alone.pid, resource.RLIMIT_NOFILE, kept)


def status(server: Server, connections: int, *, elsewhere: str = ELSEWHERE) -> bytes:
    """Return the status of the last of so many connections from elsewhere, with the others open."""
    with ExitStack() as stack:
        for _one in range(connections):
            address = ("127.0.0.1", server.port)
            last = stack.enter_context(socket.create_connection(address, 20, (elsewhere, 0)))
        last.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return last.recv(100).split()[1]


def test_proxies_are_named_one_by_one_by_network_or_all() -> None:
    named = "192.0.2.1, 10.0.0.0/8,2001:db8::/32,unix:, "
    for address in ("192.0.2.1", "10.9.8.7", "2001:db8:7::1"):
        assert is_in_networks(address, named)
    for address in ("192.0.2.2", "11.0.0.1", "2001:db9::1", "", "unix"):
        assert not is_in_networks(address, named)
        assert not is_in_networks(address, "")
        assert is_in_networks(address, " * ")
