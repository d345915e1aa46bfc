"""Requirements of hosts: bodies of any size, metrics, several processes behind one port."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from ginrummy.locale.errors import GinRummyError
from ginrummy.web.config.databases import database_settings
from ginrummy.web.config.mail import parse_mail_server
from tests.web.player import Player, send_away
from tests.web.postgresql import Cluster
from tests.web.server import Server

DOCS = Path(__file__).parents[3] / "docs" / "hosting.md"
PATIENCE = 60.0


def counts(address: str) -> dict[str, float]:
    """Return the metrics at `/metrics`."""
    with urllib.request.urlopen(f"{address}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return {
        line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[:1] not in ("#", "")
    }


@pytest.mark.long
def test_a_body_that_is_too_large_is_refused_whether_or_not_it_says_how_large_it_is(server: Server) -> None:
    player = Player(server.address)
    player.lay(against="simple")
    player.look()
    assert player.say("x" * 70_000).status_code == 413

    def endless() -> Iterator[bytes]:
        for _part in range(80):
            yield b"move=" + b"x" * 1000

    response = player.client.post(f"{server.address}{player.path}/say", content=endless())
    assert response.status_code == 413
    number = player.number
    player.look()
    assert player.number == number


def test_what_sqlite_has_acknowledged_outlives_a_power_loss(tmp_path: Path) -> None:
    told = database_settings("", tmp_path)
    with closing(sqlite3.connect(told["NAME"])) as database:
        database.executescript(told["OPTIONS"]["init_command"])
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_metrics_count_requests_events_streams_and_tables(server: Server) -> None:
    player = Player(server.address)
    before = counts(server.address)
    player.lay(against="simple")
    player.look()
    with player.hearing() as numbers:
        next(numbers)
        during = counts(server.address)
    assert during["ginrummy_streams"] >= 1
    assert during["ginrummy_events_total"] >= before["ginrummy_events_total"] + 2
    name = 'ginrummy_requests_total{method="POST",status="302"}'
    assert during[name] >= before.get(name, 0) + 1
    assert during['ginrummy_tables{status="playing"}'] >= 1
    assert during["ginrummy_request_seconds_count"] > before["ginrummy_request_seconds_count"]


def test_moves_are_limited_for_a_person_and_not_for_an_address(server: Server) -> None:
    first, second = Player(server.address), Player(server.address)
    for player in (first, second):
        player.lay(against="simple")
        player.look()
    codes = [first.say("nonsense").status_code for _try in range(70)]
    assert set(codes) == {422, 429}
    assert second.say("nonsense").status_code == 422


def test_a_stream_of_no_table_is_not_found(server: Server) -> None:
    assert Player(server.address).get("/tables/nothing/stream").status_code == 404


@pytest.mark.long
def test_workers_behind_one_port_share_the_games_and_count_together(
    postgres: Cluster, tmp_path: Path
) -> None:
    server = Server(tmp_path, database=postgres.migrated("workers"), workers=2).start()
    player = Player(server.address)
    player.lay(against="simple")
    for _look in range(6):
        assert player.look().status_code == 200
        player.client.close()
        player.client = type(player.client)(timeout=30, cookies=player.client.cookies)
    latest = time.monotonic() + PATIENCE
    while counts(server.address).get("ginrummy_events_total", 0) < 2:
        assert time.monotonic() < latest
    send_away()
    workers = psutil.Process(server.pid).children()
    os.kill(server.pid, signal.SIGKILL)
    assert psutil.wait_procs(workers, PATIENCE)[1] == []
    server.kill()


def test_an_address_of_a_database_is_read_in_full() -> None:
    found = database_settings("postgresql://anna:p%40ss@db:5433/gin?sslmode=require", Path())
    assert (found["USER"], found["PASSWORD"], found["HOST"], found["PORT"]) == ("anna", "p@ss", "db", "5433")
    assert found["NAME"] == "gin"
    assert found["OPTIONS"]["sslmode"] == "require"


@pytest.mark.parametrize("place", ["db:abc/gin", "db:99999999/gin", "[db/gin"])
def test_an_address_that_is_none_is_refused_by_name(place: str) -> None:
    with pytest.raises(GinRummyError, match="no database address"):
        database_settings(f"postgresql://{place}", Path())
    with pytest.raises(GinRummyError, match="no mail server"):
        parse_mail_server(f"smtp://{place}")


def test_every_option_of_the_command_is_in_the_page_about_hosting() -> None:
    told = DOCS.read_text("utf-8")
    script = "import sys; from ginrummy.cli.serve import command; command().main(['--help'])"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"--[a-z]+", shown)) - {"--help"}
    assert options
    assert {option for option in options if f"`{option}" not in told and f" {option}" not in told} == set()


def test_the_browser_is_opened_once_the_server_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener, seen = tmp_path / "xdg-open", tmp_path / "seen"
    opener.write_text(
        f"#!{sys.executable}\n"
        "import sys, urllib.request\n"
        "page = urllib.request.urlopen(sys.argv[1]).read()\n"
        f"open({str(seen)!r}, 'wb').write(page)\n"
    )
    opener.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    server = Server(tmp_path, options=("--open",), has_bots=False).start()
    latest = time.monotonic() + PATIENCE
    while not (seen.exists() and seen.stat().st_size) and time.monotonic() < latest:
        time.sleep(0.1)
    server.kill()
    assert b"<!doctype html>" in seen.read_bytes()
