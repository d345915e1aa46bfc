"""Databases of older versions, saved by tools/dump-database, are migrated, and play continues."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.player import Player, send_away
from tests.web.server import Server, prepare

KEPT = sorted((Path(__file__).parent / "databases").glob("*.sql"))
DJANGOS = ("auth_permission", "django_content_type", "django_migrations", "sqlite_sequence")
"""Tables of Django itself, which grow."""
MOVES = 12

Rows = dict[str, list[dict[str, Any]]]


def rows(home: Path) -> Rows:
    """Return every row of our tables, by table."""
    with closing(sqlite3.connect(home / "ginrummy.sqlite3")) as database:
        database.row_factory = sqlite3.Row
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')]
            for name in names
            if name not in DJANGOS
        }


class Old:
    """A server on an old database: its original rows, and the state of its players."""

    def __init__(self, dump: Path, home: Path) -> None:
        self.told = json.loads(dump.with_suffix(".json").read_text("utf-8"))
        with closing(sqlite3.connect(home / "ginrummy.sqlite3")) as database:
            database.executescript(dump.read_text("utf-8"))
        (home / "secret_key").write_text(self.told["key"] + "\n", "ascii")
        self.home, self.before = home, rows(home)
        self.server = Server(home)

    def player(self, name: str) -> Player:
        """Return the browser of a player with its saved cookies."""
        found = Player(self.server.address)
        found.client.cookies.update(self.told["browsers"][name])
        found.path = self.told["tables"]["playing"]
        return found


@pytest.fixture(scope="module", params=KEPT, ids=lambda dump: dump.stem)
def old(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Old]:
    found = Old(request.param, tmp_path_factory.mktemp("old"))
    found.server.start()
    yield found
    send_away()
    found.server.kill()


def test_there_is_an_old_database() -> None:
    assert KEPT


DROPPED = {("bots_lanestate", "ready_by")}
"""Columns that only announced the warm-up of a bot."""


@pytest.mark.long
@pytest.mark.parametrize("dump", KEPT, ids=lambda dump: dump.stem)
def test_no_row_is_lost(dump: Path, tmp_path: Path) -> None:
    old = Old(dump, tmp_path)
    prepare(str(tmp_path))
    after = rows(tmp_path)
    for table, was in old.before.items():
        now = {key_of(row): row for row in after[table]}
        for row in was:
            kept = {column: value for column, value in row.items() if (table, column) not in DROPPED}
            assert kept.items() <= now[key_of(row)].items(), table


def key_of(row: dict[str, Any]) -> Any:
    """Return the primary key of `row`, its first column."""
    return next(iter(row.values()))


@pytest.mark.long
def test_two_play_on_where_they_were(old: Old) -> None:
    ada, bob = old.player("ada"), old.player("bob")
    assert ada.look().status_code == 200
    assert ada.number == old.told["number"]
    assert 'lang="fr"' in ada.page
    assert "Ada" in ada.page
    assert bob.look().status_code == 200
    assert "Ada" in bob.page
    assert 'data-said="1"' in ada.page
    for _move in range(MOVES):
        for one in (ada, bob):
            one.look()
            if one.is_awaited:
                assert one.say(one.choice()).status_code == 302
    ada.look()
    assert ada.number >= old.told["number"] + MOVES


@pytest.mark.long
def test_a_match_against_a_bot_goes_on(old: Old) -> None:
    ada = old.player("ada")
    ada.path = old.told["tables"]["bot"]
    assert ada.look().status_code == 200
    while not ada.is_awaited:
        ada.look()
    before = ada.number
    assert ada.say(ada.choice()).status_code == 302
    ada.look()
    assert ada.number > before


def test_what_is_over_can_be_read(old: Old) -> None:
    ada = old.player("ada")
    over = old.told["tables"]["over"].replace("tables", "games")
    assert ada.get(over).status_code == 200
    assert "[Variant" in ada.get(f"{over}/record").text
    assert ada.get("/players/me").status_code == 302
    assert "1470" in ada.get("/players/1").text
    assert old.player("bob").get("/deals").status_code == 200


def test_a_token_is_still_its_owners(old: Old) -> None:
    headers = {"authorization": f"Bearer {old.told['token']}"}
    told = httpx.get(f"{old.server.address}/api/me", headers=headers).json()
    assert told == {"number": 1, "name": "Ada"}
    assert [one["title"] for one in httpx.get(f"{old.server.address}/api/tables", headers=headers).json()]


def test_a_database_of_an_unreleased_version_is_refused(tmp_path: Path) -> None:
    Old(KEPT[-1], tmp_path)
    with closing(sqlite3.connect(tmp_path / "ginrummy.sqlite3")) as database:
        database.execute("DELETE FROM django_migrations WHERE app = 'tables' AND name LIKE '0016%'")
        database.commit()
    before = rows(tmp_path)
    command = [sys.executable, "-m", "ginrummy", "serve", "--home", str(tmp_path), "--port", "0"]
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert told.returncode != 0
    assert "too old to be brought up to date" in told.stderr
    assert "Traceback" not in told.stderr
    assert rows(tmp_path) == before
