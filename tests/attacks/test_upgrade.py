"""An upgrade from the oldest stored database, with many matches in play.

`GINRUMMY_FULL=1` has a thousand matches, otherwise forty.
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

from ginrummy.game.shuffle import new_secret
from ginrummy.rules.types import SEATS, Seat
from ginrummy.variants import load_variant
from ginrummy.web.tables.table_state import CUT, TableState, Terms, apply_events
from tests.web.play import anything
from tests.web.player import Player, send_away
from tests.web.server import Server

FIRST = sorted((Path(__file__).parents[1] / "web" / "config" / "databases").glob("*.sql"))[0]
MATCHES = 1000 if os.environ.get("GINRUMMY_FULL") else 40
PLAYED_ON = 40
MOVES = 30


PLAYING = """SELECT id FROM tables_table WHERE status = 'playing'
    AND id IN (SELECT table_id FROM tables_seat GROUP BY table_id HAVING count(person_id) = 2)"""
NEW_SEAT = """INSERT INTO tables_seat (number, bot, person_id, table_id, presence, seen, watching)
    VALUES (?, '', ?, ?, 'here', '2026-11-22 04:08:00', '')"""
COUNTS = """SELECT key, (SELECT count(*) FROM tables_event WHERE table_id = tables_table.id)
    FROM tables_table"""


class Upgraded(NamedTuple):
    """A server on the old database, and its matches by key with the number of events."""

    server: Server
    players: tuple[Player, Player]
    matches: dict[str, int]


def in_play(place: int) -> tuple[str, list[tuple[Seat, str]]]:
    """Return the secret and the log of a match in the format of the first version: both cuts open, some
    moves.
    """
    chance = random.Random(place)
    secret = new_secret(chance.randbytes)
    log = [(seat, f"{CUT}{seat + 1}") for seat in SEATS]
    state = apply_events(TableState(Terms(load_variant("standard").row, secret)), log)
    for _move in range(chance.randrange(MOVES)):
        if state.is_over:
            break
        seat, text = min(state.awaited), anything(state, chance)
        state = state.after(seat, text)
        log.append((seat, text))
    return secret, log


def fill(database: sqlite3.Connection) -> dict[str, int]:
    """Copy the match in play in the old database, each copy with its own deal and log."""
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
            database.execute(NEW_SEAT, (seat, seat + 1, table))
        rows = [(number, seat, text, table) for number, (seat, text) in enumerate(log)]
        database.executemany("INSERT INTO tables_event (number, seat, text, table_id, at, spent) "
            "VALUES (?, ?, ?, ?, '2026-11-22 04:08:00', 0)", rows)  # fmt: skip
        found[f"upgraded{place}"] = len(log)
    return found


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    home = tmp_path_factory.mktemp("old")
    told = json.loads(FIRST.with_suffix(".json").read_text("utf-8"))
    with closing(sqlite3.connect(home / "ginrummy.sqlite3")) as database:
        database.executescript(FIRST.read_text("utf-8"))
        matches = fill(database)
        database.commit()
    (home / "secret_key").write_text(told["key"] + "\n", "ascii")
    server = Server(home).start()
    players = (Player(server.address), Player(server.address))
    for player, name in zip(players, ("ada", "bob"), strict=True):
        player.client.cookies.update(told["browsers"][name])
    yield Upgraded(server, players, matches)
    send_away()
    server.kill()


@pytest.mark.long
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
                upgraded.matches[key] = player.number + 1
                awaited += 1
        assert awaited or "match-over" in upgraded.players[0].page


@pytest.mark.long
def test_no_row_of_a_match_is_lost(upgraded: Upgraded) -> None:
    with closing(sqlite3.connect(upgraded.server.home / "ginrummy.sqlite3", timeout=20)) as database:
        found = dict(database.execute(COUNTS).fetchall())
    assert all(found[key] >= count for key, count in upgraded.matches.items())
