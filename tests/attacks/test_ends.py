"""Kills at the end of matches: rating, deal statistics, rematch and its notice come exactly once.

`GINRUMMY_FULL=1` kills thirty times at each database, otherwise once.
"""

from __future__ import annotations

import os
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import httpx
import pytest

from tests.attacks.database import asked
from tests.web.player import Player
from tests.web.server import Server

KILLS = 30 if os.environ.get("GINRUMMY_FULL") else 1
PATIENCE = 60.0
COUNTED = ("ratings_change", "ratings_tally")
"""A row for each seat of a finished rated match."""
TABLE = "(SELECT id FROM tables_table WHERE key = ?)"


def until_answered(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Repeat a request until it is answered, as a browser does while a server is down."""
    latest = time.monotonic() + PATIENCE
    while True:
        with suppress(httpx.TransportError):
            answer = ask()
            if answer.status_code < 500:
                return answer
        assert time.monotonic() < latest
        time.sleep(0.05)


@pytest.fixture(scope="module")
def two(server: Server) -> tuple[Player, Player]:
    """Two people with accounts."""
    host, guest = Player(server.address), Player(server.address)
    host.sign_up(f"Ada {server.port}")
    guest.sign_up(f"Ben {server.port}")
    return host, guest


def begun(host: Player, guest: Player) -> str:
    """Return the path of a rated match with a move of each player."""
    guest.join(host.lay(pace="600+20", rated="on"))
    moved: set[Player] = set()
    while len(moved) < 2:
        for one in (host, guest):
            one.look()
            if one.is_awaited:
                one.say(one.choice())
                moved.add(one)
    host.look()
    return host.path


def with_a_kill(server: Server, ask: Callable[[], object], after: float) -> None:
    """Kill the server during a request, and start it again."""
    asking = threading.Thread(target=lambda: _ask(ask))
    asking.start()
    time.sleep(after)
    server.kill()
    asking.join()
    server.start()


def _ask(ask: Callable[[], object]) -> None:
    with suppress(httpx.TransportError):
        ask()


@pytest.mark.long
@pytest.mark.parametrize("place", range(KILLS))
def test_a_match_that_ends_while_the_server_is_killed_counts_once(
    server: Server, two: tuple[Player, Player], place: int
) -> None:
    host, guest = two
    if place % 7 == 0:  # The number of rated matches of a pair is limited per day.
        asked(server, "UPDATE tables_table SET moved = '2020-01-01 00:00:00+00'")
    path = begun(host, guest)
    key, number = path.rpartition("/")[2], host.number
    after = random.Random(place).uniform(0, 0.06)
    with_a_kill(server, lambda: host.say("resign", number=number), after)
    answer = until_answered(lambda: host.say("resign", number=number))
    assert answer.status_code in (302, 409, 422)
    host.look()
    assert asked(server, "SELECT status, winner FROM tables_table WHERE key = ?", key) == [("over", 1)]
    log = asked(
        server, f"SELECT number, text FROM tables_event WHERE table_id = {TABLE} ORDER BY number", key
    )
    assert [number for number, _text in log] == list(range(len(log)))
    assert [text for _number, text in log].count("resign") == 1
    seats = f"(SELECT id FROM tables_seat WHERE table_id = {TABLE})"
    for name in COUNTED:
        assert asked(server, f"SELECT count(*) FROM {name} WHERE seat_id IN {seats}", key) == [(2,)], name
    assert asked(server, f"SELECT count(*) FROM dealt_deal WHERE table_id = {TABLE}", key) == [(1,)]
    _rematch(server, two, path, after)


def _rematch(server: Server, two: tuple[Player, Player], path: str, after: float) -> None:
    """Let both request a rematch at once during a kill: there is one table, and one notice."""
    key = path.rpartition("/")[2]
    offers = []
    for one in two:
        one.path = path
        one.look()
        offers.append(one.field("offer"))

    def ask(place: int) -> httpx.Response:
        return two[place].post(f"{path}/rematch", {"offer": offers[place], "cut": "1"})

    other = threading.Thread(target=lambda: _ask(lambda: ask(1)))
    other.start()
    with_a_kill(server, lambda: ask(0), after)
    other.join()
    told = {until_answered(partial(ask, place)).headers["location"] for place in (0, 1)}
    assert len(told) == 1
    later = f"SELECT key, invited_id FROM tables_table WHERE rematch_of_id = {TABLE}"
    ((found, invited),) = asked(server, later, key)
    assert told == {f"/tables/{found}"}
    (person,) = asked(server, "SELECT id FROM people_person WHERE id = ?", invited)
    assert person
    notices = [one.client.get(f"{one.address}/notices").text.count(found) for one in two]
    assert sorted(count > 0 for count in notices) == [False, True]
    laid = next(one for one, count in zip(two, notices, strict=True) if not count)
    assert until_answered(lambda: laid.post(f"/tables/{found}/withdraw", {})).status_code == 302
