"""The site, built once for all its tests."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

BASE = "/some/where/"
"""Its base path."""
PATIENCE = 120_000
"""Milliseconds to wait for it."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder built by the command, by the first test process."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    out = folder / "site" / BASE.strip("/")
    with (folder / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (out / "index.html").exists():
            subprocess.run([sys.executable, "-m", "ginrummy", "site", str(out)], check=True)
    return out


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let no test pay for the build of the site with its own time."""
    for item in items:
        if "site" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.timeout(func_only=True))


class Host(SimpleHTTPRequestHandler):
    """A plain static host that records its requests."""

    asked: list[str]

    def log_message(self, format: str, *arguments: object) -> None:
        self.asked.append(self.path)


@pytest.fixture
def host(site: Path) -> Iterator[tuple[str, list[str], ThreadingHTTPServer]]:
    """The address of the site, the requests to its host, and the host."""
    asked: list[str] = []
    root = site.parents[BASE.count("/") - 2]
    handler = type("Handler", (Host,), {"asked": asked})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(root)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{BASE}", asked, server
    server.shutdown()
    thread.join()
    server.server_close()
