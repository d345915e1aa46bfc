"""A page that repeats a refused request has to wait."""

from __future__ import annotations

import pytest
from django.test import Client

from ginrummy.locale import using_language
from ginrummy.web.accounts.passwords import too_many_attempts_message
from ginrummy.web.http import limits
from ginrummy.web.http.limits import REFUSED, TooFast, wait_text
from tests.web.play import client_of, table_of_two

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the clock for counting refusals."""
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


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.5, "Try again in a moment."),
        (10, "Try again in a moment."),
        (10.5, "Try again in 11 seconds."),
        (60, "Try again in 60 seconds."),
        (61, "Try again in 2 minutes."),
        (564.2, "Try again in 10 minutes."),
        (3600, "Try again in 60 minutes."),
        (3601, "Try again in 2 hours."),
    ],
)
def test_how_long_to_wait_is_said(seconds: float, told: str) -> None:
    assert TooFast(seconds).what == f"That is a little fast. {told}"
    assert too_many_attempts_message(TooFast(seconds)) == f"Too many tries. {told}"


def test_how_long_to_wait_is_said_in_the_language_spoken() -> None:
    browser = Client(headers={"accept-language": "ru"})
    for _one in range(REFUSED.times):
        browser.get("/nothing")
    answer = browser.get("/nothing")
    assert answer.content.decode() == "Слишком быстро. Попробуйте чуть позже."
    with using_language("ru"):
        assert wait_text(564.2) == "Попробуйте через 10 минут."
    with using_language("fr"):
        assert wait_text(11) == "Réessayez dans 11 secondes."


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
