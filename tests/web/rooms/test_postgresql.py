"""Concurrent requests to a server with PostgreSQL: limits hold as for sequential ones."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest

from ginrummy.web.bots.match_limits import MOST_QUICK
from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.races import race
from tests.web.server import Server

AT_ONCE = 6


@pytest.fixture
def server(postgres: Cluster, tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path, database=postgres.migrated("at_once"), has_bots=False, hasty=True).start()
    yield found
    send_away()
    found.stop()


def program(player: Player) -> Callable[[str, dict[str, str]], int]:
    """Return a function that posts to the API for `player` and returns the status."""
    player.get("/settings")
    token = re.search(r"gin_[\w-]{30,}", player.post("/settings/tokens", {"name": "x"}).text)
    assert token is not None
    headers = {"authorization": f"Bearer {token[0]}", "content-type": "application/json"}

    def post(path: str, sent: dict[str, str]) -> int:
        content = json.dumps(sent)
        return httpx.post(f"{player.address}/api{path}", content=content, headers=headers).status_code

    return post


@pytest.mark.long
def test_a_player_lays_one_table_in_a_room_and_no_more_against_bots_than_allowed(server: Server) -> None:
    ada = Player(server.address)
    ada.sign_up("Ada")
    post = program(ada)
    for title in ("One", "Two", "Three"):
        assert post("/rooms", {"title": title}) == 201
    ada.get("/rooms/")
    for key in set(re.findall(r"/rooms/([\w-]{16})", ada.page)):
        room = f"/rooms/{key}/tables"
        assert sorted(race(*[partial(post, room, {"cut": "1"})] * AT_ONCE)) == [201] + [409] * (AT_ONCE - 1)
    bots = {"against": "simple"}
    assert {post("/tables", bots) for _table in range(MOST_QUICK - 1)} == {201}
    assert sorted(race(*[partial(post, "/tables", bots)] * AT_ONCE)) == [201] + [429] * (AT_ONCE - 1)
