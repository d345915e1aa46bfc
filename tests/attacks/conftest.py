"""Servers under attack: one on SQLite, and two processes on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.player import send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server, share_homes


@pytest.fixture(scope="session", autouse=True)
def shared_homes(tmp_path_factory: pytest.TempPathFactory, testrun_uid: str) -> None:
    """Let the servers of all test processes start from one prepared home."""
    share_homes(tmp_path_factory.getbasetemp().parent / f"home-{testrun_uid}")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def server(
    request: pytest.FixtureRequest, postgres: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A running server with timeouts of two seconds for a slow connection and ten for a bot."""
    name = f"{request.module.__name__.rpartition('.')[2]}_{request.param}"
    database = postgres.migrated(name) if request.param == "postgresql" else ""
    given = {"GINRUMMY_READ_SECONDS": "2", "GINRUMMY_BOT_SECONDS": "10"}
    found = Server(
        tmp_path_factory.mktemp(name), database=database, workers=2 if database else 1, given=given
    ).start()
    yield found
    send_away()
    found.stop()
