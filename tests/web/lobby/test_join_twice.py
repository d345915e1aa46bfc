"""A guest who submits the form of a free seat twice at once takes one seat."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.web.player import NO_CERTIFICATES, Player, send_away
from tests.web.postgresql import Cluster
from tests.web.races import race
from tests.web.server import Server

TABLES = 6


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path, postgres: Cluster) -> Iterator[Server]:
    database = postgres.migrated("twice") if request.param == "postgresql" else ""
    found = Server(tmp_path, database=database, has_bots=False, hasty=True).start()
    yield found
    send_away()
    found.stop()


def joined(page: Player, path: str) -> str:
    """Return the page of a browser without a session after it joined the table at `path`."""
    with httpx.Client(verify=NO_CERTIFICATES, cookies=page.client.cookies, follow_redirects=True) as client:
        sent = {"csrfmiddlewaretoken": page.field("csrfmiddlewaretoken"), "cut": "2", "name": "Bob"}
        answer = client.post(f"{page.address}{path}/join", data=sent)
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.long
def test_a_seat_taken_twice_at_once(server: Server) -> None:
    for _table in range(TABLES):
        path = Player(server.address).lay()
        page = Player(server.address)
        page.get(path)
        once = partial(joined, page, path)
        assert all('data-mine="' in text for text in race(once, once))
