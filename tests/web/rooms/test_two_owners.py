"""A room on two server processes and one real PostgreSQL: two simultaneous presses have one effect."""

from __future__ import annotations

import re
from collections.abc import Callable

import psycopg
import pytest

from tests.web.player import Player
from tests.web.races import race
from tests.web.server import Server


def counted(database: str, query: str) -> int:
    with psycopg.connect(database) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


@pytest.mark.long
def test_an_owner_and_a_helper_press_at_once_on_two_servers(
    two_servers: tuple[str, tuple[Server, ...]],
) -> None:
    database, found = two_servers
    ada, bob = (Player(server.address) for server in found)
    ada.get("/rooms/")
    made = ada.post("/rooms/", {"title": "Club", "game": "standard", "form": "king", "name": "Ada Race"})
    room = made.headers["location"]
    bob.get(room)
    assert bob.post(f"{room}/enter", {"name": "Bob Race"}).status_code == 302
    ada.get(room)
    members = re.findall(r'name="plays(\d+)"', ada.page)
    helper = {"member": members[1], "role": "helper"}
    assert ada.post(f"{room}/change", helper).status_code == 302
    start = {"start": "on", "bot": "novice", "bots": "1"} | {f"plays{one}": "on" for one in members}
    sent = {**start, "member": members}

    def press(one: Player, path: str, form: dict[str, object]) -> Callable[[], int]:
        one.get(room)
        return lambda: one.post(room + path, form).status_code  # type: ignore[arg-type]

    for _evening in range(3):
        assert sorted(race(*(press(one, "/change", dict(sent)) for one in (ada, bob)))) == [302, 409]
        boards = []
        for one in (ada, bob):
            one.get(room)
            form = (
                {"board": "on", "offer": one.field("offer"), "cut": "1"} if 'name="board"' in one.page else {}
            )
            boards += [press(one, "/table", dict(form))] if form else []
        codes = race(*boards)  # 200 is the page that joins the hand of the other by itself
        assert 302 in codes
        assert set(codes) <= {200, 302}
        assert counted(database, "SELECT count(*) FROM tables_table WHERE status <> 'over'") == 1
        assert race(*(press(one, "/change", {"end": "on"}) for one in (ada, bob))) == [302, 302]
        assert counted(database, "SELECT count(*) FROM rooms_evening WHERE NOT is_over") == 0
        with psycopg.connect(database) as connection:
            connection.execute("DELETE FROM rooms_eveningtable")
            connection.execute("UPDATE tables_table SET status = 'over'")
    swap = {"role": "owner"}
    told = race(press(ada, "/change", {**swap, "member": members[1]}), press(bob, "/leave", {}))
    assert sorted(told) in ([302, 302], [302, 409])
    assert counted(database, "SELECT count(*) FROM rooms_member WHERE role = 'owner'") == 1
