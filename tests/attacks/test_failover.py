"""PostgreSQL fails over to a replica during a match: the server continues, no acknowledged move is lost."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import mkdtemp

import httpx
import psycopg
import pytest

from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server, free_port

PATIENCE = 90.0
OWNER = "pgserver" if os.geteuid() == 0 else None
"""PostgreSQL does not run as root. The package with its binaries creates this user."""


class Node:
    """A PostgreSQL instance: a primary, or a replica."""

    def __init__(self, tools: Path, folder: Path) -> None:
        self.tools, self.data, self.port = tools, folder, free_port()

    def run(self, tool: str, *words: str) -> None:
        subprocess.run(
            [self.tools / tool, *words], check=True, user=OWNER, cwd="/", timeout=60,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def start(self) -> None:
        told = (
            f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.data.parent}"
        )
        self.run("pg_ctl", "-D", str(self.data), "-l", f"{self.data}.log", "-w", "-o", told, "start")

    def stop(self) -> None:
        """Stop it at once, like a failing machine."""
        with suppress(subprocess.CalledProcessError):
            self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def say(self, question: str, database: str = "postgres") -> list[tuple[object, ...]]:
        address = f"postgresql://postgres@127.0.0.1:{self.port}/{database}"
        with psycopg.connect(address, autocommit=True) as found:
            cursor = found.execute(question.encode())
            return cursor.fetchall() if cursor.description else []


def until(is_so: Callable[[], object]) -> None:
    latest = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < latest, "in vain"
        time.sleep(0.1)


@pytest.fixture
def pair(postgres: Cluster) -> Iterator[tuple[Node, Node]]:
    """A primary with synchronous commit, and its replica."""
    folder = Path(mkdtemp(prefix="ginrummy-ha-"))
    if OWNER is not None:
        os.chown(folder, pwd.getpwnam(OWNER).pw_uid, -1)
    primary, replica = (Node(postgres.tools, folder / name) for name in ("one", "two"))
    primary.run("initdb", "-D", str(primary.data), "-U", "postgres", "-A", "trust", "--no-sync")
    primary.start()
    primary.say("CREATE DATABASE ginrummy")
    source = ["-h", "127.0.0.1", "-p", str(primary.port), "-U", "postgres"]
    replica.run("pg_basebackup", *source, "-D", str(replica.data), "-R", "-X", "stream", "-c", "fast")
    replica.start()
    primary.say("ALTER SYSTEM SET synchronous_standby_names = '*'")
    primary.say("SELECT pg_reload_conf()")
    until(lambda: primary.say("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'"))
    yield primary, replica
    for node in (primary, replica):
        node.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
def test_no_acknowledged_move_is_lost_when_the_database_fails_over(
    pair: tuple[Node, Node], tmp_path: Path
) -> None:
    primary, replica = pair
    hosts = f"host=127.0.0.1,127.0.0.1&port={primary.port},{replica.port}"
    address = f"postgresql://postgres@/ginrummy?{hosts}&target_session_attrs=read-write&connect_timeout=2"
    server = Server(tmp_path, database=address, workers=2, has_bots=False).start()
    try:
        players = (Player(server.address), Player(server.address))
        players[1].join(players[0].lay())
        said = [moved(players) for _move in range(6)]
        primary.stop()
        replica.run("pg_ctl", "-D", str(replica.data), "-w", "promote")
        said += [moved(players) for _move in range(6)]
    finally:
        send_away()
        server.kill()
    log = replica.say("SELECT number, text FROM tables_event ORDER BY number", "ginrummy")
    assert [number for number, _text in log] == list(range(len(log)))
    assert [row for row in log if row in said] == said


def moved(players: tuple[Player, Player]) -> tuple[int, str]:
    """Return the number and text of an acknowledged move, requested until it is."""
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        for player in players:
            with suppress(httpx.HTTPError):
                if player.look().status_code == 200 and player.is_awaited:
                    number, move = player.number, player.choice()
                    if player.say(move).status_code == 302:
                        return number, move
        time.sleep(0.1)
    raise AssertionError("nobody could move")
