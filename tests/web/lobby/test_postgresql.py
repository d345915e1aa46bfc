"""Searches for an opponent on two server processes and one real PostgreSQL: no double pairing."""

from __future__ import annotations

from functools import partial

import psycopg
import pytest

from tests.web.player import Player
from tests.web.races import race
from tests.web.server import Server

PLAYERS = 6


@pytest.mark.long
def test_those_who_search_on_two_servers_are_each_paired_once(
    two_servers: tuple[str, tuple[Server, ...]],
) -> None:
    database, found = two_servers
    players = [Player(found[number % 2].address) for number in range(PLAYERS)]

    def search(player: Player) -> int:
        sent = {"offer": player.field("offer"), "cut": "1", "variant": "standard", "pace": "300+15"}
        return player.post("/tables/seek", sent).status_code

    for player in players:
        player.get("/tables/seek")
    assert race(*(partial(search, player) for player in players)) == [302] * PLAYERS
    for player in players:
        while "data-now" not in player.page and "The invitation is sent" not in player.page:
            player.get("/tables/seek")
    with psycopg.connect(database) as connection:
        seats = connection.execute("SELECT person_id FROM tables_seat").fetchall()
        invited = connection.execute("SELECT invited_id FROM tables_table").fetchall()
    assert len(set(seats + invited)) == len(seats + invited) == PLAYERS
