"""The measured server: its processes, its database, and its use of memory and time."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import psutil

from tests.web.server import Server


class Served:
    """Running server processes on one database."""

    def __init__(self, servers: list[Server]) -> None:
        self._servers = servers
        self.ports = [server.port for server in servers]
        self._processes = [psutil.Process(server.pid) for server in servers]

    def memory(self) -> int:
        """Return the resident memory of all processes, in bytes."""
        return sum(process.memory_info().rss for process in self._processes)

    def cpu(self) -> float:
        """Return the processor time of the processes, in seconds."""
        return sum(sum(process.cpu_times()[:2]) for process in self._processes)

    def cpu_of_bots(self, lane: str) -> float:
        """Return the processor time of the processes of a lane of bots, in seconds."""
        children = [one for process in self._processes for one in process.children(recursive=True)]
        return sum(sum(one.cpu_times()[:2]) for one in children if lane in one.cmdline())

    async def until_streams(self, count: int) -> None:
        """Wait until `count` streams are open."""
        while await asyncio.to_thread(self._streams) < count:
            await asyncio.sleep(0.2)

    def _streams(self) -> int:
        total = 0
        for port in self.ports:
            with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
                found = re.search(
                    r"^ginrummy_streams(?:\{[^}]*\})? ([\d.e+]+)$", answer.read().decode(), re.MULTILINE
                )
            total += int(float(found[1])) if found else 0
        return total


@contextmanager
def serve(chosen: argparse.Namespace, home: Path) -> Iterator[Served]:
    """Run the server with the options `chosen`, and configure its database in this process."""
    with ExitStack() as stack:
        address = stack.enter_context(_database(chosen.database))
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "ginrummy.web.config.settings",
            "GINRUMMY_HOME": str(home),
            "GINRUMMY_DATABASE": address,
        }
        from ginrummy.web.config.startup import prepare_server

        prepare_server()
        servers = []
        for _process in range(chosen.processes):
            server = Server(home, database=address).start()
            stack.callback(server.kill)
            servers.append(server)
        yield Served(servers)


@contextmanager
def _database(name: str) -> Iterator[str]:
    """Return the address of the database to measure on; PostgreSQL is started if no address is given."""
    if name != "postgresql":
        yield "" if name == "sqlite" else name
        return
    warnings.simplefilter("ignore")
    from tests.web.postgresql import cluster

    with cluster() as found:
        yield found.database("bench")
