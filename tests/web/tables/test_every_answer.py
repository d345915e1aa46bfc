"""Every form and route of a table, for tables of every status, in time and too late: never an error."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Final

import pytest
from django.test import Client

from ginrummy.web.api.auth import new_token
from ginrummy.web.http import now
from ginrummy.web.http.limits import counter
from ginrummy.web.people.models import Person
from ginrummy.web.tables import creation, server_heartbeat, service, worker
from ginrummy.web.tables.models import Heartbeat, Status, Table
from ginrummy.web.tables.table_state import current_state
from tests.some_of import some_of
from tests.web.http.test_rubbish import routes
from tests.web.play import client_of, person, proposal, step, table_of_two
from tests.web.tables.test_clocks_and_presence import Watch
from tests.web.tables.test_sealed_cuts import CUT, NONCE, SEAL

pytestmark = pytest.mark.django_db

ROUTES: Final = sorted({route for route in routes() if re.search(r"/(?:tables|games)/<slug:\w+>", route)})
MOVES: Final = (
    "draw",
    "pass",
    "resign",
    "claim",
    "next",
    "back",
    "undo",
    "bot",
    "knock:7H",
    "cut:5",
    "nonsense",
    "",
)
PACES: Final = ("", "600+20", "3d")
Seated = tuple[Table, Person, Person]


def waiting(pace: str) -> Seated:
    host, guest = person(), person()
    return creation.create(proposal(pace=pace, is_listed=True), host, seal=SEAL), host, guest


def cutting(pace: str) -> Seated:
    table, host, guest = waiting(pace)
    return service.join(table.key, guest, cut="5"), host, guest


def playing(pace: str) -> Seated:
    return table_of_two(pace=pace)


def between_hands(pace: str) -> Seated:
    table, host, guest = playing(pace)
    chance = random.Random(1)
    while not current_state(table).is_between_hands:
        table = step(table, (host, guest), chance)
    return table, host, guest


def over(pace: str) -> Seated:
    table, host, guest = playing(pace)
    return service.submit_event_text(table.key, host, table.number, "resign"), host, guest


KINDS: Final[tuple[Callable[[str], Seated], ...]] = (waiting, cutting, playing, between_hands, over)


@pytest.fixture(autouse=True)
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """Return the clock of the tables, advanced only by the test."""
    found = Watch()
    monkeypatch.setattr(now, "watch", found)
    monkeypatch.setattr(now, "stopwatch", found.elapsed)
    server_heartbeat.record_sweep()
    return found


def let_time_run_out(watch: Watch, table: Table) -> None:
    """Let the time of `table` run out, if it has any, before any sweep."""
    watch.time = max(watch.time, table.time_due or watch.time) + timedelta(seconds=1)
    Heartbeat.objects.update(at=watch.time)


def statuses(browser: Client, token: str, table: Table, move: str) -> dict[str, int]:
    """Return the status of each route for `move` and for all other forms of a table."""
    sent = {
        "number": table.number,
        "move": move,
        "cut": CUT,
        "nonce": NONCE,
        "phrase": "hello",
        "watching": "public",
    }
    found = {}
    for route in ROUTES:
        counter.clear()
        path = re.sub(r"<slug:\w+>", table.key, route)
        if path.startswith("/api/"):
            headers = {"authorization": f"Bearer {token}"}
            answer = browser.post(path, json.dumps(sent), "application/json", headers=headers)
        else:
            answer = browser.post(path, sent)
        found[route] = answer.status_code
        if not path.endswith("/stream"):
            found[f"GET {route}"] = browser.get(path).status_code
    return found


@pytest.mark.parametrize("is_late", [False, True], ids=["in_time", "late"])
@pytest.mark.parametrize("pace", some_of(PACES, "600+20"))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_answer_is_a_failure(
    kind: Callable[[str], Seated], pace: str, is_late: bool, watch: Watch
) -> None:
    for seat in range(3):
        table, host, guest = kind(pace)
        asker = (host, guest, person())[seat]
        browser = client_of(asker)
        browser.raise_request_exception = False
        if is_late:
            let_time_run_out(watch, table)
        for move in MOVES[seat::3]:
            sent = {"number": table.number, "move": move}
            assert browser.post(f"/tables/{table.key}/say", sent).status_code < 500, move
        answers = statuses(browser, new_token(asker, "tests"), table, MOVES[seat])
        assert {route: status for route, status in answers.items() if status >= 500} == {}, seat
        worker.sweep()


@pytest.mark.parametrize("kind", KINDS[1:4], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("move", MOVES)
def test_an_answer_that_comes_too_late_changes_nothing(
    kind: Callable[[str], Seated], move: str, watch: Watch
) -> None:
    table, *people = kind("600+20")
    let_time_run_out(watch, table)
    for one in people:
        answer = client_of(one).post(f"/tables/{table.key}/say", {"number": table.number, "move": move})
        assert answer.status_code in (302, 404, 409, 422)
    found = Table.objects.get(pk=table.pk)
    assert found.status in (table.status, Status.OVER)
    worker.sweep()
    ended = Table.objects.filter(pk=table.pk).first()
    assert ended is None or ended.status == Status.OVER
    assert (ended is None) == (table.status == Status.CUTTING)
