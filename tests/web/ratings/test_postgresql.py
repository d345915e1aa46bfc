"""Two players who give up at the same moment, on two processes that share a PostgreSQL: one result, once."""

from __future__ import annotations

import threading
from pathlib import Path

import psycopg

from tests.web.player import Player, send_away
from tests.web.postgresql import cluster
from tests.web.server import Server


def test_a_match_that_ends_on_two_processes_at_once_is_rated_once(tmp_path: Path) -> None:
    with cluster() as postgres:
        database = postgres.database("ratings")
        servers = [Server(tmp_path, database=database).start() for _process in range(2)]
        try:
            players = [Player(server.address) for server in servers]
            for player, name in zip(players, ("Ada", "Bob"), strict=True):
                player.sign_up(name)
            players[1].join(players[0].lay(rated="on", pace="600+20"))
            both_move(players)
            told = give_up_together(players)
        finally:
            send_away()
            for server in servers:
                server.kill()
        with psycopg.connect(database) as connection:
            changes = connection.execute("SELECT count(*) FROM ratings_change").fetchone()
            matches = connection.execute("SELECT matches FROM ratings_rating").fetchall()
            tallies = connection.execute("SELECT score FROM ratings_tally ORDER BY score").fetchall()
    assert told.count(302) == 1
    assert (changes, matches, tallies) == ((2,), [(1,), (1,)], [(0.0,), (1.0,)])


def both_move(players: list[Player]) -> None:
    """Let each player make a move: a match is not won before that by the other giving up."""
    moved: set[Player] = set()
    while len(moved) < len(players):
        for player in players:
            player.look()
            if player.is_awaited:
                assert player.say(player.choice()).status_code == 302
                moved.add(player)


def give_up_together(players: list[Player]) -> list[int]:
    """Let both players give up at once; return the status that each was answered."""
    gate = threading.Barrier(len(players))
    told: list[int] = []

    def give_up(player: Player) -> None:
        gate.wait()
        told.append(player.say("resign").status_code)

    for player in players:
        assert player.look().status_code == 200
    racers = [threading.Thread(target=give_up, args=(player,)) for player in players]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    return told
