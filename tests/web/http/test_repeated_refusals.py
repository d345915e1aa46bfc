"""A page that asks for the same again and again, though it is refused, has to wait."""

from __future__ import annotations

import pytest
from django.test import Client

from ginrummy.web.http import limits
from ginrummy.web.http.limits import REFUSED
from tests.web.play import client_of, table_of_two

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the clock by which refusals are counted."""
    found = [0.0]
    monkeypatch.setattr(limits.counter, "_clock", lambda: found[0])
    return found


def test_a_signed_out_page_that_refreshes_itself_has_to_wait(clock: list[float]) -> None:
    table, first, second = table_of_two()
    browser, path = client_of(first), f"/tables/{table.key}/board"
    assert browser.get(path).status_code == 200
    browser.post("/sign-out")
    browser.cookies.clear()
    answers = [browser.get(path) for _one in range(2 * REFUSED.times)]
    assert [one.status_code for one in answers] == [403] * REFUSED.times + [429] * REFUSED.times
    assert answers[-1].headers["Retry-After"] == "11"
    assert Client().get(f"/tables/{table.key}").status_code == 403
    assert Client(REMOTE_ADDR="192.0.2.7").get(path).status_code == 403
    assert client_of(second).get(path).status_code == 200, "a player behind the same address plays on"
    clock[0] = 9.5
    assert browser.get(path).headers["Retry-After"] == "1"
    clock[0] = 10.0
    assert browser.get(path).status_code == 403


def test_programs_have_to_wait_too() -> None:
    answers = [Client().get("/api/me") for _one in range(REFUSED.times + 1)]
    assert [one.status_code for one in answers[-2:]] == [401, 429]
    assert answers[-1].json()["kind"] == "too_fast"
    assert answers[-1].headers["Retry-After"] == "11"


def test_what_is_answered_is_not_counted() -> None:
    assert {Client().get("/rules/").status_code for _one in range(REFUSED.times + 5)} == {200}


def test_many_paths_of_one_purpose_push_out_nobody_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KEPT", 3)
    counter = limits.Counter()
    assert counter.count("sign-up", "a", limits.Limit(1, 60)) == 0
    for number in range(9):
        counter.count("refused", str(number), REFUSED)
    assert counter.count("sign-up", "a", limits.Limit(1, 60)) > 0
