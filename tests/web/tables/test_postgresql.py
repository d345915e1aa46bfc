"""Two server processes on one real PostgreSQL: players on different ones, sudden kills."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.races import race
from tests.web.server import Server

PATIENCE = 600.0


@pytest.fixture(scope="module")
def database(postgres: Cluster) -> str:
    return postgres.migrated("tables")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def pair(database: str, home: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes that share a database and a key."""
    found = Server(home, database=database), Server(home, database=database)
    yield found
    for server in found:
        server.kill()


@pytest.fixture
def servers(pair: tuple[Server, Server]) -> Iterator[tuple[Server, Server]]:
    """Both of them, running."""
    for server in pair:
        if not server.is_running:
            server.start()
    yield pair
    send_away()


def seated(servers: tuple[Server, Server]) -> tuple[Player, Player]:
    """Return two players at one table, each on another server."""
    first, second = Player(servers[0].address), Player(servers[1].address)
    second.join(first.lay())
    for player in (first, second):
        assert player.look().status_code == 200
    return first, second


def log_of(database: str, player: Player) -> list[tuple[int, int, str]]:
    """Return the events of a player's table: number, seat, text."""
    query = """SELECT event.number, event.seat, event.text FROM tables_event event
        JOIN tables_table ON tables_table.id = event.table_id WHERE key = %s ORDER BY event.number"""
    with psycopg.connect(database) as connection:
        return connection.execute(query, [player.path.rpartition("/")[2]]).fetchall()


def until(what: Callable[[], bool]) -> None:
    """Wait until `what` returns true."""
    latest = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < latest, "it did not come to that"
        time.sleep(0.05)


def awaited(players: tuple[Player, Player]) -> Player:
    """Return the player to move, after loading the table."""
    for player in players:
        player.look()
    return next(player for player in players if player.is_awaited)


@pytest.mark.long
def test_players_on_different_processes_hear_of_each_other(
    servers: tuple[Server, Server], database: str
) -> None:
    players = seated(servers)
    for _turn in range(6):
        mover = awaited(players)
        other = players[1 - players.index(mover)]
        with other.hearing() as numbers:
            assert next(numbers) == mover.number
            assert mover.say(mover.choice()).status_code == 302
            assert next(numbers) == mover.number + 1
    log = log_of(database, players[0])
    assert [number for number, _seat, _text in log] == list(range(len(log)))


@pytest.mark.long
def test_of_two_moves_that_race_on_two_processes_one_wins_and_the_other_is_told(
    servers: tuple[Server, Server], database: str
) -> None:
    players = seated(servers)
    mover = awaited(players)
    twin = Player(servers[1].address if mover is players[0] else servers[0].address)
    twin.path, twin.page, twin.client.cookies = mover.path, mover.page, mover.client.cookies
    moves = [move for move in mover.choices if move not in ("resign",)][:2]
    said = race(*(partial(one.say, move) for one, move in zip((mover, twin), moves, strict=True)))
    assert sorted(answer.status_code for answer in said) == [302, 409]
    assert len(log_of(database, mover)) == 4


@pytest.mark.long
def test_a_process_that_is_killed_between_moves_loses_none(
    servers: tuple[Server, Server], database: str
) -> None:
    players = seated(servers)
    said: list[tuple[int, str]] = []
    for turn in range(16):
        mover = awaited(players)
        number, move = mover.number, mover.choice()
        if turn in (5, 11):
            killed = threading.Thread(target=servers[turn % 2].kill)
            killed.start()
            with suppress(httpx.TransportError):
                mover.say(move)
            killed.join()
            for player in players:
                player.address = servers[1 - turn % 2].address
            assert mover.say(move, number=number).status_code == 302
            servers[turn % 2].start()
        else:
            assert mover.say(move).status_code == 302
        said.append((number, move))
    log = log_of(database, players[0])
    assert [number for number, _seat, _text in log] == list(range(len(log)))
    assert [(number, text) for number, _seat, text in log[3:]] == said


@pytest.mark.long
def test_a_process_that_is_killed_while_its_bot_thinks_delays_the_move_and_loses_none(
    servers: tuple[Server, Server], database: str
) -> None:
    player = Player(servers[0].address)
    player.lay(against="simple")
    key = player.path.rpartition("/")[2]
    with psycopg.connect(database, autocommit=True) as admin:
        servers[1].kill()
        player.look()
        admin.execute("UPDATE tables_seat SET bot = 'champion' WHERE bot <> '' AND table_id = "
                      "(SELECT id FROM tables_table WHERE key = %s)", [key])  # fmt: skip
        for _turn in range(20):
            if not player.is_awaited:
                break
            player.client.headers["HX-Request"] = "true"
            player.say(player.choice())
            player.look_again()
        due = "SELECT count(*) FROM tables_table WHERE key = %s AND bot_due IS NOT NULL"
        held = "SELECT count(*) FROM tables_table WHERE key = %s AND bot_lease IS NOT NULL"
        assert admin.execute(due, [key]).fetchone() == (1,)
        until(lambda: admin.execute(held, [key]).fetchone() == (1,))
        before = log_of(database, player)
        servers[0].kill()
        until(lambda: admin.execute(held, [key]).fetchone() == (0,))
        servers[1].start()
        player.address = servers[1].address
        until(lambda: len(log_of(database, player)) > len(before))
    log = log_of(database, player)
    assert log[: len(before)] == before
    assert [number for number, _seat, _text in log] == list(range(len(log)))


@pytest.mark.long
def test_while_the_database_is_gone_pages_say_so_and_then_go_on(postgres: Cluster, tmp_path: Path) -> None:
    postgres.migrated("gone")
    door, address = postgres.door("gone")
    server = Server(tmp_path, database=address).start()
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    number, move = player.number, player.choice()
    door.shut()
    until(lambda: player.get("/healthz").status_code == 503)  # its result is cached for a second
    for answer in (player.get(player.path), player.say(move), player.get("/healthz")):
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
    assert "tables cannot be reached just now" in player.get(player.path).text
    assert player.get(f"{player.path}/stream").status_code == 503
    door.open()
    until(lambda: player.get("/healthz").status_code == 200)
    assert player.say(move, number=number).status_code == 302
    player.look()
    assert player.number > number
    server.kill()
    send_away()
    door.shut()


def test_a_server_without_its_database_says_so_in_one_line(postgres: Cluster, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="does not answer"):
        Server(tmp_path, database=postgres.address("nowhere")).start()


@pytest.mark.long
def test_a_dump_is_restored_to_another_database(postgres: Cluster, tmp_path: Path) -> None:
    before, after = postgres.migrated("before"), postgres.database("after")
    server = Server(tmp_path, database=before).start()
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    dump = str(tmp_path / "ginrummy.dump")
    subprocess.run([postgres.tools / "pg_dump", "--format=custom", f"--file={dump}", before], check=True)
    kept = log_of(before, player)
    server.kill()
    subprocess.run([postgres.tools / "pg_restore", "--no-owner", f"--dbname={after}", dump], check=True)
    restored = Server(tmp_path, database=after).start()
    player.address = restored.address
    assert player.look().status_code == 200
    assert log_of(after, player)[: len(kept)] == kept
    assert player.say(player.choice()).status_code == 302
    restored.kill()
    send_away()
