"""A guest who submits the form of a free seat twice at once takes one seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.web.player import NO_CERTIFICATES, Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server

TABLES = 6


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster) -> Iterator[Server]:
    database = postgres.migrated("twice") if request.param == "postgresql" else ""
    found = Server(tmp_path, database=database, has_bots=False, hasty=True).start()
    yield found
    send_away()
    found.stop()


def joined(page: Player, path: str, start: threading.Barrier) -> str:
    """Return the page of a browser without a session after it joined the table at `path`."""
    with httpx.Client(verify=NO_CERTIFICATES, cookies=page.client.cookies, follow_redirects=True) as client:
        sent = {"csrfmiddlewaretoken": page.field("csrfmiddlewaretoken"), "cut": "2", "name": "Bob"}
        start.wait()
        answer = client.post(f"{page.address}{path}/join", data=sent)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.long
def test_a_seat_taken_twice_at_once(server: Server) -> None:
    for _table in range(TABLES):
        path = Player(server.address).lay()
        page = Player(server.address)
        page.get(path)
        start = threading.Barrier(2)
        with ThreadPoolExecutor(2) as both:
            pages = [each.result() for each in [both.submit(joined, page, path, start) for _form in range(2)]]
        assert all('data-mine="' in text for text in pages)
