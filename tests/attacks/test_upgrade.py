"""An upgrade from the first database that was kept, with many matches in play and accounts that look alike.

`GINRUMMY_FULL=1` has a thousand matches; else there are forty.
"""

from __future__ import annotations

import json
import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from ginrummy.card_seat_types import SEATS, Seat
from ginrummy.shuffle import new_secret
from ginrummy.variants import load_variant
from ginrummy.web.tables.table_state import CUT, TableState, Terms, fold
from tests.web.play import anything
from tests.web.player import Player, send_away
from tests.web.server import Server

FIRST = sorted((Path(__file__).parents[1] / "web" / "config" / "databases").glob("*.sql"))[0]
MATCHES = 1000 if os.environ.get("GINRUMMY_FULL") else 40
PLAYED_ON = 40
MOVES = 30


PLAYING = """SELECT id FROM tables_table WHERE status = 'playing'
    AND id IN (SELECT table_id FROM tables_seat GROUP BY table_id HAVING count(person_id) = 2)"""
NEW_USER = """INSERT INTO auth_user (id, password, is_superuser, username, last_name, email, is_staff,
    is_active, date_joined, first_name) VALUES (?, '!', 0, ?, '', '', 0, 1, '2026-11-22', '')"""
NEW_PERSON = """INSERT INTO people_person (id, key, name, created, user_id, is_gone, folded)
    VALUES (?, ?, ?, '2026-11-22', ?, 0, ?)"""
COUNTS = """SELECT key, (SELECT count(*) FROM tables_event WHERE table_id = tables_table.id)
    FROM tables_table"""


class Upgraded(NamedTuple):
    """A server on the old database, and what was in it: the matches by key, with the number of events."""

    server: Server
    players: tuple[Player, Player]
    matches: dict[str, int]


def in_play(place: int) -> tuple[str, list[tuple[Seat, str]]]:
    """Return the secret and the log of a match as the first version wrote it: both cuts open, some moves."""
    chance = random.Random(place)
    secret = new_secret(chance.randbytes)
    log = [(seat, f"{CUT}{seat + 1}") for seat in SEATS]
    state = fold(TableState(Terms(load_variant("standard").row, secret)), log)
    for _move in range(chance.randrange(MOVES)):
        if state.is_over:
            break
        seat, text = min(state.awaited), anything(state, chance)
        state = state.after(seat, text)
        log.append((seat, text))
    return secret, log


def fill(database: sqlite3.Connection) -> dict[str, int]:
    """Copy the match that is played in the old database, each time with a deal and a log of its own."""
    columns = [row[1] for row in database.execute('PRAGMA table_info("tables_table")') if row[1] != "id"]
    (playing,) = database.execute(PLAYING).fetchone()
    found = {}
    for place in range(MATCHES):
        secret, log = in_play(place)
        new = {"key": f"upgraded{place}", "secret": secret, "number": len(log), "first_dealer": None}
        new |= {"rematch_of_id": None, "time_due": None, "pace": ""}
        names = ", ".join(f'"{name}"' for name in columns)
        taken = ", ".join(f":{name}" if name in new else f'"{name}"' for name in columns)
        insert = f"INSERT INTO tables_table ({names}) SELECT {taken} FROM tables_table WHERE id = {playing}"
        table = database.execute(insert, new).lastrowid
        for seat in SEATS:
            database.execute("INSERT INTO tables_seat (number, bot, person_id, table_id, presence, seen) "
                "VALUES (?, '', ?, ?, 'here', '2026-11-22 04:08:00')", (seat, seat + 1, table))  # fmt: skip
        rows = [(number, seat, text, table) for number, (seat, text) in enumerate(log)]
        database.executemany("INSERT INTO tables_event (number, seat, text, table_id, at, spent) "
            "VALUES (?, ?, ?, ?, '2026-11-22 04:08:00', 0)", rows)  # fmt: skip
        found[f"upgraded{place}"] = len(log)
    return found


def add_lookalikes(database: sqlite3.Connection) -> None:
    """Add two accounts whose names look alike, as nothing forbade them then."""
    for number, name in ((101, "Alice"), (102, "AIice")):
        database.execute(NEW_USER, (number, name))
        database.execute(NEW_PERSON, (number, name, name, number, name.casefold()))


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    home = tmp_path_factory.mktemp("old")
    told = json.loads(FIRST.with_suffix(".json").read_text("utf-8"))
    with closing(sqlite3.connect(home / "ginrummy.sqlite3")) as database:
        database.executescript(FIRST.read_text("utf-8"))
        matches = fill(database)
        add_lookalikes(database)
        database.commit()
    (home / "secret_key").write_text(told["key"] + "\n", "ascii")
    server = Server(home).start()
    players = (Player(server.address), Player(server.address))
    for player, name in zip(players, ("ada", "bob"), strict=True):
        player.client.cookies.update(told["browsers"][name])
    yield Upgraded(server, players, matches)
    send_away()
    server.kill()


def test_every_match_stands_where_it_stood_and_goes_on(upgraded: Upgraded) -> None:
    keys = random.Random(1).sample(sorted(upgraded.matches), PLAYED_ON)
    for key in keys:
        awaited = 0
        for player in upgraded.players:
            player.path = f"/tables/{key}"
            assert player.look().status_code == 200
            if "data-number" in player.page:
                assert player.number in (upgraded.matches[key], upgraded.matches[key] + 1)
            if player.is_awaited and not awaited:
                assert player.say(player.choice()).status_code == 302
                awaited += 1
        assert awaited or "match-over" in upgraded.players[0].page


def test_no_row_of_a_match_is_lost(upgraded: Upgraded) -> None:
    with closing(sqlite3.connect(upgraded.server.home / "ginrummy.sqlite3", timeout=20)) as database:
        found = dict(database.execute(COUNTS).fetchall())
    assert all(found[key] >= count for key, count in upgraded.matches.items())


def test_accounts_that_look_alike_keep_their_names_and_are_told_apart(upgraded: Upgraded) -> None:
    with closing(sqlite3.connect(upgraded.server.home / "ginrummy.sqlite3", timeout=20)) as database:
        alike = "SELECT name, skeleton FROM people_person WHERE id > 100 ORDER BY id"
        rows = database.execute(alike).fetchall()
    assert [name for name, _look in rows] == ["Alice", "AIice"]
    assert rows[1][1].partition("\x1f")[::2] == (rows[0][1], "102")
