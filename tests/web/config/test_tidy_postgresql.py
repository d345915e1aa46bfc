"""Sitting down while a server tidies keeps the seat: on PostgreSQL both may run at once."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest

from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server, environment

WAITS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.mark.long
def test_a_table_that_somebody_joins_just_then_is_not_cleared_away(postgres: Cluster, tmp_path: Path) -> None:
    database = postgres.migrated("tidy")
    server = Server(tmp_path, database=database, has_bots=False).start()
    for _table in range(2):
        Player(server.address).lay()
    send_away()
    server.stop()
    with psycopg.connect(database) as joining, psycopg.connect(database, autocommit=True) as other:
        other.execute("UPDATE tables_seat SET seen = seen - interval '2 days'")
        joining.execute("SELECT 1 FROM tables_table WHERE id = 1 FOR UPDATE")
        joining.execute("UPDATE tables_table SET status = 'playing' WHERE id = 1")
        tidying = tidy(database, tmp_path)
        until_it_waits(other, tidying)
        joining.commit()
        told, _errors = tidying.communicate(timeout=60)
        assert "1 table that waited" in told
        assert other.execute("SELECT id FROM tables_table").fetchall() == [(1,)]


def tidy(database: str, home: Path) -> subprocess.Popen[str]:
    asked = [sys.executable, "-m", "ginrummy", "--lang", "en", "tidy", "--home", str(home)]
    asked += ["--database", database]
    return subprocess.Popen(asked, stdout=subprocess.PIPE, text=True, env=environment())


def until_it_waits(connection: psycopg.Connection, tidying: subprocess.Popen[str]) -> None:
    latest = time.monotonic() + 60
    while connection.execute(WAITS).fetchone() == (0,):
        assert tidying.poll() is None
        assert time.monotonic() < latest
        time.sleep(0.05)
