"""Load that one person can cause: tables of champions, dead and hanging bots, floods of forms."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import psutil
import pytest

from tests.attacks.database import asked, number_of, seat_bot
from tests.attacks.floods import flooded
from tests.web.player import NO_CERTIFICATES, Player, newcomer
from tests.web.server import Server

PATIENCE = 240.0
GUESTS = 10


@pytest.fixture(autouse=True)
def nothing_is_left(server: Server) -> None:
    """Cancel the decisions of earlier champions: while they are behind, no new table against one opens."""
    asked(server, "UPDATE tables_table SET bot_due = NULL")


def until(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until `happened` returns true."""
    latest = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < latest, "in vain"
        time.sleep(0.05)


def to_its_turn(server: Server, level: str) -> Player:
    """Return a player at a new table against `level` at their own turn."""
    while True:
        player = newcomer(server.address)
        player.lay(against=level)
        player.client.headers["HX-Request"] = "true"
        key = player.path.rpartition("/")[2]
        for _turn in range(4):
            due = asked(server, "SELECT 1 FROM tables_table WHERE key = ? AND bot_lane = 2", key)
            if due or level != "champion":
                return player
            player.look_again()
            player.say(player.choice())


def took(address: str, path: str = "/") -> float:
    """Return the time of a successful request in seconds."""
    begun = time.monotonic()
    assert httpx.get(address + path, timeout=60, verify=NO_CERTIFICATES).status_code < 500
    return time.monotonic() - begun


def thinkers(server: Server, lane: str) -> list[psutil.Process]:
    """Return the processes of a lane of bots."""
    found = psutil.Process(server.pid).children(recursive=True)
    return [one for one in found if not has_ended(one) and thinks(one, lane)]


def has_ended(process: psutil.Process) -> bool:
    """Return whether `process` has ended, reaped or not."""
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def thinks(process: psutil.Process, lane: str) -> bool:
    """Return whether `process` belongs to a lane of bots."""
    try:
        return {"ginrummy.web.bots.worker", lane} <= set(process.cmdline())
    except psutil.NoSuchProcess:
        return False


@pytest.mark.long
def test_looking_at_tables_of_champions_costs_nothing(server: Server) -> None:
    paths = [to_its_turn(server, "champion").path for _table in range(GUESTS)]
    before = [number_of(server, path) for path in paths]
    with ThreadPoolExecutor(GUESTS) as pool:
        looks = [pool.submit(took, server.address, path) for path in paths * 4]
        firsts = [took(server.address) for _look in range(20)]
        slowest = max(look.result() for look in looks)
    assert slowest < 3, "a look waited for a bot"
    assert sorted(firsts)[10] < 1
    assert len(before) == GUESTS


@pytest.mark.long
def test_a_steady_bot_answers_beside_many_champions(server: Server) -> None:
    champions = [to_its_turn(server, "champion") for _table in range(GUESTS)]
    before = sum(number_of(server, player.path) for player in champions)
    player = to_its_turn(server, "steady")
    begun = time.monotonic()
    while not player.is_awaited:
        player.look_again()
        time.sleep(0.02)
    assert time.monotonic() - begun < 10
    after = sum(number_of(server, player.path) for player in champions)
    assert after - before < 2 * GUESTS, "it waited for them"


def test_a_resignation_does_not_wait_for_the_champion_that_thinks(server: Server) -> None:
    player = to_its_turn(server, "champion")
    player.look_again()
    begun = time.monotonic()
    assert player.say("resign").status_code == 200
    assert time.monotonic() - begun < 2
    key = player.path.rpartition("/")[2]
    assert asked(server, "SELECT status, bot_due FROM tables_table WHERE key = ?", key) == [("over", None)]


@pytest.mark.long
def test_a_bot_that_hangs_is_ended_and_others_go_on(server: Server) -> None:
    stuck = newcomer(server.address)
    stuck.lay(against="steady")
    seat_bot(server, stuck.path, "tests.attacks.hanging:Hangs")
    stuck.client.headers["HX-Request"] = "true"
    stuck.look_again()
    if stuck.is_awaited:
        stuck.say(stuck.choice())
        stuck.look_again()
        if stuck.is_awaited:
            stuck.say(next(move for move in stuck.choices if move not in ("resign", "undo")))
    hung = number_of(server, stuck.path)
    (quick,) = thinkers(server, "QUICK")
    until(lambda: has_ended(quick), 60)
    other = newcomer(server.address)
    other.lay(against="steady")
    other.look()
    assert other.is_awaited
    assert number_of(server, stuck.path) == hung
    seat_bot(server, stuck.path, "steady")
    until(lambda: number_of(server, stuck.path) > hung, 120)


@pytest.mark.long
def test_bots_that_are_killed_lose_no_move(server: Server) -> None:
    player = to_its_turn(server, "champion")
    until(lambda: bool(thinkers(server, "SEARCH")))
    for _time in range(2):
        for lane in ("SEARCH", "QUICK"):
            for one in thinkers(server, lane):
                one.send_signal(signal.SIGKILL)
        time.sleep(0.2)
    assert took(server.address) < 5
    until(lambda: 'data-mine="1"' in player.look_again().text)
    key = player.path.rpartition("/")[2]
    table = "(SELECT id FROM tables_table WHERE key = ?)"
    log = asked(server, f"SELECT number FROM tables_event WHERE table_id = {table} ORDER BY number", key)
    assert [number for (number,) in log] == list(range(len(log)))


def test_nobody_plays_more_champions_than_a_person_can(server: Server) -> None:
    player = newcomer(server.address)
    player.get("/tables/new")
    statuses = []
    for _table in range(8):
        player.get("/tables/new")
        sent = {"offer": player.field("offer"), "cut": "1", "variant": "standard", "against": "champion"}
        statuses.append(player.post("/tables/new", sent).status_code)
    assert statuses == [302] * 6 + [429] * 2


@pytest.mark.long
def test_no_flood_of_settings_makes_people(server: Server) -> None:
    def people() -> int:
        return int(asked(server, "SELECT count(*) FROM people_person")[0][0])

    before = people()
    assert 429 in flooded(server.address)
    assert people() - before <= 30 * server.workers
