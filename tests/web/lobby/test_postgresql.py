"""Searches for an opponent on two server processes and one real PostgreSQL: nobody is paired twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server

PLAYERS = 6


@pytest.fixture
def servers(postgres: Cluster, tmp_path: Path) -> Iterator[tuple[str, tuple[Server, ...]]]:
    database = postgres.migrated("seeks")
    found = tuple(
        Server(tmp_path, database=database, has_bots=False, hasty=True).start() for _one in range(2)
    )
    yield database, found
    send_away()
    for server in found:
        server.kill()


@pytest.mark.long
def test_those_who_search_on_two_servers_are_each_paired_once(
    servers: tuple[str, tuple[Server, ...]],
) -> None:
    database, found = servers
    players = [Player(found[number % 2].address) for number in range(PLAYERS)]
    gate = threading.Barrier(PLAYERS)

    def search(player: Player) -> None:
        player.get("/tables/seek")
        sent = {"offer": player.field("offer"), "cut": "1", "variant": "standard", "pace": "300+15"}
        gate.wait()
        assert player.post("/tables/seek", sent).status_code == 302

    racers = [threading.Thread(target=search, args=(player,)) for player in players]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    for player in players:
        while "data-now" not in player.page and "The invitation is sent" not in player.page:
            player.get("/tables/seek")
    with psycopg.connect(database) as connection:
        seats = connection.execute("SELECT person_id FROM tables_seat").fetchall()
        invited = connection.execute("SELECT invited_id FROM tables_table").fetchall()
    assert len(set(seats + invited)) == len(seats + invited) == PLAYERS
