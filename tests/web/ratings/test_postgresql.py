"""Two simultaneous resignations or rematch requests, on two processes with one PostgreSQL."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.races import race
from tests.web.server import Server


@pytest.mark.long
def test_a_match_that_ends_on_two_processes_at_once_is_rated_once_and_followed_by_one(
    postgres: Cluster, tmp_path: Path
) -> None:
    database = postgres.migrated("ratings")
    servers = [Server(tmp_path, database=database, has_bots=False).start() for _process in range(2)]
    try:
        players = [Player(server.address) for server in servers]
        for player, name in zip(players, ("Ada", "Bob"), strict=True):
            player.sign_up(name)
        players[1].join(players[0].lay(rated="on", pace="600+20"))
        both_move(players)
        told = give_up_together(players)
        asked = [status for _round in range(3) for status in ask_again_together(players)]
    finally:
        send_away()
        for server in servers:
            server.kill()
    with psycopg.connect(database) as connection:
        first = "seat_id IN (SELECT id FROM tables_seat WHERE table_id = 1)"
        changes = connection.execute(f"SELECT count(*) FROM ratings_change WHERE {first}").fetchone()
        scores = f"SELECT score FROM ratings_tally WHERE {first} ORDER BY score"
        tallies = connection.execute(scores).fetchall()
        matches = connection.execute("SELECT count(*) FROM tables_table").fetchone()
    assert told.count(302) == 1
    assert (changes, tallies) == ((2,), [(0.0,), (1.0,)])
    assert (asked, matches) == ([302] * 6, (4,))


def ask_again_together(players: list[Player]) -> list[int]:
    """Let both request a rematch at once, and one resign it after its start. Return both responses."""

    def ask(player: Player) -> httpx.Response:
        return player.post(f"{player.path}/rematch", {"offer": player.field("offer"), "cut": "1"})

    for player in players:
        assert player.look().status_code == 200
    told = race(*(partial(ask, player) for player in players))
    paths = {answer.headers.get("location", "") for answer in told}
    if len(paths) == 1:
        begin_and_give_up(players, paths.pop())
    return [answer.status_code for answer in told]


def begin_and_give_up(players: list[Player], path: str) -> None:
    """Let the player who did not ask first sit down at the rematch, and resign it."""
    for player in players:
        player.path = path
        player.look()
        if "/join" in player.page:
            player.join(path)
    for player in players:
        player.look()
    assert players[0].say("resign").status_code == 302


def both_move(players: list[Player]) -> None:
    """Let each player make a move: before that a resignation does not count as a win."""
    moved: set[Player] = set()
    while len(moved) < len(players):
        for player in players:
            player.look()
            if player.is_awaited:
                assert player.say(player.choice()).status_code == 302
                moved.add(player)


def give_up_together(players: list[Player]) -> list[int]:
    """Let both players resign at once. Return the status of each response."""
    for player in players:
        assert player.look().status_code == 200
    told = race(*(partial(player.say, "resign") for player in players))
    return [answer.status_code for answer in told]
